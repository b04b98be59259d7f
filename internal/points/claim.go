package points

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// Claims say for each result at which access it takes effect.
type Claims map[Outcome]Claim

// Outcome is what an operation answers, without a value. Its text is such as "steal"
// or "steal empty".
type Outcome struct {
	Kind   model.Kind
	Status model.Status
}

func (o Outcome) String() string {
	if o.Status == model.Done {
		return o.Kind.String()
	}
	return o.Kind.String() + " " + o.Status.String()
}

// A Claim names accesses, by the label of their line, or on a line without one by what
// is accessed, such as d.mu. Its text is one of
//
//	PushPublish
//	PopReadTop or PopRestore
//	anywhere
//	PopResetAge, else anywhere
//	StealClaim, unless another's PopLower since StealReadBottom
//	PopLower, unless another's StealClaim before PopReadAge
//
// The point is the last of the accesses At that the operation has done; a failed
// compare-and-swap takes and puts nothing. A batch has one for each item, as far as it
// has done so many; the first items share the first. But if another operation has done
// one of Unless, between this operation's last of Since and its point, or between its
// point and its next of Before, then the last of these is the point: the operation takes
// effect right after what else does there. A failed compare-and-swap does not count.
//
// Anywhere holds if the operation has done none of At: it takes effect at no access,
// since at each instant of the call it is right and changes nothing.
type Claim struct {
	At, Unless, Since, Before []string
	Anywhere                  bool
}

func (c Claim) String() string {
	text := strings.Join(c.At, " or ")
	switch {
	case c.Anywhere && text == "":
		return "anywhere"
	case c.Anywhere:
		return text + ", else anywhere"
	case len(c.Since) > 0:
		text += ", unless another's " + strings.Join(c.Unless, " or ") + " since " + strings.Join(c.Since, " or ")
	case len(c.Before) > 0:
		text += ", unless another's " + strings.Join(c.Unless, " or ") + " before " + strings.Join(c.Before, " or ")
	}
	return text
}

// Parse reads claims, one a line: the outcome and its claim, with at least two spaces
// between them.
func Parse(text string) (Claims, error) {
	claims := Claims{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		result, says, parted := strings.Cut(line, "  ")
		if !parted {
			return nil, fmt.Errorf("points: %q: want a result and, after two spaces, its claim", line)
		}
		o, err := parseOutcome(result)
		if err != nil {
			return nil, fmt.Errorf("points: %q: %w", line, err)
		}
		if _, known := claims[o]; known {
			return nil, fmt.Errorf("points: %s stands there twice", o)
		}
		if claims[o], err = parseClaim(says); err != nil {
			return nil, fmt.Errorf("points: %q: %w", line, err)
		}
	}
	return claims, nil
}

func parseOutcome(text string) (o Outcome, err error) {
	kind, status, given := strings.Cut(text, " ")
	if o.Kind, err = model.ParseKind(kind); err == nil && given {
		o.Status, err = model.ParseStatus(status)
	}
	return o, err
}

var place = regexp.MustCompile(`^([A-Z]\w*|[a-z]\w*(\.\w+)+)$`)

func parseClaim(text string) (c Claim, err error) {
	var wrong []string
	places := func(text string) (all []string) {
		for _, p := range strings.Split(strings.TrimSpace(text), " or ") {
			if !place.MatchString(p) {
				wrong = append(wrong, p)
			}
			all = append(all, p)
		}
		return all
	}
	at, more, _ := strings.Cut(strings.TrimSpace(text), ", ")
	others, is := strings.CutPrefix(more, "unless another's ")
	earlier, since, isEarlier := strings.Cut(others, " since ")
	later, before, isLater := strings.Cut(others, " before ")
	switch {
	case at == "anywhere" && more == "":
		return Claim{Anywhere: true}, nil
	case more == "else anywhere":
		c = Claim{At: places(at), Anywhere: true}
	case more == "":
		c = Claim{At: places(at)}
	case is && isEarlier:
		c = Claim{At: places(at), Unless: places(earlier), Since: places(since)}
	case is && isLater:
		c = Claim{At: places(at), Unless: places(later), Before: places(before)}
	default:
		return c, fmt.Errorf("after the comma want \"else anywhere\", \"unless another's X since Y\" or \"unless another's X before Y\"")
	}
	if len(wrong) > 0 {
		return c, fmt.Errorf("%q is no access: want a label, or what is accessed", wrong[0])
	}
	return c, nil
}

// Places returns the accesses that are named, sorted.
func (c Claims) Places() []string {
	all := map[string]bool{}
	for _, claim := range c {
		for _, p := range slices.Concat(claim.At, claim.Unless, claim.Since, claim.Before) {
			all[p] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Points returns where the result can take effect, "anywhere" included.
func (c Claim) Points() []string {
	all := slices.Concat(c.At, c.Unless)
	if c.Anywhere {
		all = append(all, "anywhere")
	}
	return all
}
