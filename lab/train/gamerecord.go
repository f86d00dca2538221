package train

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A playedRecord is a finished game without the data that replaying its moves reproduces. Other
// processes return it, and [Archive] stores it.
type playedRecord struct {
	Version  int            `json:"version"`
	Game     game.Saved     `json:"game"`
	Encore   []string       `json:"encore,omitempty"` // moves, if the game ends with an encore
	Agreed   bool           `json:"agreed,omitempty"` // the dead stones are agreed; there is no encore
	Dead     []string       `json:"dead,omitempty"`   // with Agreed: a stone of each dead chain
	Result   string         `json:"result"`
	Resigned board.Color    `json:"resigned,omitempty"` // 1 or 2, the first player who would have resigned
	Samples  []sampleRecord `json:"samples"`
}

// A sampleRecord is a position in a game. Policies are encoded as in a shard: 16 bits for each point
// and for a pass. A position in an agreed game may lack policies; it is then learned from for its
// value only.
type sampleRecord struct {
	Ply    int     `json:"ply"`
	Policy []byte  `json:"policy,omitempty"`
	Reply  []byte  `json:"reply,omitempty"`
	Weight float32 `json:"weight"`
}

// bytes returns the game as JSON.
func (p *PlayedGame) bytes() ([]byte, error) {
	r, err := p.record()
	if err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

// record returns the game's record.
func (p *PlayedGame) record() (r playedRecord, err error) {
	saved, err := p.Game.Save()
	if err != nil {
		return r, err
	}
	r = playedRecord{
		Version: orderVersion, Game: saved, Encore: encoreMoves(p.end.encore), Agreed: p.end.agreed,
		Result: p.Score.Result().String(), Resigned: p.resigned, Samples: []sampleRecord{},
	}
	for _, at := range p.end.dead {
		if p.Game.Board().Root(at) == at {
			r.Dead = append(r.Dead, p.Game.Graph().PointName(at))
		}
	}
	for i := range p.Samples {
		s := &p.Samples[i]
		one := sampleRecord{Ply: s.ply, Weight: s.Weight}
		if !s.valueOnly() {
			one.Policy = appendProbabilities(nil, s.Policy)
		}
		if len(s.Reply) > 0 {
			one.Reply = appendProbabilities(nil, s.Reply)
		}
		r.Samples = append(r.Samples, one)
	}
	return r, nil
}

// played replays the game and checks it: every move is legal, the game is finished and has the
// recorded result, and the samples' policies are distributions over the legal moves.
func (r *playedRecord) played() (*PlayedGame, error) {
	if int(r.Resigned) > len(board.Colors) {
		return nil, fmt.Errorf("color %d resigned; use 1 or 2", r.Resigned)
	}
	samples, g, err := r.replay()
	if err != nil {
		return nil, err
	}
	if !ended(g) {
		return nil, errors.New("the game is not finished")
	}
	end := gameEnd{agreed: r.Agreed}
	if r.Agreed {
		end.dead, err = agreedDead(g, r.Dead)
	} else {
		end.encore, err = replayEncore(g, r.Encore)
	}
	if err != nil {
		return nil, err
	}
	done := finished(g, end, samples, r.Resigned)
	if got := done.Score.Result().String(); got != r.Result {
		return nil, fmt.Errorf("the game's result is %s, not %q", got, r.Result)
	}
	return done, nil
}

// agreedDead returns the stones of the chains that have a stone in names.
func agreedDead(g *game.Game, names []string) (dead []board.Point, err error) {
	if g.Rules().Ending == game.EndingAllAlive && len(names) > 0 {
		return nil, errors.New("dead stones under rules without dead stones")
	}
	for _, name := range names {
		p, err := g.Graph().Move(name)
		if err != nil {
			return nil, err
		}
		if p == board.Pass || g.Board().At(p) == board.Empty || g.Board().Immortal(p) {
			return nil, fmt.Errorf("no stone at %s can be dead", name)
		}
		for q := range g.Board().Chain(p) {
			dead = append(dead, q)
		}
	}
	return dead, nil
}

// A replay is a game being replayed.
type replay struct {
	game     *game.Game
	next     board.Color
	features neural.Features
	agreed   bool // positions may lack policies, and the final position may be a sample
	records  []sampleRecord
	samples  []Sample // for the moves so far
}

// replay replays the game and returns it with its samples, which lack their targets.
func (r *playedRecord) replay() ([]Sample, *game.Game, error) {
	start := r.Game
	start.Moves = nil
	g, err := start.Game()
	if err != nil {
		return nil, nil, err
	}
	moves, err := r.Game.Points()
	if err != nil {
		return nil, nil, err
	}
	p := &replay{game: g, next: g.Rules().First(g.Handicap()), agreed: r.Agreed, records: r.Samples}
	for i, m := range moves {
		if err := p.sample(i); err != nil {
			return nil, nil, err
		}
		if ended(g) || m.Color != p.next || m.Point != board.Pass && g.Legal(m.Point, p.next) != nil {
			return nil, nil, fmt.Errorf("move %d is illegal", i+1)
		}
		g.Make(m.Point, p.next)
		p.next = p.next.Opponent()
	}
	if r.Agreed {
		if err := p.sample(len(moves)); err != nil {
			return nil, nil, err
		}
	}
	return p.samples, g, p.end(len(moves))
}

// sample adds the sample for the position after ply moves, if there is one, and the reply to the
// one before.
func (p *replay) sample(ply int) (err error) {
	n := len(p.samples)
	if n > 0 && p.samples[n-1].ply == ply-1 && !(p.agreed && len(p.records[n-1].Reply) == 0) {
		if p.samples[n-1].Reply, err = policyOf(p.game, p.next, p.records[n-1].Reply); err != nil {
			return err
		}
	}
	if n == len(p.records) || p.records[n].Ply != ply {
		return nil
	}
	policy := make([]float32, p.game.Graph().Points()+1)
	if !p.agreed || len(p.records[n].Policy) > 0 {
		if policy, err = policyOf(p.game, p.next, p.records[n].Policy); err != nil {
			return err
		}
	}
	s := newSample(&p.features, p.game, p.next, policy)
	if s.Weight = p.records[n].Weight; !(s.Weight >= leastWeight && s.Weight <= float32(len(p.records))) {
		return fmt.Errorf("a sample of weight %v", s.Weight)
	}
	p.samples = append(p.samples, s)
	return nil
}

// end makes the checks that need all moves.
func (p *replay) end(plies int) error {
	n, sum := len(p.samples), 0.0
	for i := range p.samples {
		sum += float64(p.samples[i].Weight)
	}
	switch {
	case n < len(p.records):
		return errors.New("the samples are not in the order of the moves")
	case n > 0 && p.samples[n-1].ply == plies-1 && len(p.records[n-1].Reply) > 0:
		return errors.New("a reply to the last move")
	case math.Abs(sum-float64(n)) > offOne*float64(n):
		return fmt.Errorf("%d samples weigh %v", n, sum)
	}
	return nil
}

// leastWeight is below every valid sample weight: half of the weight is the same for all samples.
const leastWeight = 0.49

// offOne is the tolerance for a policy's sum and the weights' mean, which are rounded.
const offOne = 0.01

// policyOf parses a policy and checks that it is a distribution over the legal moves.
func policyOf(g *game.Game, next board.Color, text []byte) ([]float32, error) {
	n := g.Graph().Points() + 1
	if len(text) != 2*n {
		return nil, fmt.Errorf("a policy of %d bytes", len(text))
	}
	policy, sum := make([]float32, n), 0.0
	for i := range policy {
		x := binary.LittleEndian.Uint16(text[2*i:])
		policy[i] = float32(x) / certain
		sum += float64(policy[i])
		if x > 0 && i < n-1 && g.Legal(board.Point(i), next) != nil {
			return nil, fmt.Errorf("a policy has the illegal move %s", g.Graph().PointName(board.Point(i)))
		}
	}
	if math.Abs(sum-1) > offOne {
		return nil, fmt.Errorf("a policy sums to %v", sum)
	}
	return policy, nil
}
