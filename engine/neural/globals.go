package neural

import (
	"math"

	"rosette/game"
	"rosette/game/board"
)

// The globals: numbers for the whole position, 0 or 1 unless a range is given.
const (
	globalKomi       = iota // −4 … 4: KomiOffset / (2·√points), clipped
	globalPass              // the last move was a pass that counts toward ending the game
	globalTwoPasses         // the last two moves were such passes
	globalArea              // area or territory scoring
	globalTerritory         // territory scoring
	globalPassStones        // scoring with pass stones
	globalTax               // some surrounded points do not count (group tax, or no points in seki)
	_                       // 0: earlier networks read the rules on suicide and repetition in four numbers here
	_
	_
	_
	globalLibertyless // immortal chains may be played to no liberties
	globalButton      // the button has not been taken
	globalSize        // ln(points / 150)
	globalBlack       // Black is to move
	globalParity      // points + |KomiOffset|, rounded, is odd
	numGlobals        // 16
)

// maxGlobalKomi bounds globalKomi.
const maxGlobalKomi = 4

// scoringGlobal maps scoring to the global that it sets to 1. Under territory scoring
// [Features.KomiOffset] turns the position into an area game, and globalTerritory means that each
// play costs a point from here on. A network trained only on area scoring has no weights there and
// sees the area game.
//
// No global has the rules on suicide and repetition: they almost never change a result, and a
// network that reads them takes them for signs of the ruleset that its games were played under. The
// search obeys them.
var scoringGlobal = map[game.Scoring]int{
	game.ScoringArea: globalArea, game.ScoringTerritory: globalArea, game.ScoringPassStones: globalPassStones,
}

// computeGlobals computes Globals and KomiOffset.
func (f *Features) computeGlobals(g *game.Game) {
	n := len(f.Legal)
	r := g.Rules()
	black := f.mover == board.Black
	offset := g.ScoreOffset(f.mover)
	if !black {
		offset = -offset
	}
	f.KomiOffset = float32(offset)
	f.Globals = [numGlobals]float32{
		globalKomi:        float32(max(-maxGlobalKomi, min(maxGlobalKomi, offset/(2*sqrtPoints(n))))),
		globalPass:        oneIf(g.Passes() >= 1),
		globalTwoPasses:   oneIf(g.Passes() >= 2),
		globalTerritory:   oneIf(r.Scoring == game.ScoringTerritory),
		globalTax:         oneIf(r.Tax != game.TaxNone),
		globalLibertyless: oneIf(r.Libertyless == game.LibertylessAllowed),
		globalButton:      oneIf(g.ButtonLeft()),
		globalSize:        float32(math.Log(float64(n) / 150)),
		globalBlack:       oneIf(black),
		globalParity:      float32((n + int(math.Abs(math.Round(offset)))) % 2),
	}
	f.Globals[scoringGlobal[r.Scoring]] = 1
}
