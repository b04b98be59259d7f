package instrument

import (
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// local returns the files of packages, and of those that they import, if go.sum does not fix their contents: those of main
// modules, of modules that a directory replaces, and of a vendor directory. Their order does not depend on the
// directories.
func local(roots []*packages.Package) (files []string) {
	add := func(pkg string, paths []string) {
		for _, path := range paths {
			files = append(files, strings.TrimSuffix(pkg, "_test")+"\x00"+filepath.Base(path)+"\x00"+path)
		}
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		m := p.Module
		if m == nil || isTestMain(p) || !m.Main && m.Dir != "" && (m.Replace == nil || m.Replace.Version != "") {
			return
		}
		add(p.PkgPath, p.GoFiles)
		add(p.PkgPath, p.OtherFiles)
		add(p.PkgPath, p.EmbedFiles)
		if m.GoMod != "" {
			add(m.Path, []string{m.GoMod})
		}
	})
	slices.Sort(files)
	files = slices.Compact(files)
	for i, f := range files {
		files[i] = f[strings.LastIndexByte(f, 0)+1:]
	}
	return files
}
