package tla

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Trial is a variant of a specification with a change, in a batch that TLC runs at once.
type Trial struct {
	Change  Change
	Spoilt  string   // the value for Spoils
	Watched []string // properties; each may fail
	Levels  int      // states of the longest path that is tried
	Parts   []string // of a refinement: TLC runs it without each of these, and no others
	Brief   bool     // it ends when all have failed, so nothing is known of their parts
}

// A Batch has the files with which TLC runs several trials of one configuration at once. The
// number of the trial is one more variable of the specification. So the states of all trials are
// visited side by side, by length of the path.
type Batch struct {
	Files map[string][]byte // the configuration is Control.cfg
	parts map[string][]Part
}

// NewBatch returns the batch of some trials of a row. It is no method, so that a command without it is smaller. It returns an error if a change or a property
// does not allow that.
func NewBatch(m *Manifest, r Row, trials []Trial) (*Batch, error) {
	config, err := m.only(r, "BatchStates")
	if err != nil {
		return nil, err
	}
	w := &batchWriter{m: m, row: r, trials: trials, parts: map[string][]Part{}}
	text, err := w.watch(config.Specification)
	if err != nil {
		return nil, err
	}
	b := &Batch{Files: map[string][]byte{}, parts: w.parts}
	tree := cmp.Or(m.tree, Embedded)
	for _, file := range tree.Modules(r.Module) {
		module, err := tree.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".tla")
		if name == m.Name && w.changes() {
			if module, err = w.changed(module); err != nil {
				return nil, err
			}
		}
		if name == r.Module {
			module = with(module, text)
		}
		b.Files[name+".tla"] = module
	}
	for _, o := range w.refined {
		for i := range o.parts {
			name, text := o.weak(i)
			b.Files[name+".tla"] = []byte(text)
		}
	}
	config.Specification, config.Constraint = "BatchSpec", "BatchSteps"
	b.Files["Control.cfg"] = config.Encode()
	return b, nil
}

// A batchWriter writes the modules of a batch.
type batchWriter struct {
	m      *Manifest
	row    Row
	trials []Trial
	parts  map[string][]Part

	refined []*refinement
}

// changes reports whether some trial changes an action.
func (w *batchWriter) changes() bool {
	return slices.ContainsFunc(w.trials, func(t Trial) bool { return t.Change.Verb != "" })
}

// changed returns the module with all changes. Each changed action asks for the number of the
// trial.
func (w *batchWriter) changed(module []byte) ([]byte, error) {
	before, translation, found := strings.Cut(string(module), `\* BEGIN TRANSLATION`)
	if !found {
		return nil, fmt.Errorf("%s has no translation", w.m.Name)
	}
	line := strings.IndexByte(translation, '\n')
	after := translation[line+1:]
	of := map[string][]int{}
	var actions []string
	for i, t := range w.trials {
		if t.Change.Verb == "" {
			continue
		}
		if of[t.Change.Action] == nil {
			actions = append(actions, t.Change.Action)
		}
		of[t.Change.Action] = append(of[t.Change.Action], i)
	}
	original := after
	for _, name := range actions {
		start, end := definition(after, name)
		if start < 0 {
			return nil, fmt.Errorf("%s has no action %s", w.m.Name, name)
		}
		text, err := w.action(original, after[start:end], of[name])
		if err != nil {
			return nil, err
		}
		after = after[:start] + text + after[end:]
	}
	return []byte(before + `\* BEGIN TRANSLATION` + translation[:line+1] + "VARIABLE controlVariant\n" + after), nil
}

// action returns the definitions of an action in all trials that change it.
func (w *batchWriter) action(translation, text string, trials []int) (string, error) {
	head, _, _ := strings.Cut(text, " == ")
	name, self, _ := strings.Cut(head, "(")
	if self != "" {
		self = "(" + self
	}
	named := func(number int, text string) string {
		return fmt.Sprintf("%s__%d%s ==\n%s%s\n\n", name, number, self, strings.Repeat(" ", len(head)+4), text[len(head)+4:])
	}
	all := named(0, text)
	choice := head + " == "
	for _, i := range trials {
		t := w.trials[i]
		changed, err := t.Change.action(text, initially(translation, t.Change.What), t.Spoilt)
		if err != nil {
			return "", err
		}
		all += named(i+1, changed)
		choice += fmt.Sprintf("IF controlVariant = %d THEN %s__%d%s ELSE ", i+1, name, i+1, self)
	}
	return all + choice + name + "__0" + self, nil
}

var nextOf = regexp.MustCompile(`^(\w+) /\\ \[\]\[(.+?)\]_(?:vars|<<vars, [\w, ]+>>)`)

