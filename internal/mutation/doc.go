// Package mutation puts faults into this repository's own production code, to see who
// notices. [Table] lists those that somebody has thought of or shipped, as texts that
// replace others; [Operators] makes the rest, on each labelled line. Nothing is
// changed on disk: a mutant is an overlay.
//
// Most faults stay inside of functions. So many of them go into one [Program]: each
// changed function stands there once more for each mutant, and the original begins
// with a switch to those, by the number in [EnvMutant]. One build then has all of
// them, and the unchanged code as their control. Deques that are wrong as a whole, or
// that somebody else has printed, are in package mutant.
package mutation
