package access

import (
	"reflect"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
)

// This file has all calls of the scheduler.

// Site is a place in the source: an access, or a call on a labelled line.
type Site = engine.Site

// Register registers sites, numbered from first on.
func Register(first uint32, sites []Site) { engine.RegisterSites(first, sites) }

// Variables registers the package variables of a package, by their names, separated by spaces, and
// their addresses.
func Variables(pkg, names string, addresses ...any) {
	engine.RegisterVariables(pkg, names, addresses...)
}

// Methods registers methods of a rewritten package that are not exported, as Type.Method or *Type.Method.
func Methods(pkg, names string) { engine.RegisterMethods(pkg, names) }

// Package registers a rewritten package.
func Package(path string) { engine.RegisterPackage(path) }

func owned() bool        { return engine.On() }
func setSite(id uint32)  { engine.SetSite(id) }
func blind()             { engine.Blind() }
func setLabel(id uint32) { engine.SetLabel(id) }

// on is enough where read or write follow, which check whose goroutine it is.
// Copies says that rewritten code copies objects of package sync.
func Copies() { engine.Copies() }

func on() bool { return engine.Searching() }

// read and write report a plain access to size bytes at p. If p is nil, the access is about to
// panic.

func read(id uint32, p unsafe.Pointer, size uintptr)  { engine.PlainRead(id, p, size) }
func write(id uint32, p unsafe.Pointer, size uintptr) { engine.PlainWrite(id, p, size) }

func refuse(id uint32, why string) { engine.Refuse(id, why) }

// Visited registers methods whose calls are recorded, if an interface leads to them.
func Visited(path, names string) { engine.RegisterVisited(path, names) }

// LeftOut registers a package that synchronizes and could not be rewritten.
func LeftOut(path string) { engine.RegisterLeftOut(path) }

// Dotless registers a package of another module that is not rewritten, and whose path begins like one of std.
func Dotless(path string) { engine.RegisterDotless(path) }

func visit(id uint32)                                     { engine.Visit(id) }
func beginVisit(id uint32, name string)                   { engine.BeginVisit(id, name) }
func beginsVisit(id uint32)                               { engine.BeginVisit(id, engine.Where(id).Expr) }
func callOut(id uint32)                                   { engine.CallOut(id) }
func alone() bool                                         { return engine.Alone() }
func endVisit(id uint32)                                  { engine.EndVisit(id) }
func visitNamed(id uint32, name string)                   { engine.VisitNamed(id, name) }
func visitedMethod(v reflect.Value, method string) string { return engine.VisitedMethod(v, method) }

func spawn(id uint32, f func())     { engine.Spawn(id, f) }
func goOutside(id uint32, f func()) { engine.GoOutside(id, f) }
func uses(id uint32, what string)   { engine.Outside(id, what) }

// ofPointers stands for the pointers that an execution has met.
var ofPointers byte

func metPointers() *pointers { return engine.Companion[pointers](unsafe.Pointer(&ofPointers)) }
