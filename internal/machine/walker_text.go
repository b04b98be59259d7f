package machine

import "strings"

// The state of a walker as text.

func (w *walker[S]) WordName(word int) string {
	return w.vars[word].objectName(w.objects[word])
}

func (w *walker[S]) WordText(word int, value uint64) string {
	return short.Replace(w.WordTLA(word, value))
}

func (w *walker[S]) WordTLA(word int, value uint64) string {
	b, _ := w.vars[word].Shape.word().append(nil, func(i int) uint8 { return uint8(value >> (8 * i)) }, 0)
	return string(b)
}

func (w *walker[S]) Own(thread int) (names, values []string) {
	for i := range w.d.Vars {
		v := &w.d.Vars[i]
		if v.Class != Private {
			continue
		}
		word := v.Shape.word()
		for n := range v.objects() {
			if v.owner(n*word.width) != thread {
				continue
			}
			b, _ := word.append(nil, func(i int) uint8 { return *v.Cell(&w.s, i) }, n*word.width)
			names, values = append(names, v.objectName(n)), append(values, string(b))
		}
	}
	return names, values
}

func (w *walker[S]) State() string {
	var all []string
	for i := range w.d.Vars {
		v := &w.d.Vars[i]
		for n := range v.objects() {
			if is := v.object(&w.s, n); is != v.object(&w.d.Init, n) {
				all = append(all, v.objectName(n)+" = "+is)
			}
		}
	}
	return strings.Join(all, ", ")
}

func (w *walker[S]) Enabled() []string {
	var all []string
	for t, thread := range w.d.Threads {
		at := w.d.PC(&w.s)[t]
		what := w.d.Actions[at].Name
		if !w.d.enabled(&w.s, t) {
			what += ", which it cannot do now"
		}
		all = append(all, thread+": "+what)
	}
	return all
}
