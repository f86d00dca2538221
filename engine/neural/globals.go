package neural

import (
	"math"

	"rosette/game"
	"rosette/game/board"
)

// The numbers that a network sees of the whole position.
const (
	globalGiven       = iota // what the player to move is given, over twice the root of the points
	globalPass               // one pass stands towards the end
	globalPasses             // or two
	globalArea               // what counts: area
	globalTerritory          // territory
	globalStones             // something else
	globalTax                // some points do not
	globalSuicide            // is legal
	globalPositional         // what may not repeat: any position
	globalSituational        // with the same player to move, or made by the same
	globalSimple             // only the one before
	globalLibertyless        // immortal chains may lose their last liberty to their own colour
	globalButton             // half a point waits for the first pass
	globalSize               // the logarithm of how many points there are, against 150
	globalBlack              // Black is to move
	globalParity             // whether points and what is given make an odd number
	globals                  // how many there are
)

// mostGiven bounds the first of them.
const mostGiven = 4

// scoringGlobal, repetitionGlobal say which number stands for a choice.
var (
	scoringGlobal = map[game.Scoring]int{
		game.ScoringArea: globalArea, game.ScoringTerritory: globalTerritory, game.ScoringPassStones: globalStones,
	}
	repetitionGlobal = map[game.Repetition]int{
		game.KoPositional: globalPositional, game.KoSituational: globalSituational,
		game.KoNaturalSituational: globalSituational, game.KoSimple: globalSimple,
	}
)

// readGlobals fills in what is not of a point.
func (f *Features) readGlobals(g *game.Game) {
	n, r, black := len(f.Legal), g.Rules(), f.mover == board.Black
	given := g.ScoreOffset(f.mover)
	if !black {
		given = -given
	}
	f.Given = float32(given)
	f.Globals = [globals]float32{
		globalGiven:       float32(max(-mostGiven, min(mostGiven, given/(2*rootOf(n))))),
		globalPass:        one(g.Passes() >= 1),
		globalPasses:      one(g.Passes() >= 2),
		globalTax:         one(r.Tax != game.TaxNone),
		globalSuicide:     one(r.Suicide),
		globalLibertyless: one(r.Libertyless == game.LibertylessAllowed),
		globalButton:      one(g.ButtonLeft()),
		globalSize:        float32(math.Log(float64(n) / 150)),
		globalBlack:       one(black),
		globalParity:      float32((n + int(math.Abs(math.Round(given)))) % 2),
	}
	f.Globals[scoringGlobal[r.Scoring]] = 1
	f.Globals[repetitionGlobal[r.Repetition]] = 1
}
