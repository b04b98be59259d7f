package explore

// trace returns the run that leads to a breach.
func (x *search[S]) trace(b *breach) *Failure {
	f := &Failure{Rule: b.rule, Name: b.name, Back: -1, names: x.m.Threads}
	var path []fingerprint
	if b.from != none {
		path = x.path(b.from)
	}
	if !b.stuck {
		path = append(path, b.to)
	}
	x.replay(f, path)
	return f
}

// replay runs along a path, and records its steps.
func (x *search[S]) replay(f *Failure, path []fingerprint) {
	var s S
	for i := range x.m.Init {
		s = x.m.Init[i]
		if x.m.Canonical != nil {
			x.m.Canonical(&s)
		}
		if fingerprintOf(bytesOf(&s)) == path[0] {
			break
		}
	}
	f.Init = x.text(&s)
	for _, p := range path[1:] {
		for _, step := range x.m.Next(&s, nil) {
			if x.m.Within != nil && !x.m.Within(&s, &step) {
				continue
			}
			to := step.To
			if x.m.Canonical != nil {
				x.m.Canonical(&to)
			}
			if fingerprintOf(bytesOf(&to)) != p {
				continue
			}
			f.Steps = append(f.Steps, Taken{int(step.Thread), int(step.Action), x.say(&s, &step)})
			s = to
			break
		}
	}
	f.Last = x.text(&s)
}

func (x *search[S]) say(from *S, step *Step[S]) string {
	if x.m.Say != nil {
		return x.m.Say(from, step)
	}
	return x.m.Actions[step.Action]
}

func (x *search[S]) text(s *S) string {
	if x.m.Text == nil {
		return ""
	}
	return string(x.m.Text(nil, s))
}
