// Package peers finds, builds and runs the programs that this module is measured
// against, and those that measure the module itself in the same way. Their sources are in
// the directories below this one, with the versions of all that they need; what is built
// goes elsewhere.
//
// A program does one measurement and prints its result as one line of JSON.
package peers
