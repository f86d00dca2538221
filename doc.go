// Package rosette tests the structure of this module: permitted imports, and the sizes and names of
// files and functions. The program is in cmd/rosette, and ARCHITECTURE.md describes the packages.
package rosette
