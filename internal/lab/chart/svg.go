package chart

import (
	"fmt"
	"regexp"
	"strings"
)

// likeFonts adds fonts of the same widths, for readers without the fonts that texts were measured
// with.
var likeFonts = strings.NewReplacer(
	"font-family:Liberation Sans", "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif",
	"font-family:Liberation Serif", "font-family:Liberation Serif,Tinos,Times New Roman,Times,serif",
)

var (
	styled   = regexp.MustCompile(`\s+style="([^"]*)"`)
	straight = regexp.MustCompile(`font-(variant|weight|style):normal;`)
	opening  = regexp.MustCompile(`<svg[^>]*>\n`)
)

// small makes an SVG text smaller without changing its look. It names each style once, and leaves
// out normal values.
func small(svg string) string {
	names := map[string]string{}
	var rules strings.Builder
	svg = styled.ReplaceAllStringFunc(svg, func(attribute string) string {
		style := straight.ReplaceAllString(styled.FindStringSubmatch(attribute)[1], "")
		name, known := names[style]
		if !known {
			name = fmt.Sprintf("s%d", len(names))
			names[style] = name
			fmt.Fprintf(&rules, ".%s{%s}\n", name, likeFonts.Replace(style))
		}
		return fmt.Sprintf(` class="%s"`, name)
	})
	at := opening.FindStringIndex(svg)
	if at == nil || len(names) == 0 {
		return svg
	}
	return svg[:at[1]] + "<style>\n" + rules.String() + "</style>\n" + svg[at[1]:]
}
