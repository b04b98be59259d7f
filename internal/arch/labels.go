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

// Labels has the counts of [CheckLabels] for a package, and the faults.
type Labels struct {
	Accesses int // accesses with a label on their line
	Helpers  int // functions without labels whose callers have the labels
	Faults   []string
}

// labelForm matches a label: the name of a step, or a dash and the reason why the access is not a step.
var labelForm = regexp.MustCompile(`^//tla:([A-Z]\w*(\.[A-Z]\w*)?|- \S.*)$`)

// accesses are the methods through which goroutines communicate: those of sync/atomic, of locks, and of a
// Parker.
var accesses = map[string]bool{
	"Load": true, "Store": true, "Swap": true, "CompareAndSwap": true, "Add": true, "And": true, "Or": true,
	"Lock": true, "Unlock": true, "TryLock": true, "RLock": true, "RUnlock": true, "TryRLock": true,
	"Park": true, "ParkDirect": true, "ParkTimeout": true, "Unpark": true,
}

// operations are the methods of a deque. Where a function calls such a method of a deque from another package,
// the call is a step of that function.
var operations = map[string]bool{"Push": true, "Pop": true, "PopTop": true, "Steal": true, "StealBatch": true, "TrySteal": true, "Remove": true, "RemoveNear": true, "Len": true}

// slotsField is the name of the slice whose elements goroutines share. Reading or writing x.slots[i] is an
// access too.
const slotsField = "slots"

// CheckLabels checks the labels in the files of one package. Each shared access stands on a line of its own,
// and the line ends in the access's label.
//
// A function without any label is a helper: its callers have the labels. Each call of a helper stands on a
// labelled line, or in another helper. If a Lock is not a step and a defer undoes it, the Unlock needs no
// label, and neither do slots that are used after the Lock.
//
// Some calls may have the label that they have in another module: a call of a function with labels, an
// operation of a deque, and a call of a function with such an operation.
//
// These rules hold only in files for which specified returns true: the files that some specification names as
// its code. In other files an access needs no label and must have none. The same holds for a call of a function
// from such a file.
//
// CheckLabels does not resolve types. It identifies a function by its name, and an access by the name of its
// method or field.
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
			c.fault(l.at, "the label %s has no access on its line; move it to the access, or remove it", l.text)
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
	helpers   map[string]bool // names of helpers: functions without labels that access shared memory
	own       map[string]bool // names of functions with labels, or with operations of a deque
	atomic    map[string]bool // names of helpers that do more than use slots
	counted   int
	faults    []labelFault
}

type label struct {
	at   token.Position
	text string
	uses int // number of accesses on the line
}

type labelFault struct {
	at   token.Position
	text string
}

// function is a declaration, with the calls in it that may matter.
type function struct {
	at        token.Position
	name      string
	specified bool // it is in a file that a specification names
	labelled  bool // at least one of its lines has a label
	calls     []call
}

type call struct {
	at       token.Position
	name     string // name of the function or method
	receiver string // as written; "" if there is none
	access   bool   // the name and the receiver are those of an access
	slot     bool   // an access to a slot instead of a call
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
				c.fault(at, "%s is in a file that no specification names as its code; remove the label, or add the file to the manifest of the specification", comment.Text)
				continue
			}
			c.labels[at] = &label{at: at, text: comment.Text}
			if !labelForm.MatchString(comment.Text) {
				c.fault(at, "%q is not a label; want //tla:Step or //tla:- reason", comment.Text)
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

// underNoStep reports whether a call comes after a Lock that is not a step and that a defer undoes.
func (c *labelChecker) underNoStep(f *function, one call) bool {
	return slices.ContainsFunc(f.calls, func(unlock call) bool {
		return unlock.deferred && unlock.at.Line < one.at.Line && c.unlocksNoStep(f, unlock)
	})
}

// unlocksNoStep reports whether a deferred call undoes a Lock that is not a step.
func (c *labelChecker) unlocksNoStep(f *function, unlock call) bool {
	return slices.ContainsFunc(f.calls, func(lock call) bool {
		l := c.labels[lock.at]
		return l != nil && strings.HasPrefix(l.text, "//tla:- ") && lock.receiver == unlock.receiver &&
			(lock.name == "Lock" && unlock.name == "Unlock" || lock.name == "RLock" && unlock.name == "RUnlock")
	})
}

// checkHelpersAreCovered reports each helper that neither a labelled line nor a file without a specification
// calls.
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
			c.fault(f.at, "%s accesses shared memory without labels, but other packages can call it; label its accesses", f.name)
		case !covered[f.name]:
			c.fault(f.at, "%s accesses shared memory without labels, and no labelled line calls it; label its accesses, or the calls", f.name)
		}
	}
}

// parsePackage parses the non-test files of the package in dir.
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
