package machine

import "strings"

// The walker of a runner.

// Walker returns a walker of the machine.
func (r *runner[S]) Walker() Walker {
	w := &walker[S]{r: r, d: r.d, hints: make([]uint8, len(r.d.Actions)), accessed: make([]uint8, len(r.d.Actions))}
	w.words = w.number(Shared)
	w.privates = w.number(Private)
	w.initial = append([]uint8(nil), w.d.PC(&w.d.Init)...)
	w.Begin()
	return w
}

// number numbers the words of the variables of a class.
func (w *walker[S]) number(class Class) (all []Variable) {
	for i := range w.d.Vars {
		v := &w.d.Vars[i]
		if v.Class != class {
			continue
		}
		one := Variable{Name: v.Name, First: len(w.vars), Words: v.objects()}
		switch v.Shape.word().kind {
		case number:
		case integer:
			one.Kind = Integer
		case boolean:
			one.Kind = Boolean
		default:
			one.Kind = Other
		}
		all = append(all, one)
		for object := range one.Words {
			w.vars = append(w.vars, v)
			w.objects = append(w.objects, object)
			w.widths = append(w.widths, v.Shape.word().width)
		}
	}
	return all
}

type walker[S comparable] struct {
	r        *runner[S]
	d        *Def[S]
	s        S
	words    []Variable
	privates []Variable
	vars     []*Var[S] // by word
	objects  []int     // by word: which of its variable's
	widths   []int     // by word: how many cells it has
	initial  []uint8   // by thread
	parts    []Part
	before   S // the last step
	marks    []S
	noGhost  bool
	hints    []uint8 // by action: the choice that has led to it last
	accessed []uint8 // by action: which of words it has accessed last
	try      S       // what is tried on
}

func (w *walker[S]) Threads() []string { return w.d.Threads }

func (w *walker[S]) Actions() []Label {
	all := make([]Label, len(w.d.Actions))
	for i, a := range w.d.Actions {
		reads, writes := strings.Fields(a.Reads), strings.Fields(a.Writes)
		all[i] = Label{a.Name, len(reads)+len(writes) == 0, reads, writes}
	}
	return all
}

func (w *walker[S]) Words() []Variable { return w.words }

func (w *walker[S]) Privates() []Variable { return w.privates }

func (w *walker[S]) Process(thread int) int { return w.d.First + thread }

func (w *walker[S]) Begin() { w.s, w.marks = w.d.Init, w.marks[:0] }

func (w *walker[S]) At(thread int) (int, bool) {
	at := w.d.PC(&w.s)[thread]
	return int(at), at == w.initial[thread]
}

func (w *walker[S]) Leads(thread, action int) (int, bool) {
	a := &w.d.Actions[w.d.PC(&w.s)[thread]]
	if a.Do == nil || a.Reads != "" || a.Writes != "" {
		return 0, false
	}
	choices := max(1, a.Choices)
	for i := range choices {
		choice := (i + int(w.hints[action])) % choices
		w.try = w.s
		if a.Do(&w.try, thread, choice).Form == Silent && int(w.d.PC(&w.try)[thread]) == action {
			w.hints[action] = uint8(choice)
			return choice, true
		}
	}
	return 0, false
}

func (w *walker[S]) word(s *S, word int) (value uint64) {
	v, width := w.vars[word], w.widths[word]
	first := w.objects[word] * width
	if width == 1 {
		return uint64(*v.Cell(s, first))
	}
	for i := range width {
		value |= uint64(*v.Cell(s, first+i)) << (8 * i)
	}
	return value
}

func (w *walker[S]) setWord(s *S, word int, value uint64) {
	v, width := w.vars[word], w.widths[word]
	for i := range width {
		*v.Cell(s, w.objects[word]*width+i) = uint8(value >> (8 * i))
	}
}

func (w *walker[S]) Word(word int) uint64 { return w.word(&w.s, word) }

