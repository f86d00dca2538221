package neural

import (
	"math"

	"rosette/game"
	"rosette/game/board"
)

// The numbers about the whole position, 0 or 1 unless a range is given.
const (
	globalKomi        = iota // −4 … 4: KomiOffset / (2·√points), clipped
	globalPass               // the last move was a pass that counts towards the end of the game
	globalTwoPasses          // the last two were
	globalArea               // area scoring
	_                        // for territory scoring, of which no network has learned yet
	globalPassStones         // scoring with pass stones
	globalTax                // some surrounded points do not count (group tax, or none in seki)
	globalSuicide            // suicide is legal
	globalPositional         // positional superko
	globalSituational        // situational superko, natural or not
	globalSimple             // simple ko only
	globalLibertyless        // immortal chains may be played to no liberties
	globalButton             // the button is still to be taken
	globalSize               // ln(points / 150)
	globalBlack              // Black is to move
	globalParity             // points + |KomiOffset|, rounded, is odd
	numGlobals               // 16
)

// maxGlobalKomi bounds the number of globalKomi.
const maxGlobalKomi = 4

// scoringGlobal and repetitionGlobal map rules to the number that is 1. Under territory
// scoring a network sees the area game that [Features.KomiOffset] makes of it.
var (
	scoringGlobal = map[game.Scoring]int{
		game.ScoringArea: globalArea, game.ScoringTerritory: globalArea, game.ScoringPassStones: globalPassStones,
	}
	repetitionGlobal = map[game.Repetition]int{
		game.KoPositional: globalPositional, game.KoSituational: globalSituational,
		game.KoNaturalSituational: globalSituational, game.KoSimple: globalSimple,
	}
)

// lastPlay is what the last play of a game costs its player under territory scoring, as
// far as one can say before: each of both makes it in half of all games, and who is to
// move next is ahead by half a play.
const lastPlay = 0.5

// computeGlobals computes Globals and KomiOffset.
func (f *Features) computeGlobals(g *game.Game) {
	n, r, black := len(f.Legal), g.Rules(), f.mover == board.Black
	offset := g.ScoreOffset(f.mover)
	if !black {
		offset = -offset
	}
	if r.Scoring == game.ScoringTerritory {
		offset -= lastPlay
	}
	f.KomiOffset = float32(offset)
	f.Globals = [numGlobals]float32{
		globalKomi:        float32(max(-maxGlobalKomi, min(maxGlobalKomi, offset/(2*sqrtPoints(n))))),
		globalPass:        oneIf(g.Passes() >= 1),
		globalTwoPasses:   oneIf(g.Passes() >= 2),
		globalTax:         oneIf(r.Tax != game.TaxNone),
		globalSuicide:     oneIf(r.Suicide),
		globalLibertyless: oneIf(r.Libertyless == game.LibertylessAllowed),
		globalButton:      oneIf(g.ButtonLeft()),
		globalSize:        float32(math.Log(float64(n) / 150)),
		globalBlack:       oneIf(black),
		globalParity:      float32((n + int(math.Abs(math.Round(offset)))) % 2),
	}
	f.Globals[scoringGlobal[r.Scoring]] = 1
	f.Globals[repetitionGlobal[r.Repetition]] = 1
}
