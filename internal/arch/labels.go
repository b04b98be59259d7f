package arch

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Labels is what [CheckLabels] has seen of a package.
type Labels struct {
	Accesses int // accesses that bear a label themselves
	Helpers  int // functions without labels whose accesses belong to their callers
	Faults   []string
}

// labelForm is what a label looks like: the name of a step, or a dash and the
// reason why the access is none.
var labelForm = regexp.MustCompile(`^//tla:([A-Z]\w*(\.[A-Z]\w*)?|- \S.*)$`)

// accesses are the methods by which goroutines meet: those of sync/atomic, of
// locks, and of a Parker.
var accesses = map[string]bool{
	"Load": true, "Store": true, "Swap": true, "CompareAndSwap": true, "Add": true, "And": true, "Or": true,
	"Lock": true, "Unlock": true, "TryLock": true, "RLock": true, "RUnlock": true, "TryRLock": true,
	"Park": true, "ParkDirect": true, "ParkTimeout": true, "Unpark": true,
}

// operations are the methods of a deque. Where it is one of another package, such a
// call is a step of who uses it.
var operations = map[string]bool{"Push": true, "Pop": true, "PopTop": true, "Steal": true, "StealBatch": true, "TrySteal": true, "Remove": true, "Len": true}

// slotsField is the slice whose elements goroutines share: x.slots[i], read or
// written, is an access too.
const slotsField = "slots"

// CheckLabels holds the files of one package to the rule of the labels: each
// shared access stands on a line of its own that ends in its label. A function
// without any label passes the duty on: each call of it stands on a labelled
// line, or in another such function. If a Lock is no step and a defer undoes it,
// neither the Unlock nor the slots used after the Lock need a label. A call of a
// function with labels, or an operation of a deque, may bear the label that it has in
// another module, and so may a call of a function with such an operation.
//
// All of this holds only in the files that specified names, the code of some module. An
// access in another file, and a call of a function from there, needs no label and no
// excuse, and may have none.
//
// It resolves nothing: functions go by their name, an access by its method's or
// its field's.
func CheckLabels(fset *token.FileSet, files []*ast.File, specified func(file string) bool) Labels {
	c := &labelChecker{fset: fset, specified: specified, labels: map[token.Position]*label{}}
	for _, f := range files {
		c.collectLabels(f)
		for _, d := range f.Decls {
			if d, is := d.(*ast.FuncDecl); is && d.Body != nil {
				c.functions = append(c.functions, c.read(d))
			}
		}
	}
	c.findHelpers()
	c.own = map[string]bool{}
	for _, f := range c.functions {
		operates := func(one call) bool { return one.receiver != "" && operations[one.name] }
		c.own[f.name] = c.own[f.name] || f.labelled || f.specified && slices.ContainsFunc(f.calls, operates)
	}
	for _, f := range c.functions {
		c.checkFunction(f)
	}
	c.checkHelpersAreCovered()
	for _, l := range c.labels {
		if l.uses == 0 {
			c.fault(l.at, "the label %s has no access on its line", l.text)
		}
	}
	slices.SortFunc(c.faults, func(a, b labelFault) int {
		return cmp.Or(strings.Compare(a.at.Filename, b.at.Filename), a.at.Line-b.at.Line, strings.Compare(a.text, b.text))
	})
	result := Labels{Accesses: c.counted, Helpers: len(c.helpers)}
	for _, f := range c.faults {
		result.Faults = append(result.Faults, fmt.Sprintf("%s:%d: %s", f.at.Filename, f.at.Line, f.text))
	}
	return result
}

type labelChecker struct {
	fset      *token.FileSet
	specified func(file string) bool
	labels    map[token.Position]*label // by file and line
	functions []*function
	helpers   map[string]bool // names of functions that pass the duty on
	own       map[string]bool // names of those with labels, or with operations of a deque
	atomic    map[string]bool // those of the helpers that do more than use slots
	counted   int
	faults    []labelFault
}

type label struct {
	at   token.Position
	text string
	uses int // accesses on the line
}

type labelFault struct {
	at   token.Position
	text string
}

// A function is a declaration with the calls in it that may matter.
type function struct {
	at        token.Position
	name      string
	specified bool // it is in the code of a module
	labelled  bool // some line of it bears a label
	calls     []call
}