// fill completes a step from a state to another.
func (w *walker[S]) fill(step *Step, from, to *S) {
	if step.Form != Single {
		return
	}
	accessed := &w.accessed[step.Action]
	v := &w.words[*accessed]
	for i := 0; v.Name != step.Var; i++ {
		v = &w.words[i]
		*accessed = uint8(i)
	}
	step.Word = v.First + int(step.Object)
	step.Read, step.Wrote = w.word(from, step.Word), w.word(to, step.Word)
}

func (w *walker[S]) Choices(thread int) int {
	return max(1, w.d.Actions[w.d.PC(&w.s)[thread]].Choices)
}

func (w *walker[S]) Peek(thread, choice int) (step Step) {
	w.try = w.s
	at := w.d.PC(&w.s)[thread]
	step.Action, step.Word = int(at), -1
	if a := &w.d.Actions[at]; a.Do != nil {
		step.Access = a.Do(&w.try, thread, choice)
		w.fill(&step, &w.s, &w.try)
	}
	return step
}

func (w *walker[S]) Do(thread, choice int) (step Step) {
	w.before = w.s
	at := w.d.PC(&w.s)[thread]
	step.Action, step.Word = int(at), -1
	a := &w.d.Actions[at]
	if a.Do == nil {
		return step
	}
	if step.Access = a.Do(&w.s, thread, choice); step.Form == Disabled {
		w.s = w.before
		return step
	}
	w.fill(&step, &w.before, &w.s)
	w.keepGhosts()
	return step
}

func (w *walker[S]) Undo() { w.s = w.before }

func (w *walker[S]) Mark() int {
	w.marks = append(w.marks, w.s)
	return len(w.marks) - 1
}

func (w *walker[S]) Return(mark int) { w.s = w.marks[mark] }

func (w *walker[S]) Marks() int { return len(w.marks) }

func (w *walker[S]) Forget(n int) { w.marks = w.marks[:n] }

func (w *walker[S]) Alike(mark, other int) bool {
	return mark == other || w.marks[mark] == w.marks[other]
}

// view returns the state in which words have these values.
func (w *walker[S]) view(views []View) *S {
	w.try = w.s
	for _, v := range views {
		w.setWord(&w.try, v.Word, v.Value)
	}
	return &w.try
}

func (w *walker[S]) Region(thread int, views []View) []Part {
	s := w.view(views)
	w.parts = w.parts[:0]
	w.d.parts = &w.parts
	w.d.Actions[w.d.PC(&w.s)[thread]].Do(s, thread, 0)
	w.d.parts = nil
	for i := range w.parts { // from objects to words
		p := &w.parts[i]
		for _, v := range w.words {
			if v.Name == p.Var {
				p.Object += int32(v.First)
			}
		}
	}
	return w.parts
}

func (w *walker[S]) DoRegion(thread int, views []View) (Step, bool) {
	at := w.d.PC(&w.s)[thread]
	a := &w.d.Actions[at]
	w.before = w.s
	stale := false
	for _, v := range views {
		stale = stale || w.Word(v.Word) != v.Value
	}
	if !stale {
		step := Step{Access: a.Do(&w.s, thread, 0), Action: int(at), Word: -1}
		w.keepGhosts()
		return step, false
	}
	to := w.view(views)
	did := a.Do(to, thread, 0)
	for _, v := range views { // what the region has not written stays what it is
		if w.word(to, v.Word) == v.Value {
			w.setWord(to, v.Word, w.Word(v.Word))
		}
	}
	a.Do(&w.s, thread, 0)
	torn := w.s != *to
	w.s = *to
	w.keepGhosts()
	return Step{Access: did, Action: int(at), Word: -1}, torn
}

func (w *walker[S]) WithoutGhosts() { w.noGhost = true }

func (w *walker[S]) keepGhosts() {
	if !w.noGhost {
		return
	}
	for i := range w.d.Vars {
		v := &w.d.Vars[i]
		if v.Class != Ghost {
			continue
		}
		for cell := range v.Shape.width {
			*v.Cell(&w.s, cell) = *v.Cell(&w.d.Init, cell)
		}
	}
}
