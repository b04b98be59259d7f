package ecosystem

import (
	"path/filepath"
	"testing"
)

// stdFiles are the files to copy, with the names that they have only in the standard library.
var stdFiles = map[string][]change{
	"internal/sync/hashtriemap.go": {
		{"package sync\n", "package std\n"},
		{"\t\"internal/abi\"\n\t\"internal/goarch\"\n", ""},
		{"\tmapType := abi.TypeOf(m).MapType()\n", "\t_ = m\n"},
		{"mapType.Hasher", "hasher[K]()"},
		{"mapType.Elem.Equal", "equal[V]()"},
		{"abi.NoEscape", "noEscape"},
		{"goarch.PtrSize", "ptrSize"},
	},
	"sync/poolqueue.go": {{"package sync\n", "package std\n"}},
	"sync/pool.go": {
		{"package sync\n", "package std\n"},
		{"\t\"internal/race\"\n\t\"runtime\"\n", ""},
		{"race.Enabled", "raceEnabled"},
		{"race.ReleaseMerge", "_ = func(unsafe.Pointer) {}; func(unsafe.Pointer) {}"},
		{"race.Acquire", "func(unsafe.Pointer) {}"},
		{"race.Disable()", ""},
		{"race.Enable()", ""},
		{"runtime.GOMAXPROCS", "gomaxprocs"},
		{"l, _ := p.pin()", "l, pid := p.pin()"},
		{"return p.pinSlow()", "return p.pinSlow(pid)"},
		{"pinSlow() (*poolLocal", "pinSlow(pid int) (*poolLocal"},
		{"pid := runtime_procPin()\n\t// poolCleanup", "pid = runtime_procPin()\n\t// poolCleanup"},
		{"\truntime_procUnpin()\n", "\truntime_procUnpin(pid)\n"},
		{"func runtime_registerPoolCleanup(cleanup func())\nfunc runtime_procPin() int\nfunc runtime_procUnpin()\n", ""},
		{"//go:linkname runtime_randn runtime.randn\nfunc runtime_randn(n uint32) uint32\n", ""},
		{"//go:linkname runtime_LoadAcquintptr internal/runtime/atomic.LoadAcquintptr\nfunc runtime_LoadAcquintptr(ptr *uintptr) uintptr\n", ""},
		{"//go:linkname runtime_StoreReluintptr internal/runtime/atomic.StoreReluintptr\nfunc runtime_StoreReluintptr(ptr *uintptr, val uintptr)\n", ""},
		{"//go:linkname poolCleanup\n", ""},
		// The compiler does not move this load, but by the memory model of Go it would be a data race.
		{"p.local                              // load-consume", "atomic.LoadPointer(&p.local)"},
		{"p.local                            // load-consume", "atomic.LoadPointer(&p.local)"},
	},
}

// TestStd copies sync.Map and sync.Pool of the standard library, as if a user had written them, and
// checks the copies. It is a long test.
func TestStd(t *testing.T) {
	onlyLong(t)
	src := filepath.Join(output(t, "env", "GOROOT"), "src")
	files := map[string][]change{}
	for name, changes := range stdFiles {
		files[filepath.Join(src, name)] = changes
	}
	expect(t, copied(t, "testdata/std", files), map[string]string{"TestMap": "holds", "TestMap_Compare": "holds", "TestPoolChain": "holds", "TestPool": "holds"})
}
