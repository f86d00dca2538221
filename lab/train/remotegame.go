package train

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A playedRecord is a game returned by another process. It contains only data that replaying the
// moves cannot reproduce.
type playedRecord struct {
	Version  int            `json:"version"`
	Game     game.Saved     `json:"game"`
	Encore   []string       `json:"encore,omitempty"` // moves, if the rules have an encore
	Result   string         `json:"result"`
	Resigned board.Color    `json:"resigned,omitempty"` // 1 or 2, the first player who would have resigned
	Samples  []sampleRecord `json:"samples"`
}

// A sampleRecord is a fully searched position. Policies are encoded as in a shard: 16 bits for each
// point and for a pass.
type sampleRecord struct {
	Ply    int     `json:"ply"`
	Policy []byte  `json:"policy"`
	Reply  []byte  `json:"reply,omitempty"`
	Weight float32 `json:"weight"`
}

// bytes returns the game as JSON.
func (p *PlayedGame) bytes() ([]byte, error) {
	saved, err := p.Game.Save()
	if err != nil {
		return nil, err
	}
	r := playedRecord{
		Version: orderVersion, Game: saved, Encore: encoreMoves(p.encore), Result: p.Score.Result().String(),
		Resigned: p.resigned, Samples: []sampleRecord{},
	}
	for i := range p.Samples {
		s := &p.Samples[i]
		one := sampleRecord{Ply: s.ply, Policy: appendProbabilities(nil, s.Policy), Weight: s.Weight}
		if len(s.Reply) > 0 {
			one.Reply = appendProbabilities(nil, s.Reply)
		}
		r.Samples = append(r.Samples, one)
	}
	return json.Marshal(r)
}

// errOtherGame means that a game does not match its order.
var errOtherGame = errors.New("not the game that was ordered")

// Read parses a game played elsewhere and checks it by replaying it under the order's rules: every
// move is legal, the game is finished and has the result that was sent, and the samples' policies
// are distributions over the legal moves. Features and targets are computed here.
func (o GameOrder) Read(text []byte) (*PlayedGame, error) {
	var r playedRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	if r.Version != orderVersion || r.Game.Board != o.Board || int(r.Resigned) > len(board.Colors) {
		return nil, errOtherGame
	}
	if err := o.checkStart(r.Game); err != nil {
		return nil, err
	}
	samples, g, err := r.replay()
	if err != nil {
		return nil, err
	}
	if !ended(g) {
		return nil, fmt.Errorf("%w: it is not finished", errOtherGame)
	}
	encore, err := replayEncore(g, r.Encore)
	if err != nil {
		return nil, err
	}
	done := finished(g, encore, samples, r.Resigned)
	if got := done.Score.Result().String(); got != r.Result {
		return nil, fmt.Errorf("the game's result is %s, not %q", got, r.Result)
	}
	return done, nil
}

// checkStart returns an error unless the game begins as the order requires.
func (o GameOrder) checkStart(s game.Saved) error {
	graph, err := board.Named(s.Board)
	if err != nil {
		return err
	}
	stones := 0
	for _, c := range s.Start {
		switch c {
		case '.':
		case 'b':
			stones++
		default:
			return fmt.Errorf("%w: stones that are not a handicap", errOtherGame)
		}
	}
	most := min(maxHandicap, graph.Points()/handicapPoints)
	if stones != s.Handicap || stones > most || stones == 1 || s.Prisoners != (board.ByColor[int]{}) ||
		s.PassStones != (board.ByColor[int]{}) || s.Passes != 0 || s.HalfPointTo != "" {
		return fmt.Errorf("%w: it does not begin at the start", errOtherGame)
	}
	n := float64(graph.Points())
	if k := s.Rules.Komi; !slices.ContainsFunc(o.Rules, func(w Weighted[game.Rules]) bool {
		r := w.Value
		usual := r.Komi == k
		r = selfPlayRules(r)
		r.Komi = k
		if stones > 0 {
			r.Handicap = game.HandicapFree
		}
		return r == s.Rules && (usual || math.Abs(k) <= n && 2*k == math.Round(2*k))
	}) {
		return fmt.Errorf("%w: by other rules", errOtherGame)
	}
	return nil
}

// A replay is a game being replayed.
type replay struct {
	game     *game.Game
	next     board.Color
	features neural.Features
	records  []sampleRecord
	samples  []Sample // for the moves so far
}

// replay replays the game and returns it with its samples, which lack their targets.
func (r playedRecord) replay() ([]Sample, *game.Game, error) {
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
	p := &replay{game: g, next: g.Rules().First(g.Handicap()), records: r.Samples}
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
	return p.samples, g, p.end(len(moves))
}

// sample adds the sample for the position after ply moves, if there is one, and the reply to the
// one before.
func (p *replay) sample(ply int) (err error) {
	n := len(p.samples)
	if n > 0 && p.samples[n-1].ply == ply-1 {
		if p.samples[n-1].Reply, err = policyOf(p.game, p.next, p.records[n-1].Reply); err != nil {
			return err
		}
	}
	if n == len(p.records) || p.records[n].Ply != ply {
		return nil
	}
	s := Sample{Weight: p.records[n].Weight, ply: ply, next: p.next, offset: p.game.ScoreOffset(p.next)}
	if !(s.Weight >= leastWeight && s.Weight <= float32(len(p.records))) {
		return fmt.Errorf("a sample of weight %v", s.Weight)
	}
	if s.Policy, err = policyOf(p.game, p.next, p.records[n].Policy); err != nil {
		return err
	}
	p.features.Compute(p.game, p.next)
	s.Features = p.features.AppendShard(nil)
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
