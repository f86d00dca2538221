// Package rating implements ratings of players by Glicko-2, the kyu and dan ranks that
// they stand for, the handicap between two ranks, and the fixed ratings of the levels of
// the computer.
//
// The system is that of Mark Glickman, "Example of the Glicko-2 system" (2013). A paper
// period collects the games of weeks; here each game is a period of its own, so that a
// player sees the new rating when the game ends. The time between two games of a player
// counts as a fraction of a period, or as several, and widens the deviation by so much.
// So do lichess and others; the order of the games decides, and nobody waits for the end
// of a month.
package rating
