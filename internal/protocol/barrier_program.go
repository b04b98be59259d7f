package protocol

import "fmt"

type barrier interface{ Wait() }

// barrierMeets has threads that publish the number of each round, and after the barrier read the numbers of the
// other threads. A published number stays for another round.
func barrierMeets(parties int, of func(parties int) barrier) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		b := of(parties)
		shown := [2][]int{make([]int, parties), make([]int, parties)}
		wrong := make([]error, parties)
		for t := range parties {
			start(fmt.Sprintf("thread %d", t), func() {
				for round := 1; round <= rounds; round++ {
					shown[round%2][t] = round
					b.Wait()
					for other, shows := range shown[round%2] {
						if shows != round {
							wrong[t] = fmt.Errorf("thread %d in round %d sees thread %d in round %d", t, round, other, shows)
						}
					}
				}
			})
		}
		return func() error {
			for _, err := range wrong {
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
}
