package arch

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Page is a document in Markdown, reduced to the parts that the checks need.
type Page struct {
	Path     string
	Anchors  map[string]bool // anchors of its headings, in the form that GitHub gives them
	Links    []Quote
	Commands []Quote // lines of blocks that begin with ```sh
	Examples []Quote // lines of blocks that begin with ```sh example: and the reason why no test runs them
	Steps    []Step  // lines of blocks that begin with ```sh module, and the files that they need, in order
	Reasons  []Quote // for each block that begins with ```sh example: the reason why no test runs it, or ""
	Spans    []Quote // commands with arguments in running text and in tables
	Tests    []Quote // names of tests there
}

// Step is a command that runs in a module of its own for the page, or a file that is put there before the next command.
type Step struct {
	Quote        // the command, or the content of the file
	File  string // its name; "" for a command
}

// Quote is a piece of a page.
type Quote struct {
	Line int
	Text string
}

var (
	heading    = regexp.MustCompile(`^ {0,3}#{1,6}\s+(.*?)\s*#*$`)
	fence      = regexp.MustCompile("^ {0,3}(```+|~~~+)\\s*(.*?)\\s*$")
	codeSpan   = regexp.MustCompile("`[^`]*`")
	inlineLink = regexp.MustCompile(`\]\(\s*<?([^()<>\s]*(?:\([^()\s]*\))?[^()<>\s]*)>?(?:\s+"[^"]*")?\s*\)`)
	linkTarget = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)`)
	command    = regexp.MustCompile(`^([A-Z_0-9]+=[^ ]+ )*(go test .*\./.*|go run \./cmd/stealproof\b.*|go -C [a-z/]+ (run|test) .*|\.ci/run\b.*)$`)
	testName   = regexp.MustCompile(`^(Test|Example|Fuzz|Benchmark)[A-Z]\w*_\w+(/.*)?$`)
	intoFile   = regexp.MustCompile("^Put this into `([^`]+)`:$")
	linkText   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// ReadPage parses a document.
func ReadPage(p, text string) Page {
	page := Page{Path: p, Anchors: map[string]bool{}}
	closing, language := "", "" // of the block around the line
	file := ""                  // that the block has
	for i, line := range strings.Split(text, "\n") {
		if m := fence.FindStringSubmatch(line); m != nil && (closing == "" || strings.HasPrefix(m[1], closing)) {
			if closing != "" {
				closing, language, file = "", "", ""
				continue
			}
			closing, language = m[1], m[2]
			switch {
			case strings.HasPrefix(language, "sh example"):
				_, reason, _ := strings.Cut(language, ":")
				page.Reasons = append(page.Reasons, Quote{i + 1, strings.TrimSpace(reason)})
			case file != "":
				page.Steps = append(page.Steps, Step{Quote{i + 1, ""}, file})
			}
			continue
		}
		if closing != "" {
			page.addLine(language, file, Quote{i + 1, line})
			continue
		}
		if m := intoFile.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if line != "" {
			file = ""
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			page.addAnchor(m[1])
		}
		for _, span := range codeSpan.FindAllString(line, -1) {
			text := strings.ReplaceAll(strings.Trim(span, "`"), `\|`, "|") // a table cannot have a plain |
			if command.MatchString(text) {
				page.Spans = append(page.Spans, Quote{i + 1, text})
			}
			if testName.MatchString(text) {
				page.Tests = append(page.Tests, Quote{i + 1, text})
			}
		}
		line = codeSpan.ReplaceAllString(line, "")
		for _, m := range inlineLink.FindAllStringSubmatch(line, -1) {
			page.Links = append(page.Links, Quote{i + 1, m[1]})
		}
		if m := linkTarget.FindStringSubmatch(line); m != nil {
			page.Links = append(page.Links, Quote{i + 1, m[1]})
		}
	}
	return page
}

// addLine adds a line of a block.
func (p *Page) addLine(language, file string, line Quote) {
	if file != "" {
		p.Steps[len(p.Steps)-1].Text += line.Text + "\n"
		return
	}
	line.Text = strings.TrimSpace(line.Text)
	kind, _, _ := strings.Cut(language, ":")
	switch kind {
	case "sh":
		p.Commands = append(p.Commands, line)
	case "sh example":
		p.Examples = append(p.Examples, line)
	case "sh module":
		p.Steps = append(p.Steps, Step{Quote: line})
	}
}

// addAnchor adds the anchor that GitHub gives to a heading: lower case, dashes for spaces, and no punctuation.
// If the anchor is taken, a number is added.
func (p *Page) addAnchor(title string) {
	title = linkText.ReplaceAllString(title, "$1")
	anchor := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
	free := anchor
	for n := 1; p.Anchors[free]; n++ {
		free = fmt.Sprintf("%s-%d", anchor, n)
	}
	p.Anchors[free] = true
}

// ReadPages reads all Markdown documents below root.
func ReadPages(root fs.FS) ([]Page, error) {
	var pages []Page
	err := fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != "." && skipped(d.Name()):
			return fs.SkipDir
		case d.IsDir() || path.Ext(p) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, p)
		if err != nil {
			return err
		}
		pages = append(pages, ReadPage(p, string(text)))
		return nil
	})
	return pages, err
}

// CheckLinks returns a message for each link whose target does not exist. It does not check links to other
// hosts.
func CheckLinks(root fs.FS, pages []Page) []string {
	var faults []string
	for _, page := range pages {
		for _, l := range page.Links {
			if fault := page.check(root, pages, l.Text); fault != "" {
				faults = append(faults, fmt.Sprintf("%s:%d: link to %s: %s", page.Path, l.Line, l.Text, fault))
			}
		}
	}
	return faults
}

var scheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)

func (p Page) check(root fs.FS, pages []Page, link string) string {
	if scheme.MatchString(link) {
		return ""
	}
	file, anchor, anchored := strings.Cut(link, "#")
	target := p.Path
	if file != "" {
		target = path.Join(path.Dir(p.Path), file)
	}
	switch {
	case link == "" || strings.HasPrefix(file, "/"):
		return "want a path relative to the page"
	case !fs.ValidPath(target) || !exists(root, target):
		return "there is no " + target
	case !anchored:
		return ""
	}
	i := slices.IndexFunc(pages, func(q Page) bool { return q.Path == target })
	switch {
	case i < 0:
		return "only documents have anchors"
	case !pages[i].Anchors[anchor]:
		return target + " has no heading for #" + anchor
	}
	return ""
}
