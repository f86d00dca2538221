// Package rating implements player ratings by Glicko-2, the corresponding kyu and dan ranks, the
// handicap between two ranks, and the fixed ratings of the computer's levels.
//
// The system follows Mark Glickman, "Example of the Glicko-2 system" (2013). In the paper a period
// collects the games of several weeks. Here each game is its own period, so that a player sees the
// new rating when the game ends. The time between two of a player's games counts as a fraction or
// multiple of a period and increases the deviation accordingly, as on lichess and elsewhere. The
// order of the games decides, and ratings need not wait for the end of a month.
package rating
