package instrument

import (
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// unit is one package.
type unit struct {
	*run
	pkg    *packages.Package
	shared sharing
	places []place
	copies bool // values with objects of package sync are copied

	dynamic    map[string]bool // paths, and methods that calls through interfaces may lead to, as visited has them
	unexported map[string]bool // names of methods that are not exported, and whose calls may copy the receiver
}

// Rewrite rewrites packages of a module, and writes the result below cfg.Out. If it cannot rewrite
// all of them, it writes nothing. The error may be a [RefusedError]. If ctx ends, the error is its
// cause, and the result may be incomplete.
func Rewrite(ctx context.Context, cfg Config) (*Result, error) {
	r := newRun(ctx, cfg)
	result, err := r.all()
	if err != nil && context.Cause(ctx) == nil {
		err = r.older(err)
	}
	return result, err
}

func (r *run) all() (*Result, error) {
	if err := r.loadShims(); err != nil {
		return nil, err
	}
	s, err := r.choose()
	if err == nil {
		err = r.loadShim(httptest)
	}
	if err != nil {
		return nil, err
	}
	pkgs, err := r.read(s.matched, r.Tests)
	if err != nil {
		return nil, err
	}
	imported, err := r.read(s.closure, false)
	if err != nil {
		return nil, err
	}
	pkgs = append(pkgs, imported...)
	if err := r.dependencies(s); err != nil {
		return nil, err
	}
	for _, m := range r.copied {
		imported, err := r.readDependency(m)
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, imported...)
	}
	for _, p := range pkgs {
		r.rewritten[p.PkgPath] = true
		r.findBodyless(p)
	}
	if err := r.findKeeping(s.foreign); err != nil {
		return nil, err
	}
	r.findLeading(pkgs)
	r.findRecovering(pkgs)
	r.findCopiedBy(pkgs)
	// Packages that may be left out come first, since the others depend on whether they are.
	slices.SortStableFunc(pkgs, func(a, b *packages.Package) int {
		switch of := r.forTests; {
		case of[a.PkgPath] == of[b.PkgPath]:
			return 0
		case of[a.PkgPath]:
			return -1
		}
		return 1
	})
	for _, p := range pkgs {
		if err := r.rewrite(p); err != nil {
			return nil, err
		}
	}
	if len(r.refusals) > 0 {
		return nil, &RefusedError{sortRefusals(r.refusals)}
	}
	return r.write()
}

// rewrite refuses a package, or adds its files to the output.
func (r *run) rewrite(p *packages.Package) error {
	u := &unit{run: r, pkg: p, shared: findShared(p), dynamic: map[string]bool{}, unexported: map[string]bool{}}
	u.copyingArguments()
	first, before := r.next, len(r.refusals)
	output := map[string]string{}
	dir := ""
	for i, syntax := range p.Syntax {
		name := p.CompiledGoFiles[i]
		if err := context.Cause(r.ctx); err != nil {
			return err
		}
		if r.left(name) || !slices.Contains(p.GoFiles, name) {
			continue // the latter is made by cgo
		}
		f := newFile(u, syntax, name)
		f.refuse()
		text := f.render()
		if _, err := format.Source([]byte(text)); err != nil {
			return fmt.Errorf("instrument: %s: the result is not valid Go: %w\n%s", f.name, err, text)
		}
		output[name] = text
		dir = filepath.Dir(name)
	}
	for _, name := range p.GoFiles {
		if !u.usesCgo(name) || r.left(name) {
			continue
		}
		text, err := u.guardCgo(name)
		if err != nil {
			return err
		}
		output[name], dir = text, filepath.Dir(name)
	}
	if len(u.places) > 0 {
		name := "zz_stealproof_sites.go"
		if strings.HasSuffix(p.PkgPath, "_test") {
			name = "zz_stealproof_sites_test.go"
		}
		output[filepath.Join(dir, name)] = registration(u, first, variablesOf(p))
	}
	if text := testVariables(p); text != "" {
		output[filepath.Join(dir, "zz_stealproof_"+p.Name+"_variables_test.go")] = text
	}
	if r.leave(p.PkgPath, before) {
		r.addBehind(p)
		delete(r.rewritten, p.PkgPath)
		r.next = first
		return nil
	}
	maps.Copy(r.output, output)
	return nil
}

// left reports whether a file is in Config.Leave.
func (r *run) left(file string) bool {
	return slices.Contains(r.Leave, r.relative(file))
}

