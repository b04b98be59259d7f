package tlc

// What TLC's judgment rests on, in more detail than docs/limits.md.
//
// TLC, the PlusCal translator and Java are trusted. TLC tells states apart by fingerprints of 64 bits. The chance of a
// collision that it prints is below 1 in 10^7 for these configurations.
//
// The modules have no garbage collector. A number is used again when no thread knows it any more, and an invariant
// checks that. A lock is one variable, taken in one step. Duffy's foreign lock, an atomic word and a parker, has no module of its
// own: it is tested on real cores, and below Duffy's queue under the scheduler.
//
// CI runs TLC on the quick configurations, and on all configurations with a fault, which must fail. It makes the graphs of
// the quick ones anew. The others rest on the machines and on the committed digests: when a module or a machine changes,
// run "tlc -tier full" and "graph -diff" by hand. So CI judges TLC's count of actions that are never taken for seven of 17 modules only
// (tla/README.md); for the others it judges the machine's count.
