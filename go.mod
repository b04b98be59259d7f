module github.com/stealproof/stealproof

go 1.26.0

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/peterbourgon/ff/v3 v3.4.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/tools v0.52.0
	pgregory.net/rapid v1.3.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0
)
