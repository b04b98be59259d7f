module example.org/queues

go 1.26.0

require github.com/stealproof/stealproof v0.0.0

require github.com/anishathalye/porcupine v1.0.0 // indirect