// watch returns the definitions that watch the properties.
func (w *batchWriter) watch(specification string) (string, error) {
	spec, err := w.m.specified(w.row.Module, specification)
	if err != nil {
		return "", err
	}
	next := nextOf.FindStringSubmatch(spec)
	if next == nil {
		return "", fmt.Errorf("%s is not Init and Next", specification)
	}
	var names, sets, levels, brief []string
	for _, t := range w.trials {
		sets = append(sets, `{"`+strings.Join(t.Watched, `", "`)+`"}`)
		levels = append(levels, fmt.Sprint(t.Levels))
		brief = append(brief, strings.ToUpper(fmt.Sprint(t.Brief)))
		for _, p := range t.Watched {
			if !slices.Contains(names, p) {
				names = append(names, p)
			}
		}
	}
	var defined, states, steps strings.Builder
	if !slices.ContainsFunc(names, func(name string) bool { return w.m.refinement(w.row.Module, name) == nil }) {
		defined.WriteString("LOCAL INSTANCE TLC\n") // a module for refinements does without it
	}
	if !w.changes() { // no action asks for the number of the trial
		defined.WriteString("VARIABLE controlVariant\n")
	}
	for _, name := range names {
		text, step, err := w.property(name)
		if err != nil {
			return "", err
		}
		to, holds := &states, name
		if step {
			to, holds = &steps, name+"__0"
		}
		defined.WriteString(text)
		fmt.Fprintf(to, "  /\\ BatchWants(\"%s\") => (%s \\/ BatchFails(\"%s\", IF BatchBrief[controlVariant] THEN {} ELSE {batchPart \\in 1..%d : %s__Weak[batchPart]}))\n", name, holds, name, len(w.parts[name]), name)
	}
	return fmt.Sprintf(batchText, defined.String(), strings.Join(sets, ", "), strings.Join(levels, ", "), strings.Join(brief, ", "), len(w.trials), next[1], next[2], states.String(), steps.String()), nil
}

// property returns the definitions of a property without each of its parts.
func (w *batchWriter) property(name string) (text string, step bool, err error) {
	if r := w.m.refinement(w.row.Module, name); r != nil {
		r.parts = slices.DeleteFunc(r.parts, func(p Part) bool {
			return !slices.ContainsFunc(w.trials, func(t Trial) bool { return slices.Contains(t.Watched, name) && slices.Contains(t.Parts, p.Text) })
		})
		w.parts[name], w.refined = r.parts, append(w.refined, r)
		return r.steps(name), true, nil
	}
	text, err = w.m.Property(w.row.Module, name)
	if err != nil {
		return "", false, err
	}
	w.parts[name] = Parts(text)
	body := func(text string) string { return text }
	if step = w.m.IsProperty(name); step {
		from, to := strings.Index(text, "[]["), strings.LastIndex(text, "]_vars")
		if strings.TrimSpace(text[:max(0, from)]) != "" || from < 0 || strings.TrimSpace(blanked(text)[max(0, to):]) != "]_vars" {
			return "", false, fmt.Errorf("%s is no property of single steps", name)
		}
		body = func(text string) string {
			to := strings.LastIndex(text, "]_vars")
			return text[:from] + "   " + text[from+3:to]
		}
	}
	or := ""
	if step {
		or = "\n  \\/ UNCHANGED vars"
	}
	var all, weak []string
	define := func(i int, text string) {
		d := fmt.Sprintf("%s__%d ==\n%s", name, i, body(text))
		if or != "" {
			d = fmt.Sprintf("%s__%d_ ==\n%s\n%s__%d == %s__%d_%s", name, i, body(text), name, i, name, i, or)
		}
		all = append(all, d)
	}
	define(0, blanked(text))
	for i, p := range w.parts[name] {
		define(i+1, p.Without(text))
		weak = append(weak, fmt.Sprintf("%s__%d", name, i+1))
	}
	all = append(all, fmt.Sprintf("%s__Weak == <<%s>>", name, strings.Join(weak, ", ")))
	return strings.Join(all, "\n") + "\n", step, nil
}

// batchText prints for each trial the properties that fail, after how many states, and without
// which parts they hold in all states at that distance.
const batchText = `
%s
BatchWatch == <<%s>>
BatchLevels == <<%s>>
BatchBrief == <<%s>>
BatchFailed == TLCGet(10 + controlVariant)
ASSUME \A batchTrial \in 1..%d : TLCSet(10 + batchTrial, <<>>)
BatchInit == %s /\ controlVariant \in DOMAIN BatchWatch
BatchNext ==
  /\ TLCGet("level") < BatchLevels[controlVariant]
  /\ ~(BatchBrief[controlVariant] /\ BatchWatch[controlVariant] \subseteq DOMAIN BatchFailed)
  /\ %s
  /\ UNCHANGED controlVariant
BatchSpec == BatchInit /\ [][BatchNext]_<<vars, controlVariant>>
BatchWants(batchName) ==
  /\ batchName \in BatchWatch[controlVariant]
  /\ batchName \in DOMAIN BatchFailed => ~BatchBrief[controlVariant] /\ BatchFailed[batchName].at = TLCGet("level") + 1
BatchFails(batchName, batchWeak) ==
  LET batchNow == [at |-> TLCGet("level") + 1,
              without |-> IF batchName \in DOMAIN BatchFailed THEN BatchFailed[batchName].without \cap batchWeak ELSE batchWeak]
  IN (batchName \in DOMAIN BatchFailed /\ BatchFailed[batchName] = batchNow) \/
     (/\ PrintT(<<"fails", controlVariant, batchName, batchNow.at, batchNow.without>>)
      /\ TLCSet(10 + controlVariant, (batchName :> batchNow) @@ BatchFailed))
BatchStates ==
  /\ TRUE
%s
BatchSteps ==
  /\ TRUE
%s`
