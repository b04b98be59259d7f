module github.com/stealproof/stealproof

go 1.26.0

require (
	github.com/anishathalye/porcupine v1.0.0
	github.com/peterbourgon/ff/v3 v3.3.0
	github.com/stretchr/testify v1.7.1
	golang.org/x/term v0.1.0
	golang.org/x/tools v0.50.0
	pgregory.net/rapid v1.1.0
)

require (
	github.com/davecgh/go-spew v1.1.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
