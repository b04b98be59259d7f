module example.org/outside

go 1.26.0

tool github.com/stealproof/stealproof/cmd/stealproof

require github.com/stealproof/stealproof v0.0.0

require (
	github.com/anishathalye/porcupine v1.3.1 // indirect
	github.com/peterbourgon/ff/v3 v3.4.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)

replace github.com/stealproof/stealproof => ../../../..
