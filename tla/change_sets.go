package tla

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Setting is a place in a variable, and the value that a change of the verb Sets gives to it: "r.base to 3",
// "seen[1] to 2", "mine{3} to TRUE".
type Setting struct {
	Variable string
	Path     []string // ".field" of a record, "[1]" of a function or a sequence, "{3}" for whether 3 is in a set
	Value    string   // a number, TRUE, FALSE, a string, or a sequence of numbers
}

var (
	settingForm = regexp.MustCompile(`^(\w+)((?:\.\w+|\[-?\d+\])*(?:\{-?\d+\})?) to (-?\d+|TRUE|FALSE|"\w*"|<<(?:\d+(?:, \d+)*)?>>)$`)
	pathStep    = regexp.MustCompile(`\.\w+|\[-?\d+\]|\{-?\d+\}`)
)

// Settings returns what a change of the verb Sets sets. It returns nil for other verbs, and if the text has another form.
func (c Change) Settings() (all []Setting) {
	for one := range strings.SplitSeq(c.What, " and ") {
		m := settingForm.FindStringSubmatch(one)
		if c.Verb != Sets || m == nil {
			return nil
		}
		all = append(all, Setting{m[1], pathStep.FindAllString(m[2], -1), m[3]})
	}
	return all
}

// of returns the expression value, with the setting's value at its place.
func (s Setting) of(value string) string {
	path := strings.Join(s.Path, "")
	if path == "" {
		return s.Value
	}
	last := s.Path[len(s.Path)-1]
	if !strings.HasPrefix(last, "{") {
		return fmt.Sprintf("[(%s) EXCEPT !%s = %s]", value, path, s.Value)
	}
	operator := ` \ `
	if s.Value == "TRUE" {
		operator = ` \cup `
	}
	if len(s.Path) == 1 {
		return "(" + value + ")" + operator + last
	}
	return fmt.Sprintf("[(%s) EXCEPT !%s = @%s%s]", value, strings.TrimSuffix(path, last), operator, last)
}

// sets returns the text of an action that also sets the places, in each of its branches.
func (c Change) sets(text string) (string, error) {
	of := map[string][]Setting{}
	var variables []string
	for _, s := range c.Settings() {
		if of[s.Variable] == nil {
			variables = append(variables, s.Variable)
		}
		of[s.Variable] = append(of[s.Variable], s)
	}
	for _, v := range variables {
		value := func(text string) string {
			for _, s := range of[v] {
				text = s.of(text)
			}
			return text
		}
		places := assignments(text, v+"' = ")
		if len(regexp.MustCompile(`\b`+v+`'`).FindAllString(text, -1)) != len(places) {
			return "", fmt.Errorf("%s: the action uses the new value", c)
		}
		for _, p := range slices.Backward(places) {
			text = text[:p.from] + value(oneLine(text[p.from:p.to])) + text[p.to:]
		}
		lists := 0
		text = unchanged.ReplaceAllStringFunc(text, func(list string) string {
			all := names(strings.TrimPrefix(list, "UNCHANGED"))
			if !slices.Contains(all, v) {
				return list
			}
			lists++
			all = slices.DeleteFunc(all, func(name string) bool { return name == v })
			return fmt.Sprintf("UNCHANGED << %s >> /\\ %s' = %s", strings.Join(all, ", "), v, value(v))
		})
		if len(places)+lists == 0 {
			return "", fmt.Errorf("%s: the action has no variable %s", c, v)
		}
	}
	return text, nil
}
