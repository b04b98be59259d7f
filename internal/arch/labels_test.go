package arch

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

func TestLabels_OnEverySharedAccess(t *testing.T) {
	root := moduleRoot(t)
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	specified := map[string]bool{}
	for _, m := range manifests {
		for _, file := range m.Code {
			specified[file] = true
		}
	}
	for _, dir := range []string{"wsq", "pool", "pool/classic"} {
		fset, files, err := parsePackage(root, dir)
		require.NoError(t, err)
		labels := CheckLabels(fset, files, func(file string) bool { return specified[file] })
		require.Greater(t, labels.Accesses, 50, "%s: the check recognized too few accesses", dir)
		for _, fault := range labels.Faults {
			t.Error(fault)
		}
	}
}

func TestLabels_ReportsMissingLabels(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"labelled", `
func (d *D) A() {
	d.top.Load() //tla:Read
	for i := 0; d.s[i].CompareAndSwap(0, 1); { //tla:Queue.Claim
	}
	d.n.Add(1) //tla:- a counter
}`, nil},
		{"not labelled", `
func (d *D) A() {
	d.top.Load() //tla:Read
	d.top.Store(1)
}`, []string{"p/f.go:6: d.top.Store is a shared access without a label; end the line in //tla:Step or //tla:- reason"}},
		{"no label at all", `
func (d *D) A() { d.top.Store(1) }
func (d *D) b() { d.top.Store(1) }`, []string{
			"p/f.go:4: A accesses shared memory without labels, but other packages can call it; label its accesses",
			"p/f.go:5: b accesses shared memory without labels, and no labelled line calls it; label its accesses, or the calls"}},
		{"a helper", `
func (d *D) A() {
	d.b() //tla:Read
}
func (d *D) b() { c[int](d) }
func c[T any](d *D) { d.top.Load() }`, nil},
		{"a helper called without a label", `
func (d *D) A() {
	d.b() //tla:Read
	d.b()
}
func (d *D) b() { c[int](d) }
func c[T any](d *D) { d.top.Load() }`, []string{
			"p/f.go:6: d.b accesses shared memory and has no labels of its own; end the line in //tla:Step or //tla:- reason"}},
		{"a helper with labels", `
func (d *D) A() {
	d.b()
	d.top.Load() //tla:Read
}
func (d *D) b() {
	d.top.Load() //tla:ReadAgain
}`, nil},
		{"two on a line", `
func (d *D) A() {
	d.top.Store(d.b()) //tla:Copy
}
func (d *D) b() int { return d.bottom.Load() }`, []string{
			"p/f.go:5: two shared accesses on one line; give each its own line and label"}},
		{"a label too many", `
func (d *D) A() {
	d.x = 1 //tla:Write
}`, []string{"p/f.go:5: the label //tla:Write has no access on its line; move it to the access, or remove it"}},
		{"malformed", `
func (d *D) A() {
	d.top.Load() //tla:read
	d.top.Load() //tla:-
}`, []string{
			`p/f.go:5: "//tla:read" is not a label; want //tla:Step or //tla:- reason`,
			`p/f.go:6: "//tla:-" is not a label; want //tla:Step or //tla:- reason`}},
		{"deferred unlock of no step", `
func (d *D) A() {
	d.mu.Lock() //tla:- under the mutex
	defer d.mu.Unlock()
}`, nil},
		{"deferred unlock of a step", `
func (d *D) A() {
	d.mu.Lock() //tla:Lock
	defer d.mu.Unlock()
}`, []string{"p/f.go:6: d.mu.Unlock is a shared access without a label; end the line in //tla:Step or //tla:- reason"}},
		{"deferred unlock of another lock", `
func (d *D) A() {
	d.mu.Lock() //tla:- under the mutex
	defer d.other.Unlock()
}`, []string{"p/f.go:6: d.other.Unlock is a shared access without a label; end the line in //tla:Step or //tla:- reason"}},
		{"no access", `
func (d *D) A() {
	time.Now().Add(1)
	d.top.Load() //tla:Read
	max(1, 2)
}`, nil},
		{"slots", `
func (d *D) A() {
	v := d.r.slots[d.i] //tla:ReadSlot
	d.slots[0].Store(v) //tla:WriteSlot
	d.take(1)           //tla:TakeSlot
	d.others[0] = len(d.slots)
}
func (d *D) take(i int) { p := &d.slots[i]; *p = 0 }`, nil},
		{"slots, not labelled", `
func (d *D) A() {
	d.top.Load() //tla:Read
	v := d.r.slots[d.i]
	(d.slots)[0] = v
	d.take(1)
}
func (d *D) take(i int) { p := &d.slots[i]; *p = 0 }`, []string{
			"p/f.go:6: d.r.slots[] is a shared access without a label; end the line in //tla:Step or //tla:- reason",
			"p/f.go:7: d.slots[] is a shared access without a label; end the line in //tla:Step or //tla:- reason",
			"p/f.go:8: d.take accesses shared memory and has no labels of its own; end the line in //tla:Step or //tla:- reason"}},
		{"two slots on a line", `
func (d *D) A() {
	d.slots[1] = d.slots[0] //tla:Copy
}`, []string{"p/f.go:5: two shared accesses on one line; give each its own line and label"}},
		{"slots under a mutex", `
func (d *D) A() {
	d.mu.Lock() //tla:- under the mutex
	defer d.mu.Unlock()
	d.slots[0] = 1
	d.take(1)
}
func (d *D) take(i int) { p := &d.slots[i]; *p = 0 }`, nil},
		{"slots before a mutex, under a step, and more than slots", `
func (d *D) A() {
	d.slots[0] = 1
	d.mu.Lock() //tla:- under the mutex
	defer d.mu.Unlock()
	d.finish(1)
}
func (d *D) B() {
	d.mu.Lock()         //tla:Lock
	defer d.mu.Unlock() //tla:Unlock
	d.slots[0] = 1
}
func (d *D) finish(i int) { d.slots[i] = 0; d.done[i].Store(1) }`, []string{
			"p/f.go:5: d.slots[] is a shared access without a label; end the line in //tla:Step or //tla:- reason",
			"p/f.go:8: d.finish accesses shared memory and has no labels of its own; end the line in //tla:Step or //tla:- reason",
			"p/f.go:13: d.slots[] is a shared access without a label; end the line in //tla:Step or //tla:- reason"}},
		{"functions of sync/atomic", `
func (d *D) A() {
	d.top.Load() //tla:Read
	atomic.AddInt64(&d.n, 1)
}`, []string{"p/f.go:6: atomic.AddInt64 is a shared access without a label; end the line in //tla:Step or //tla:- reason"}},
		{"a call with a label for its place", `
func (d *D) A() {
	d.b()           //tla:Search
	v := d.q.Pop()  //tla:HelpOwn
	d.q.Push(v)
	d.q.Steal()     //tla:HelpThief
	d.q.Clone()     //tla:Count
	d.c()           //tla:Nothing
	d.e()           //tla:HelpOther
}
func (d *D) b() {
	d.top.Load() //tla:Read
}
func (d *D) c() {}
func (d *D) e() { d.q.Steal() }`, []string{
			"p/f.go:9: the label //tla:Count has no access on its line; move it to the access, or remove it",
			"p/f.go:10: the label //tla:Nothing has no access on its line; move it to the access, or remove it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fset, files, err := parsePackage(fstest.MapFS{
				"p/f.go":      {Data: []byte("package p\n\n" + c.src + "\n")},
				"p/f_test.go": {Data: []byte("package p\nfunc f(d *D) { d.top.Load() }\n")},
			}, "p")
			require.NoError(t, err)
			require.Equal(t, c.want, CheckLabels(fset, files, func(string) bool { return true }).Faults)
		})
	}
}

