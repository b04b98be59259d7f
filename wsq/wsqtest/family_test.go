package wsqtest_test

import (
	"testing"

	"github.com/stealproof/stealproof/wsq/wsqtest"
)

func TestConform(t *testing.T) {
	for _, m := range wsqtest.Family() {
		t.Run(m.Name, func(t *testing.T) {
			wsqtest.Run(t, m.New, wsqtest.Options[*wsqtest.Item]{})
		})
	}
}
