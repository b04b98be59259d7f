package console

import "runtime/debug"

// Version returns the module's version, with the commit that it was built from if the build records it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" {
		v = "(devel)"
	}
	if v != "(devel)" {
		return v // contains the commit already
	}
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	if commit := setting["vcs.revision"]; commit != "" {
		v += " " + commit[:min(12, len(commit))]
		if setting["vcs.modified"] == "true" {
			v += "+dirty"
		}
	}
	return v
}