func TestLabels_OnlyInTheCodeOfModules(t *testing.T) {
	fset, files, err := parsePackage(fstest.MapFS{
		"p/module.go": {Data: []byte(`package p

func (d *D) A() {
	d.top.Load() //tla:Read
	d.free()
	d.helper()
}
func (d *D) helper() { d.bottom.Load() }
func (d *D) other()  { d.bottom.Load() }
func (d *D) lost()   { d.bottom.Load() }
`)},
		"p/free.go": {Data: []byte(`package p

func (d *D) B() {
	d.n.Add(1)
	d.n.Store(0) //tla:- a counter
	d.n.Load()   //tla:Count
	d.other()
}
func (d *D) free() { d.n.Add(1) }
`)},
	}, "p")
	require.NoError(t, err)
	require.Equal(t, []string{
		"p/free.go:5: //tla:- a counter is in a file that no specification names as its code; remove the label, or add the file to the manifest of the specification",
		"p/free.go:6: //tla:Count is in a file that no specification names as its code; remove the label, or add the file to the manifest of the specification",
		"p/module.go:6: d.helper accesses shared memory and has no labels of its own; end the line in //tla:Step or //tla:- reason",
		"p/module.go:10: lost accesses shared memory without labels, and no labelled line calls it; label its accesses, or the calls",
	}, CheckLabels(fset, files, func(file string) bool { return file == "p/module.go" }).Faults)
}
