// Command poolvet finds misuse of package pool. It reports a task that uses the Worker of another
// task, handles that are dropped, joined twice or joined in the wrong order, and futures whose panics
// nobody sees. go vet runs it:
//
//	go install github.com/stealproof/stealproof/cmd/poolvet@latest
//	go vet -vettool=$(which poolvet) ./...
//
// It reports only what is wrong in every run that comes to the line. Passing a function value
// that was made elsewhere, or keeping a Worker in a struct, is not seen.
package main

import "golang.org/x/tools/go/analysis/unitchecker"

func main() { unitchecker.Main(Analyzer) }
