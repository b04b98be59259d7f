package tla

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// text returns a module with its translated algorithm changed. spoilt is the value that
// Spoils gives to the variable. It returns an error if the module's text does not allow the
// change, such as when the action uses the new value of the variable further on.
func (c Change) text(module, spoilt string) (string, error) {
	before, translation, found := strings.Cut(module, `\* BEGIN TRANSLATION`)
	if !found {
		return "", fmt.Errorf("%s: the module has no translation", c)
	}
	start, end := definition(translation, c.Action)
	if start < 0 {
		return "", fmt.Errorf("%s: the module has no such action", c)
	}
	action, err := c.action(translation[start:end], initially(translation, c.What), spoilt)
	if err != nil {
		return "", err
	}
	return before + `\* BEGIN TRANSLATION` + translation[:start] + action + translation[end:], nil
}

// definition returns where the definition of an action begins and ends, or -1.
func definition(text, name string) (start, end int) {
	at := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + `(?:\(self\))? == `).FindStringIndex(text)
	if at == nil {
		return -1, -1
	}
	length := strings.Index(text[at[0]:], "\n\n")
	if length < 0 {
		return -1, -1
	}
	return at[0], at[0] + length
}

// initially returns the first value of a variable, or "".
func initially(translation, variable string) string {
	start, end := definition(translation, "Init")
	if start < 0 {
		return ""
	}
	init := translation[start:end]
	for _, s := range assignments(init, variable+" = ") {
		return bound.ReplaceAllString(strings.TrimSpace(init[s.from:s.to]), "proc") // an action has a self, too
	}
	return ""
}

var bound = regexp.MustCompile(`\bself\b`)

// A span is the place of an expression.
type span struct{ from, to int }

// assignments returns where the values stand that begin behind a text such as "bottom' = ". A
// value ends before the next line that does not stand further right than that text.
func assignments(action, head string) []span {
	var all []span
	for i := 0; i < len(action); {
		at := strings.Index(action[i:], head)
		if at < 0 {
			break
		}
		at += i
		i = at + len(head)
		if at > 0 && isWord(action[at-1]) {
			continue
		}
		column := at - (strings.LastIndexByte(action[:at], '\n') + 1)
		end := i
		for {
			line := strings.IndexByte(action[end:], '\n')
			if line < 0 {
				end = len(action)
				break
			}
			next := action[end+line+1:]
			if indent := len(next) - len(strings.TrimLeft(next, " ")); indent <= column {
				end += line
				break
			}
			end += line + 1
		}
		all = append(all, span{i, end})
		i = end
	}
	return all
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// action returns an action with the change.
func (c Change) action(text, first, spoilt string) (string, error) {
	head, variable := c.What+"' = ", c.What
	switch c.Verb {
	case Waits:
		name, rest, _ := strings.Cut(text, " == /\\ ")
		column := strings.Repeat(" ", len(name)+len(" == "))
		return name + " == /\\ FALSE\n" + column + "/\\ " + rest, nil
	case GoesTo:
		head, variable = "pc' = ", "pc"
	case Clears:
		return c.clears(text, first)
	case Sets:
		return c.sets(text)
	}
	places := assignments(text, head)
	if len(places) == 0 {
		return "", fmt.Errorf("%s: the action does not change it", c)
	}
	uses := regexp.MustCompile(`\b`+variable+`'`).FindAllString(text, -1)
	if len(uses) != len(places) {
		return "", fmt.Errorf("%s: the action uses the new value", c)
	}
	changed := false
	for _, p := range slices.Backward(places) {
		value := text[p.from:p.to]
		switch c.Verb {
		case Keeps:
			value = variable
		case Resets:
			value = fmt.Sprintf("(IF (%s) = %s THEN %s ELSE (%s))", oneLine(value), variable, variable, oneLine(first))
		case Spoils:
			value = fmt.Sprintf("(IF (%s) = %s THEN %s ELSE (%s))", oneLine(value), variable, variable, spoilt)
		case GoesTo:
			value = strings.ReplaceAll(value, `"`+c.Before+`"`, `"`+c.What+`"`)
		}
		changed = changed || value != text[p.from:p.to]
		text = text[:p.from] + value + text[p.to:]
	}
	if !changed || c.Verb == Resets && first == "" || c.Verb == Spoils && spoilt == "" {
		return "", fmt.Errorf("%s: that changes nothing", c)
	}
	return text, nil
}

// oneLine joins the lines of an expression. It is only for expressions without a list of
// conjuncts, whose columns matter.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var unchanged = regexp.MustCompile(`UNCHANGED\s*(?:<<([^>]*)>>|(\w+))`)

// clears returns an action that also gives a variable its first value. The variable must be in one
// list of variables that the action leaves unchanged.
func (c Change) clears(text, first string) (string, error) {
	var place []int
	for _, at := range unchanged.FindAllStringSubmatchIndex(text, -1) {
		list := at[2]
		if list < 0 {
			list = at[4]
		}
		if slices.Contains(names(text[list:at[1]]), c.What) {
			if place != nil {
				return "", fmt.Errorf("%s: it is unchanged in two places", c)
			}
			place = at
		}
	}
	if place == nil || first == "" || strings.Contains(text, c.What+"' = ") {
		return "", fmt.Errorf("%s: it is unchanged in no place", c)
	}
	rest := slices.DeleteFunc(names(text[place[0]+len("UNCHANGED"):place[1]]), func(name string) bool { return name == c.What })
	name, _, _ := strings.Cut(text, "/\\")
	return text[:place[0]] + "UNCHANGED << " + strings.Join(rest, ", ") + " >>" + text[place[1]:] +
		"\n" + strings.Repeat(" ", len(name)) + "/\\ " + c.What + "' = (" + oneLine(first) + ")", nil
}

func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return !isWord(byte(min(r, 127))) })
}
