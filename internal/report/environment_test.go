package report

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTime(t *testing.T) {
	for text, want := range map[string]time.Duration{"": time.Hour, "3s": 3 * time.Second, "0": 0} {
		t.Setenv(EnvTime, text)
		d, err := Time(time.Hour)
		require.NoError(t, err, text)
		require.Equal(t, want, d, text)
	}
	for _, text := range []string{"3", "soon", "-1s"} {
		t.Setenv(EnvTime, text)
		_, err := Time(time.Hour)
		require.ErrorContains(t, err, EnvTime+` is "`+text+`", which is no time`)
	}
}
