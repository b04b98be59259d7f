// Package peers builds and runs the programs that this module is compared with, and the programs
// that measure this module in the same way. Their sources are in the directories below this one,
// with the versions of all dependencies. Built programs go to a cache.
//
// A program does one measurement and prints its result as one line of JSON.
package peers
