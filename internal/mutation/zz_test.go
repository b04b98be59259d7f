package mutation

import (
	"fmt"
	"testing"
)

func TestCount(t *testing.T) {
	all, err := Operators("../..", "wsq", "pool")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, m := range all {
		n[m.Package()+" "+string(m.Operator)]++
		n[m.File]++
		fmt.Println(m.Name, "  ", m.Mechanism)
	}
	fmt.Println(len(all), n)
}
