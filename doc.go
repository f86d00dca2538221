// Package rosette holds the tests of the structure of this module: which package
// may import which, and the sizes and names of files and functions. The program
// is in cmd/rosette, and ARCHITECTURE.md describes the packages.
package rosette
