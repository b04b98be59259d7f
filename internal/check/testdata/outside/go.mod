module example.org/outside

go 1.26.0

tool github.com/stealproof/stealproof/cmd/stealproof

require github.com/stealproof/stealproof v0.0.0

require (
	github.com/anishathalye/porcupine v1.0.0 // indirect
	github.com/peterbourgon/ff/v3 v3.3.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/term v0.1.0 // indirect
	golang.org/x/tools v0.50.0 // indirect
	pgregory.net/rapid v1.1.0 // indirect
)

replace github.com/stealproof/stealproof => ../../../..