// write writes the files below Out.
func (r *run) write() (*Result, error) {
	out, err := filepath.Abs(r.Out)
	if err != nil {
		return nil, err
	}
	result := &Result{Overlay: map[string]string{}, Sites: int(r.next - 1), Unseen: r.unseen, Reasons: r.reasons, Local: r.local}
	if result.ModFile, err = r.copyModules(); err != nil {
		return nil, err
	}
	for original, text := range r.Source {
		if _, rewritten := r.output[original]; !rewritten {
			r.output[original] = string(text)
		}
	}
	for original, text := range r.output {
		if err := context.Cause(r.ctx); err != nil {
			return nil, err
		}
		path := r.copyOf(original)
		if path == "" {
			path = filepath.Join(out, filepath.FromSlash(r.relative(original)))
			result.Overlay[original] = path
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return nil, err
		}
		result.Files = append(result.Files, path)
	}
	slices.Sort(result.Files)
	for p := range r.rewritten {
		result.Packages = append(result.Packages, strings.TrimSuffix(p, "_test"))
	}
	slices.Sort(result.Packages)
	result.Packages = slices.Compact(result.Packages)
	slices.Sort(result.Unseen)
	if err := r.replacePackages(result.Overlay); err != nil {
		return nil, err
	}
	if r.Plain != nil {
		if err := r.controlTesting(result.Overlay, out); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// file is one file of a package.
type file struct {
	*unit
	syntax *ast.File
	tok    *token.File
	path   string
	name   string // relative to the module
	source []byte
	labels map[int]string

	function   string                  // the declared function around the current text
	labelled   bool                    // some line of the function has a label
	apart      bool                    // see Config.Apart
	unreported bool                    // accesses are not reported, as outside functions
	temps      int                     // number of variables made so far
	results    *results                // of the function around the current text
	added      map[string]string       // imports, by alias
	kept       map[string]bool         // imports, by path, that are still used
	dropped    map[string]bool         // imports, by path, that were used
	refused    map[*ast.FuncDecl]late  // functions that end a search when it reaches them
	seconds    map[*ast.UnaryExpr]bool // receives that return two values
	calledNow  map[ast.Expr]bool       // functions of calls, unlike functions that are used as values
	calmly     map[ast.Expr]bool       // functions of calls whose arguments have no call and no receive
	binds      map[ast.Expr]bool       // functions of calls that copy a receiver later than they evaluate it
	hoisted    map[ast.Expr]string     // expressions that a variable stands for
	addresses  map[ast.Expr]string     // places whose address a variable has
	pointers   map[ast.Expr]string     // selectors, with the variable that has the last embedded pointer on their way
	reported   map[*ast.Ident]bool     // functions that the scheduler cannot control, and that are reported
	wrapped    map[ast.Expr]bool       // functions whose calls are recorded, while their text is made
	endings    map[ast.Expr]*string    // functions of calls whose end the code around records, with the site if it is to do so
	ignored    map[*ast.CallExpr]bool  // calls whose results nobody sees
	numbers    map[*ast.CallExpr]bool  // conversions of addresses to numbers that atomics hold
	ranges     map[types.Object]bool   // labels of range statements
	jumps      map[types.Object]bool   // labels to which a goto jumps
	breaks     map[types.Object]bool   // labels that break or continue name
	labelOf    map[ast.Stmt]types.Object
	continues  map[*ast.BranchStmt]string // the reads before continue statements, see forStmt
	simple     map[ast.Stmt]bool          // statements that cannot be blocks, such as that of an if
}

func newFile(u *unit, syntax *ast.File, path string) *file {
	name := u.relative(path)
	return &file{
		unit: u, syntax: syntax, path: path, name: name, source: u.parsed.of(syntax),
		apart:      u.Apart != nil && u.Apart(filepath.ToSlash(name)),
		tok:        u.pkg.Fset.File(syntax.FileStart),
		labels:     labelsOf(u.pkg.Fset, syntax),
		unreported: true,
		added:      map[string]string{}, kept: map[string]bool{}, dropped: map[string]bool{},
		calledNow: map[ast.Expr]bool{}, calmly: map[ast.Expr]bool{}, binds: map[ast.Expr]bool{}, refused: map[*ast.FuncDecl]late{}, seconds: map[*ast.UnaryExpr]bool{}, hoisted: map[ast.Expr]string{}, addresses: map[ast.Expr]string{}, pointers: map[ast.Expr]string{},
		reported: map[*ast.Ident]bool{}, wrapped: map[ast.Expr]bool{}, endings: map[ast.Expr]*string{}, numbers: map[*ast.CallExpr]bool{}, ignored: map[*ast.CallExpr]bool{},
		ranges: map[types.Object]bool{}, jumps: map[types.Object]bool{}, breaks: map[types.Object]bool{},
		simple: map[ast.Stmt]bool{}, labelOf: map[ast.Stmt]types.Object{}, continues: map[*ast.BranchStmt]string{},
	}
}

// refuseAt adds a refusal.
func (f *file) refuseAt(pos token.Pos, format string, args ...any) {
	if why := fmt.Sprintf(format, args...); !f.refuseLate(pos, why) {
		f.refuseIn(f.pkg, f.name, f.line(pos), why)
	}
}
