package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// fingerprintOf tells whether two binaries search the same: it is of the rewritten sources, the requirements of the
// module, the options, the settings of the go command, the tool, Go and the system. overlay maps each file to the one that stands in for it. local has
// the files that the requirements do not fix. A module in another directory, or on another machine, has the same.
func (b *Binary) fingerprintOf(ctx context.Context, s Source, overlay map[string]string, local []string) (string, error) {
	settings, err := settings(ctx, s.Dir)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), runtime.GOOS, runtime.GOARCH, s.Tool, b.origin, s.Race, settings)
	add := func(name string, text []byte) {
		same := strings.NewReplacer(b.Module, "", b.dir, "").Replace(string(text))
		fmt.Fprintln(sum, filepath.Base(name), len(same))
		fmt.Fprint(sum, same)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(b.Module, name))
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
		add(name, text)
	}
	for _, name := range slices.Sorted(maps.Keys(overlay)) {
		if overlay[name] == "" {
			continue
		}
		text, err := os.ReadFile(overlay[name])
		if err != nil {
			return "", err
		}
		add(name, text)
	}
	for _, name := range local {
		if _, stood := overlay[name]; stood {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		add(name, text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}
