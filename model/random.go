package model

import "math/rand/v2"

// Shape bounds random scenarios. A field that is 0 has the value in brackets.
type Shape struct {
	MaxPrepare int // operations of the preparation [0]
	MaxOwner   int // operations of the owner [6]
	MaxThieves int // thieves, at least one [3]
	MaxSteals  int // operations of each thief, at least one [3]
	MaxBatch   int // items of a batch; batches only if the subject has them [4]
}

func (s Shape) orDefault() Shape {
	fill := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	fill(&s.MaxOwner, 6)
	fill(&s.MaxThieves, 3)
	fill(&s.MaxSteals, 3)
	fill(&s.MaxBatch, 4)
	return s
}

// Thieves returns the largest number of thieves in a scenario of this shape.
func (s Shape) Thieves() int { return s.orDefault().MaxThieves }

// Random returns a random scenario that the subject can run. The function intn returns a number in
// [0, n). So random generators, property tests and a fuzzer's bytes can use the same code.
func (s Shape) Random(on Subject, intn func(n int) int) Scenario {
	s = s.orDefault()
	var sc Scenario
	for range draw(intn, 0, s.MaxPrepare) {
		if intn(3) == 0 {
			sc.Prepare = append(sc.Prepare, Action{Kind: Steal})
		} else {
			sc.Prepare = append(sc.Prepare, s.ownerAction(on, intn))
		}
	}
	for range draw(intn, 1, s.MaxOwner) {
		sc.Owner = append(sc.Owner, s.ownerAction(on, intn))
	}
	for range draw(intn, 1, s.MaxThieves) {
		var thief []Action
		for range draw(intn, 1, s.MaxSteals) {
			a := Action{Kind: Steal}
			if on.Offers(Batch) && intn(4) == 0 {
				a = Action{Kind: Batch, Max: draw(intn, 1, s.MaxBatch)}
			}
			thief = append(thief, a)
		}
		sc.Thieves = append(sc.Thieves, thief)
	}
	return sc
}

func draw(intn func(int) int, low, high int) int { return low + intn(high-low+1) }

func (s Shape) ownerAction(on Subject, intn func(int) int) Action {
	switch n := intn(16); {
	case n < 8:
		return Action{Kind: Push}
	case n < 14:
		return Action{Kind: Pop}
	case n == 14 && on.Offers(PopTop):
		return Action{Kind: PopTop}
	case n == 15 && on.Offers(Scrub):
		return Action{Kind: Scrub}
	}
	return Action{Kind: Push}
}

// RandomSource returns a source for [Shape.Random] with a seed.
func RandomSource(seed uint64) func(n int) int {
	return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)).IntN
}

// ByteSource returns a source for [Shape.Random] that reads one byte for each number. After the
// last byte all numbers are 0. The same bytes give the same scenario, and fewer bytes give a
// smaller one.
func ByteSource(data []byte) func(n int) int {
	return func(n int) int {
		if len(data) == 0 || n <= 1 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}
}

// Decode turns any bytes into a case. The first byte chooses the deque's capacity, from 1 to 8.
// The others choose the scenario's operations. The same bytes give the same case.
func (s Shape) Decode(data []byte, on Subject) Case {
	next := ByteSource(data)
	capacity := 1 + next(8)
	return Case{capacity, s.Random(on, next)}
}
