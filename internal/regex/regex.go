//go:build !js

// Package regex compiles regular expressions: with package regexp, and with the browser's RegExp in
// the program for browsers, where package regexp would take 90 kB. Expressions must have the same
// meaning in both: no (?m), no dot, no character classes by name. Texts must be UTF-8.
package regex

import "regexp"

// A Regex is a compiled regular expression.
type Regex = regexp.Regexp

// MustCompile compiles an expression. It panics if the expression is invalid.
func MustCompile(expression string) *Regex { return regexp.MustCompile(expression) }
