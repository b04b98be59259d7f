package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

func TestParsePart(t *testing.T) {
	part, parts, err := report.ParsePart("2/12")
	require.NoError(t, err)
	require.Equal(t, [2]int{2, 12}, [2]int{part, parts})
	for _, text := range []string{"", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/2x", "1/2/3", "x1/2", " 1/2", "1/2 ", "1 /2", "+1/2", "01/2", "0x1/2", "1/99999999999999999999"} {
		_, _, err := report.ParsePart(text)
		require.ErrorContains(t, err, "want i/n with i from 1 to n", "%q", text)
	}
}
