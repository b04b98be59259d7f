package machine

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/tla"
)

var (
	codeLabel = regexp.MustCompile(`//tla:(?:(\w+)\.)?([A-Z]\w*)`)
	tlaLabel  = regexp.MustCompile(`(?m)^([A-Z]\w*):$`)
)

// parity returns what is wrong with the labels, a line for each. Three sets of words must
// be equal: the labels of the code in these files, the actions of the modules in package
// tla, and the labels of the machines. A label without an access, where a thread chooses,
// is not in the code.
//
// file returns the text of a Go file of this repository, given its path. module does
// so for a module of package tla.
func parity(file func(path string) (string, error), module func(m *tla.Manifest) (string, error)) ([]string, error) {
	var faults []string
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	wanted := map[string]map[string]string{} // by files: labels, and whose they are
	may := map[string]map[string]bool{}      // labels of other modules that stand in for actions
	for _, name := range Names() {
		m, err := tla.Find(name)
		if err != nil {
			return nil, err
		}
		text, err := module(m)
		if err != nil {
			return nil, err
		}
		algorithm, _, _ := strings.Cut(text, `\* BEGIN TRANSLATION`)
		specified := map[string]bool{}
		for _, label := range tlaLabel.FindAllStringSubmatch(algorithm, -1) {
			specified[label[1]] = true
		}
		c, err := m.Config(m.Rows[0])
		if err != nil {
			return nil, err
		}
		one, err := New(name, c)
		if err != nil {
			return nil, err
		}
		files := strings.Join(m.Code, " ")
		if wanted[files] == nil {
			wanted[files], may[files] = map[string]string{}, map[string]bool{}
		}
		actions := map[string]bool{}
		for _, l := range one.Labels() {
			actions[l.Name] = true
			if !specified[l.Name] {
				say("%s: the machine has the action, and tla/%s/%s.tla no such label", m.Label(l.Name), m.Dir, name)
			}
			if _, elsewhere := m.Elsewhere[l.Name]; !l.Silent && !elsewhere && files != "" {
				wanted[files][m.Label(l.Name)] = name
			}
		}
		for _, label := range slices.Sorted(maps.Keys(specified)) {
			if !actions[label] {
				say("%s: tla/%s/%s.tla has the label, and the machine no such action", m.Label(label), m.Dir, name)
			}
		}
		for action, label := range m.Elsewhere {
			if !actions[action] {
				say("%s: tla/%s/%s.json says where it is in the code, and there is no such action", m.Label(action), m.Dir, name)
			}
			if !strings.HasPrefix(label, "- ") {
				may[files][label] = true
			}
		}
	}
	for _, files := range slices.Sorted(maps.Keys(wanted)) {
		inCode := map[string]string{}
		for _, path := range strings.Fields(files) {
			code, err := file(path)
			if err != nil {
				return nil, err
			}
			for _, label := range codeLabel.FindAllStringSubmatch(code, -1) {
				inCode[strings.TrimPrefix(label[0], "//tla:")] = path
			}
		}
		for _, label := range slices.Sorted(maps.Keys(wanted[files])) {
			if inCode[label] == "" {
				say("%s: it is an access of %s.tla and of its machine, and no line of %s has the label", label, wanted[files][label], files)
			}
		}
		for _, label := range slices.Sorted(maps.Keys(inCode)) {
			if wanted[files][label] == "" {
				say("%s: %s has the label, and it is no access of a module", label, inCode[label])
			}
		}
		for _, label := range slices.Sorted(maps.Keys(may[files])) {
			if inCode[label] == "" {
				say("%s: a manifest expects the label in %s", label, files)
			}
		}
	}
	return faults, nil
}
