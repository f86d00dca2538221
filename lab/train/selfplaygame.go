package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A VisitSchedule sets the visits for self-play searches. Few moves have a full search, and their
// positions become samples. The others have a fast search, which only continues the game (Wu 2020,
// playout cap randomization).
type VisitSchedule struct {
	Full      int     // per full search
	Fast      int     // per fast search
	FullShare float64 // probability that a search is full
	RootMoves int     // considered at the root in a full search, if the evaluator has a policy
	FastMoves int     // in a fast search; RootMoves if zero
}

// rootMoves returns the number of root moves that a search considers. A fast search must consider
// few; otherwise no move gets a second visit and no moves are compared.
func (v *VisitSchedule) rootMoves(full bool) int {
	if !full && v.FastMoves > 0 {
		return v.FastMoves
	}
	return v.RootMoves
}

// A player would resign after resignTurns consecutive turns with a win probability below
// resignBelow. The game continues, because ownership is learned too, but with fewer samples and
// fewer fast visits. Its result shows whether resigning would have been wrong.
const (
	resignBelow   = 0.03
	resignTurns   = 3
	lostFullShare = 0.25 // factor of FullShare
	lostFastShare = 0.5  // factor of Fast
	minFastVisits = 4
)

// maxMovesPerPoint limits the length of a game, which is then scored as it stands.
const maxMovesPerPoint = 3

// A PlayedGame is a finished game and its samples.
type PlayedGame struct {
	Game        *game.Game
	Score       game.Score
	Samples     []Sample
	WouldResign bool // a player would have resigned
	Recovered   bool // and did not lose

	resigned board.Color // the first player who would have resigned
	end      gameEnd
}

// A gameEnd describes how the dead stones in a final position were found. The zero gameEnd means
// that all stones are alive.
type gameEnd struct {
	encore *game.Game // shows the dead stones; nil without an encore
	agreed bool       // the dead stones are agreed, see agreement.go
	dead   []board.Point
}

// A selfPlayGame is a game being played.
type selfPlayGame struct {
	VisitSchedule
	evaluator engine.Evaluator
	rng       *rand.Rand
	features  neural.Features
	game      *game.Game
	next      board.Color
	pause     func(context.Context) // called before each move; may be nil
	agreement *agreement            // nil if the game ends without one

	samples  []Sample
	surprise []float64          // per sample, in nats
	last     *Sample            // lacks the reply's policy
	hopeless board.ByColor[int] // consecutive turns below resignBelow
	resigned board.Color        // the first player who would have resigned
}

// errNoMove means that a search found no move.
var errNoMove = errors.New("a self-play search found no move")

// play plays the game to its end.
func (p *selfPlayGame) play(ctx context.Context) (*PlayedGame, error) {
	g := p.game
	agreed := false
	for !ended(g) {
		if p.pause != nil {
			p.pause(ctx)
		}
		var err error
		if agreed, err = p.agree(ctx); err != nil {
			return nil, err
		}
		if agreed {
			break
		}
		if err := p.move(ctx); err != nil {
			return nil, err
		}
	}
	p.setWeights()
	if agreed {
		return p.endByAgreement(), nil
	}
	var end gameEnd
	if hasEncore(g.Rules()) {
		var err error
		if end.encore, err = p.playEncore(ctx); err != nil {
			return nil, err
		}
	}
	return finished(g, end, p.samples, p.resigned), nil
}

// ended reports whether a self-play game is over.
func ended(g *game.Game) bool {
	return g.Passes() >= 2 || g.Ply() >= maxMovesPerPoint*g.Graph().Points()
}

// finished returns a finished game and sets its samples' targets. Resigned is the first player who
// would have resigned, or Empty.
func finished(g *game.Game, end gameEnd, samples []Sample, resigned board.Color) *PlayedGame {
	if end.encore != nil {
		end.dead = deadAfter(g.Board(), end.encore)
	}
	score := g.Score(end.dead...)
	done := &PlayedGame{
		Game: g, Score: score, Samples: samples, WouldResign: resigned != board.Empty, resigned: resigned, end: end,
	}
	if margin := score.Margin(); resigned == board.Black {
		done.Recovered = margin >= 0
	} else if resigned == board.White {
		done.Recovered = margin <= 0
	}
	for i := range samples {
		samples[i].setTargets(g, score)
	}
	return done
}

