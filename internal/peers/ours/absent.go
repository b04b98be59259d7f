package main

import "github.com/stealproof/stealproof/internal/peers/measure"

// pools is empty: there is no package pool yet.
var pools map[string]measure.Contestant