type call struct {
	at       token.Position
	name     string // of the function or method
	receiver string // as written, "" if there is none
	access   bool   // the name and the receiver are those of an access
	slot     bool   // no call but an access to a slot
	deferred bool
}

func (c *labelChecker) fault(at token.Position, format string, args ...any) {
	c.faults = append(c.faults, labelFault{at, fmt.Sprintf(format, args...)})
}

// line returns the position without its column.
func (c *labelChecker) line(pos token.Pos) token.Position {
	p := c.fset.Position(pos)
	return token.Position{Filename: p.Filename, Line: p.Line}
}

func (c *labelChecker) collectLabels(f *ast.File) {
	for _, group := range f.Comments {
		for _, comment := range group.List {
			if !strings.HasPrefix(comment.Text, "//tla:") {
				continue
			}
			at := c.line(comment.Pos())
			if !c.specified(at.Filename) {
				c.fault(at, "%s, in a file that no module names as its code; leave the label out, or name the file in the module's manifest", comment.Text)
				continue
			}
			c.labels[at] = &label{at: at, text: comment.Text}
			if !labelForm.MatchString(comment.Text) {
				c.fault(at, "%q is no label; want //tla:Step or //tla:- reason", comment.Text)
			}
		}
	}
}

func (c *labelChecker) checkFunction(f *function) {
	if !f.labelled {
		return
	}
	for _, one := range f.calls {
		if !c.matters(one) {
			if l := c.labels[one.at]; l != nil && (c.own[one.name] || operations[one.name]) {
				l.uses = max(l.uses, 1)
			}
			continue
		}
		what := one.name
		if one.receiver != "" {
			what = one.receiver + "." + one.name
		}
		l := c.labels[one.at]
		switch {
		case l != nil:
			c.counted++
			if l.uses++; l.uses == 2 {
				c.fault(one.at, "two shared accesses on one line; give each its own line and label")
			}
		case one.deferred && c.unlocksNoStep(f, one):
		case (one.slot || !one.access && !c.atomic[one.name]) && c.underNoStep(f, one):
		case one.access:
			c.fault(one.at, "%s is a shared access without a label; end the line in //tla:Step or //tla:- reason", what)
		default:
			c.fault(one.at, "%s accesses shared memory and has no labels of its own; end the line in //tla:Step or //tla:- reason", what)
		}
	}
}

// underNoStep reports whether a call comes after a Lock that is no step and that
// a defer undoes.
func (c *labelChecker) underNoStep(f *function, one call) bool {
	return slices.ContainsFunc(f.calls, func(unlock call) bool {
		return unlock.deferred && unlock.at.Line < one.at.Line && c.unlocksNoStep(f, unlock)
	})
}

// unlocksNoStep reports whether a deferred call undoes a Lock that is no step.
func (c *labelChecker) unlocksNoStep(f *function, unlock call) bool {
	return slices.ContainsFunc(f.calls, func(lock call) bool {
		l := c.labels[lock.at]
		return l != nil && strings.HasPrefix(l.text, "//tla:- ") && lock.receiver == unlock.receiver &&
			(lock.name == "Lock" && unlock.name == "Unlock" || lock.name == "RLock" && unlock.name == "RUnlock")
	})
}

// checkHelpersAreCovered finds the functions without labels that no labelled
// line leads to, and no file without a module.
func (c *labelChecker) checkHelpersAreCovered() {
	covered := map[string]bool{}
	for again := true; again; {
		again = false
		for _, f := range c.functions {
			if f.specified && !f.labelled && !covered[f.name] {
				continue
			}
			for _, one := range f.calls {
				if c.helpers[one.name] && !covered[one.name] {
					covered[one.name] = true
					again = true
				}
			}
		}
	}
	for _, f := range c.functions {
		switch {
		case !f.specified || f.labelled || !c.helpers[f.name]:
		case ast.IsExported(f.name):
			c.fault(f.at, "%s accesses shared memory, can be called from everywhere, and has no labels", f.name)
		case !covered[f.name]:
			c.fault(f.at, "%s accesses shared memory without labels, and no labelled line calls it", f.name)
		}
	}
}

// parsePackage parses the files of the package in dir that are not tests.
func parsePackage(root fs.FS, dir string) (*token.FileSet, []*ast.File, error) {
	names, err := fs.Glob(root, path.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, nil, err
		}
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	return fset, files, nil
}
