package instrument

import "go/types"

// typeText returns the text of a type, if it has one in this file.
func (f *file) typeText(t types.Type) (string, bool) {
	good := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p.Path() == f.pkg.PkgPath {
			return ""
		}
		name, known := f.importName(p)
		good = good && known
		return name
	})
	return text, good
}

// importName returns the name of a package in the file. It returns false for packages with shims,
// since the shim may have another type.
func (f *file) importName(p *types.Package) (string, bool) {
	if f.shims[p.Path()] != nil {
		return "", false
	}
	for _, s := range f.syntax.Imports {
		if name := f.pkg.TypesInfo.PkgNameOf(s); name != nil && name.Imported().Path() == p.Path() {
			return name.Name(), name.Name() != "_" && name.Name() != "."
		}
	}
	return "", false
}
