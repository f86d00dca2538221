package play

import (
	"math"

	"rosette/game"
)

// A MeasuredKomi is the fair komi of a board, measured in games of the computer against itself, with
// its 95 % interval.
type MeasuredKomi struct{ Low, At, High float64 }

// measuredKomi holds the measurements under mindsports-chinese by board. A test in server/page
// compares them with the files behind the page /komi. See docs/komi.md.
var measuredKomi = map[string]MeasuredKomi{
	"rosette-3": {10.03, 10.44, 10.83},
	"rosette-4": {6.14, 7.05, 7.97},
	"rosette-5": {8.46, 9.39, 10.36},
	"rosette-6": {3.68, 9.84, 16.87},
	"rosette-7": {2.86, 11.35, 36.31},
}

// MeasuredKomiOn returns the measurement on a board, or the zero value without one.
func MeasuredKomiOn(boardName string) MeasuredKomi { return measuredKomi[boardName] }

// KomiPublished reports whether a published text names a komi for the board. For small honeycombs
// none does.
func KomiPublished(boardName string) bool {
	return boardName != "rosette-3" && boardName != "rosette-4"
}

// fairKomiError is the greatest distance between a measured komi and a bound of its interval at
// which new games use it.
const fairKomiError = 2

// Fair returns the half point for new games. Margins by area are even, so each komi between two
// successive margins gives the same winners; the result is one of them. Ok is false without a
// measurement, and if its interval is too wide.
func (m MeasuredKomi) Fair() (komi float64, ok bool) {
	if m == (MeasuredKomi{}) || m.At-m.Low > fairKomiError || m.High-m.At > fairKomiError {
		return 0, false
	}
	return math.Floor(m.At) + 0.5, true
}

// CountsAsMeasured reports whether rules count by area as in the measurement.
func CountsAsMeasured(r game.Rules) bool {
	return r.Scoring == game.ScoringArea && r.Tax != game.TaxAll && !r.Button &&
		r.FirstPass != game.FirstPassHalfPoint && !r.PaysKomiInStones()
}

// FairKomi returns the measured komi for a game without handicap. Ok is false if the board has no
// precise measurement, or if the rules do not count as in the measurement.
func FairKomi(boardName string, rules game.Rules) (komi float64, ok bool) {
	if !CountsAsMeasured(rules) {
		return 0, false
	}
	return measuredKomi[boardName].Fair()
}

// UsualKomi returns the komi of a new game with a handicap: [FairKomi] for an even game where it is
// known, otherwise the komi of the rules.
func UsualKomi(boardName string, rules game.Rules, handicap int) float64 {
	if komi, ok := FairKomi(boardName, rules); ok && handicap == 0 {
		return komi
	}
	return rules.HandicapKomi(handicap)
}
