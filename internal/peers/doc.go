// Package peers finds, builds and runs the programs of other languages that this
// module is measured against. Their sources are in the directories below this one,
// with the versions of all that they need; what is built goes elsewhere.
//
// A program does one measurement and prints its result as one line of JSON.
package peers
