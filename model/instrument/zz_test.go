package instrument

import "testing"

func TestZZ(t *testing.T) {
	r, err := Rewrite(Config{Dir: "/tmp/xs", Patterns: []string{"."}, Out: "/tmp/xs.out"})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Packages, r.Sites, r.ModFile)
	r.WriteOverlay("/tmp/xs.out/overlay.json")
}
