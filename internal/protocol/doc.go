// Package protocol holds blocking protocols to try a checker on: small sound ones,
// and beside each its broken twins, which differ from it in one method. Nothing
// else should use them. [All] lists them, each with a program that uses it.
//
// A twin's comment says what is wrong. What a checker should see then depends on
// the program.
package protocol
