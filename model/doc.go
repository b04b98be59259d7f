// Package model is the vocabulary that all checkers share: operations and their
// results, sequential specifications, histories, scenarios, and the table that
// shows who did what when. It knows no deque and imports only std.
package model
