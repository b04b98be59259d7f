package wsqtest_test

import (
	"testing"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func TestConform(t *testing.T) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			o := wsqtest.Options[*wsqtest.Item]{Rounds: 5_000, Items: 500_000} // verify runs more
			if testing.Short() || long.Asked() {
				o = wsqtest.Options[*wsqtest.Item]{}
			}
			wsqtest.Run(t, m.New, o)
		})
	}
}
