// Package reviews compares game reviews with another engine's analysis. The engine is called the judge.
// The comparison counts the named mistakes that lose points by the judge, and the judge's losses that
// a review names.
package reviews
