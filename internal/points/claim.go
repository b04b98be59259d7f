package points

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// Claims has, for each result, the access at which it takes effect.
type Claims map[Outcome]Claim

// Outcome is the result of an operation without its value. Its text is such as "steal" or "steal
// empty".
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

// A Claim names accesses. The name is the label of the access's line. On a line without a label it
// is the accessed expression, such as d.mu. The text of a claim is one of
//
//	PushPublish
//	PopReadTop or PopRestore
//	anywhere
//	PopResetAge, else anywhere
//	StealClaim, unless another's PopLower since StealReadBottom
//	PopLower, unless another's StealClaim before PopReadAge
//
// The point is the operation's last access of At. A failed compare-and-swap takes and puts
// nothing, so it does not count. A batch has a point for each item. If it has done fewer accesses
// of At than it has items, the first items share the first.
//
// Unless names accesses of other operations. With Since, such an access counts between this
// operation's last access of Since and its point. With Before, it counts between the point and
// this operation's next access of Before. If there is one, the last of them is the point. The
// operation takes effect right after the operations that take effect there. A failed
// compare-and-swap does not count.
//
// Anywhere holds if the operation has done no access of At. It then takes effect at no access: at
// each instant of the call its result is right, and it changes nothing.
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

// Parse reads claims, one a line: the outcome and its claim, with at least two spaces between
// them. It returns an error for a line that it cannot read, and for an outcome that comes twice.
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
			return nil, fmt.Errorf("points: %s is claimed twice", o)
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
		return c, fmt.Errorf("%q is not an access: want a label, or the accessed expression", wrong[0])
	}
	return c, nil
}

// Places returns the accesses that the claims name, sorted.
func (c Claims) Places() []string {
	all := map[string]bool{}
	for _, claim := range c {
		for _, p := range slices.Concat(claim.At, claim.Unless, claim.Since, claim.Before) {
			all[p] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Points returns the accesses at which the result can take effect, and "anywhere" if that is
// allowed.
func (c Claim) Points() []string {
	all := slices.Concat(c.At, c.Unless)
	if c.Anywhere {
		all = append(all, "anywhere")
	}
	return all
}