// move searches, adds a sample after a full search, and plays the move.
func (p *selfPlayGame) move(ctx context.Context) error {
	share, fast := p.FullShare, p.Fast
	if p.resigned != board.Empty {
		share *= lostFullShare
		fast = min(fast, max(minFastVisits, int(lostFastShare*float64(fast))))
	}
	full := p.rng.Float64() < share
	params := engine.SearchParams{Visits: fast}
	if full {
		params.Visits = p.Full
	}
	s := search.Search{Root: &search.Gumbel{Moves: p.rootMoves(full), RNG: p.rng}}
	a := s.Run(ctx, p.game, p.next, []engine.Evaluator{p.evaluator}, params)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if len(a.Candidates) == 0 {
		return errNoMove
	}
	policy, surprise := p.policy(a)
	if p.last != nil {
		p.last.Reply = policy
		p.last = nil
	}
	if full {
		p.keep(policy, surprise)
	}
	p.countHopeless(engine.WinFor(p.next, a.Win))
	move := p.pick(a)
	p.game.Make(move, p.next)
	p.next = p.next.Opponent()
	return nil
}

// policy returns the search's policy (len = points+1, pass last) and its surprise: the
// Kullback–Leibler divergence from the evaluator's policy, in nats.
func (p *selfPlayGame) policy(a engine.Analysis) (policy []float32, surprise float64) {
	policy = make([]float32, p.game.Graph().Points()+1)
	visits := 0
	for _, c := range a.Candidates {
		visits += c.Visits
	}
	for _, c := range a.Candidates {
		probability := c.Improved
		if !a.HasPolicy {
			probability = float32(c.Visits) / float32(max(1, visits))
		} else if probability > 0 && c.Prior > 0 {
			surprise += float64(probability) * math.Log(float64(probability)/float64(c.Prior))
		}
		if c.Move == board.Pass {
			policy[len(policy)-1] = probability
		} else {
			policy[c.Move] = probability
		}
	}
	return policy, surprise
}

// keep adds a sample for the position.
func (p *selfPlayGame) keep(policy []float32, surprise float64) {
	p.samples = append(p.samples, newSample(&p.features, p.game, p.next, policy))
	p.surprise = append(p.surprise, surprise)
	p.last = &p.samples[len(p.samples)-1]
}

// newSample returns a sample without weight and targets.
func newSample(f *neural.Features, g *game.Game, next board.Color, policy []float32) Sample {
	f.Compute(g, next)
	return Sample{
		Features: f.AppendShard(nil), Policy: policy, ply: g.Ply(), next: next, offset: g.ScoreOffset(next),
	}
}

// countHopeless counts consecutive turns in which the player to move would resign.
func (p *selfPlayGame) countHopeless(win float32) {
	if win >= resignBelow {
		p.hopeless[p.next] = 0
		return
	}
	if p.hopeless[p.next]++; p.hopeless[p.next] == resignTurns && p.resigned == board.Empty {
		p.resigned = p.next
	}
}

// pick returns the best move. Without a policy the search has no randomness, so early in the game
// pick draws a move in proportion to the visits.
func (p *selfPlayGame) pick(a engine.Analysis) board.Point {
	if a.HasPolicy || p.game.Ply() > p.game.Graph().Points()/4 || a.Candidates[0].Move == board.Pass {
		return a.Candidates[0].Move
	}
	var moves []Weighted[board.Point]
	for _, c := range a.Candidates {
		if c.Move != board.Pass {
			moves = append(moves, Weighted[board.Point]{c.Move, float64(c.Visits)})
		}
	}
	return draw(p.rng, moves)
}

// minSurprise is added to every surprise. In a game decided by komi all moves are equally good and
// only rounding errors remain, some of them negative.
const minSurprise = 1e-3

// setWeights distributes half of the weight equally among the samples and half in proportion to
// their surprise (Wu 2020). The mean weight is 1.
func (p *selfPlayGame) setWeights() {
	sum := 0.0
	for i := range p.surprise {
		p.surprise[i] = max(0, p.surprise[i]) + minSurprise
		sum += p.surprise[i]
	}
	for i := range p.samples {
		p.samples[i].Weight = float32(0.5 + 0.5*p.surprise[i]*float64(len(p.samples))/sum)
	}
}
