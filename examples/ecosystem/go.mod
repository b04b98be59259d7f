module github.com/stealproof/stealproof/examples/ecosystem

go 1.26.0

require (
	code.cloudfoundry.org/go-diodes v0.0.0-20231113191959-85adc333ee36
	github.com/Workiva/go-datastructures v1.1.7
	github.com/alphadose/haxmap v1.4.0
	github.com/bytedance/gopkg v0.1.4
	github.com/cornelk/hashmap v1.0.8
	github.com/deckarep/golang-set/v2 v2.9.0
	github.com/hashicorp/golang-lru/v2 v2.0.7
	github.com/jackc/puddle/v2 v2.2.3
	github.com/orcaman/concurrent-map/v2 v2.0.1
	github.com/panjf2000/gnet/v2 v2.9.7
	github.com/patrickmn/go-cache v2.1.0+incompatible
	github.com/puzpuzpuz/xsync/v4 v4.5.0
	github.com/stealproof/stealproof v0.0.0
	github.com/zhangyunhao116/skipmap v0.10.1
	go.uber.org/atomic v1.12.0
	golang.org/x/sync v0.25.0
)

require (
	github.com/anishathalye/porcupine v1.0.0 // indirect
	github.com/peterbourgon/ff/v3 v3.3.0 // indirect
	github.com/zhangyunhao116/fastrand v0.3.0 // indirect
	go.mongodb.org/mongo-driver v1.17.4 // indirect
	golang.org/x/exp v0.0.0-20221031165847-c99f073a8326 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/term v0.1.0 // indirect
	golang.org/x/tools v0.50.0 // indirect
	pgregory.net/rapid v1.1.0 // indirect
)

replace github.com/stealproof/stealproof => ../..

tool github.com/stealproof/stealproof/cmd/stealproof
