package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Judge evaluates final positions. It must always give the same answer for a position, because
// controllers query it several times.
type Judge interface {
	// Dead proposes the dead stones.
	Dead(ctx context.Context, g *game.Game) (life.Proposal, error)
	// Ownership returns each point's expected owner, from −1 (White) to 1 (Black); len = points.
	Ownership(ctx context.Context, g *game.Game) ([]float32, error)
}

// statuses are the arguments of final_status_list: the specification's for stones, then GNU Go's
// for empty points.
var statuses = []string{"dead", "alive", "seki", "black_territory", "white_territory", "dame"}

// A finalPosition is a game with its dead stones and the score without them.
type finalPosition struct {
	*game.Game
	life.Proposal
	score game.Score
}

// judgeFinal finds the dead stones and the score without them. If every stone is alive under the
// rules, no stone is dead. Without a Judge, only stones that cannot live in any line of play are
// dead.
func (s *Session) judgeFinal(ctx context.Context) (f finalPosition, err error) {
	f = finalPosition{Game: s.game}
	rules, b := s.game.Rules(), s.game.Board()
	if err := b.CheckLiberties(); err != nil {
		return f, err
	}
	switch {
	case rules.Ending == game.EndingAllAlive:
		f.Proposal = allAliveProposal(b, rules.CaptureRules())
	case s.Judge == nil:
		f.Proposal = life.Propose(b, rules.CaptureRules())
	default:
		if f.Proposal, err = s.judgeOnce(ctx); err != nil {
			return f, fmt.Errorf("no verdict: %w", err)
		}
	}
	f.score = s.game.Score(f.Dead...)
	return f, nil
}

// A judgedPosition is a position with the judge's proposal.
type judgedPosition struct {
	graph    *board.Graph
	rules    game.Rules
	hash     board.Hash
	proposal life.Proposal
}

// judgeOnce returns the judge's proposal, and repeats it for the same position: controllers query
// the score and each status.
func (s *Session) judgeOnce(ctx context.Context) (life.Proposal, error) {
	now := judgedPosition{graph: s.game.Graph(), rules: s.game.Rules(), hash: s.game.Board().Hash()}
	if last := s.judged; last != nil && last.graph == now.graph && last.rules == now.rules && last.hash == now.hash {
		return last.proposal, nil
	}
	var err error
	if now.proposal, err = s.Judge.Dead(ctx, s.game); err != nil {
		return life.Proposal{}, err
	}
	s.judged = &now
	return now.proposal, nil
}

// allAliveProposal returns a proposal without dead stones. A stone is in seki only if
// [life.Propose] agrees, because seki cannot be distinguished from ordinary life while borders are
// open.
func allAliveProposal(b *board.View, r life.CaptureRules) (p life.Proposal) {
	seki, found := life.Seki(b, r), life.Propose(b, r)
	p.Status = make([]life.Status, len(seki))
	for at := range seki {
		switch {
		case b.At(board.Point(at)) == board.Empty:
		case seki[at] && found.Status[at] == life.InSeki:
			p.Status[at] = life.InSeki
		default:
			p.Status[at] = life.Alive
		}
	}
	return p
}

// status returns an element of statuses. A stone with unsure status counts as alive.
func (v finalPosition) status(p board.Point) string {
	if v.Board().At(p) == board.Empty {
		return map[board.Color]string{
			board.Black: "black_territory", board.White: "white_territory", board.Empty: "dame",
		}[v.score.Owner[p]]
	}
	switch v.Status[p] {
	case life.Dead:
		return "dead"
	case life.InSeki:
		return "seki"
	}
	return "alive"
}

// A finalResult is a game's result by points: no result, or a range.
type finalResult struct {
	noResult bool
	possible game.ScoreRange
	pending  []life.PendingRegion
}

// String returns the result as in records, or the range in words.
func (r finalResult) String() string {
	if r.noResult {
		return game.Result{By: game.NoResult}.String()
	}
	return r.possible.String()
}

// result counts the game as if it had ended.
func (s *Session) result(ctx context.Context) (finalResult, error) {
	if s.game.NoResult() {
		return finalResult{noResult: true}, nil
	}
	v, err := s.judgeFinal(ctx)
	if err != nil {
		return finalResult{}, err
	}
	return finalResult{
		possible: s.game.ProposalRange(v.Proposal), pending: life.NamedPending(s.names(), v.Pending),
	}, nil
}

// finalScore answers with a single result, because controllers accept nothing else. If the life of
// stones is unsure, they count as in final_status_list, alive, and the range is a remark. The
// specification has no word for a game without result, so the answer is 0, as in KataGo, with a
// remark.
func (s *Session) finalScore(ctx context.Context, _ []string) (string, error) {
	r, err := s.result(ctx)
	if err != nil {
		return "", err
	}
	if r.noResult {
		s.remark("final_score: no result, because the position repeats for the third time since the last pass")
		return "0", nil
	}
	if !r.possible.Certain() {
		why := "a move is worth points:"
		if len(r.possible.Open) > 0 {
			why = "it is unsure whether these live, and they count as alive:"
		}
		s.remark("final_score: %s; %s", r, why)
		for _, block := range r.possible.Open {
			what := ""
			if block.Seki {
				what = ", in seki or not"
			}
			s.remark("  %s %s (%v points%s)", block.Color, s.pointNames(block.Stones), block.Points, what)
		}
		for _, region := range r.pending {
			s.remark("  %s", region)
		}
	}
	result := r.possible.Score.Result()
	if result.Winner == board.Empty {
		return "0", nil
	}
	return result.String(), nil
}

func (s *Session) finalStatus(ctx context.Context, args []string) (string, error) {
	p, err := s.names().Point(args[0])
	if err != nil {
		return "", err
	}
	v, err := s.judgeFinal(ctx)
	if err != nil {
		return "", err
	}
	if v.Status[p] == life.Unsure {
		s.remark("final_status: %s is unsure, counted as alive", s.names().PointName(p))
	}
	return v.status(p), nil
}

// finalStatusList lists stones chain by chain, one chain per line, and empty points on one line.
func (s *Session) finalStatusList(ctx context.Context, args []string) (string, error) {
	if !slices.Contains(statuses, args[0]) {
		return "", errSyntax
	}
	v, err := s.judgeFinal(ctx)
	if err != nil {
		return "", err
	}
	if slices.Index(statuses, args[0]) > slices.Index(statuses, "seki") {
		return s.pointsWhere(func(p board.Point) bool { return v.status(p) == args[0] }), nil
	}
	if len(v.Unsure) > 0 {
		s.remark("final_status_list: unsure, counted as alive: %s", s.pointNames(v.Unsure))
	}
	var lines []string
	for _, chain := range chains(v.Board()) {
		if v.status(chain[0]) == args[0] {
			lines = append(lines, s.pointNames(chain))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// deadStoneReasons answers rosette-verdicts: each chain's proposed status and the reason, one chain
// per line.
func (s *Session) deadStoneReasons(ctx context.Context, _ []string) (string, error) {
	if s.game.Rules().Ending == game.EndingAllAlive {
		return "every stone is alive by these rules", nil
	}
	v, err := s.judgeFinal(ctx)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, c := range v.Chains {
		lines = append(lines, fmt.Sprintf("%s (%s): %s %s", c.Status, c.Reason, c.Color, s.pointNames(c.Stones)))
	}
	return strings.Join(lines, "\n"), nil
}

// ownership returns each point's expected owner as a drawing command for GoGui's gfx analysis type.
func (s *Session) ownership(ctx context.Context, _ []string) (string, error) {
	if s.Judge == nil {
		return "", errors.New("this session cannot judge dead stones")
	}
	owner, err := s.Judge.Ownership(ctx, s.game)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("INFLUENCE")
	for p, v := range owner {
		fmt.Fprintf(&text, " %s %.2f", s.names().PointName(board.Point(p)), v)
	}
	return text.String(), nil
}

// chains returns every chain's stones. Stones and chains are in point order.
func chains(b *board.View) (all [][]board.Point) {
	index := map[board.Point]int{} // each chain's index in all, by its root
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty {
			continue
		}
		i, known := index[b.Root(p)]
		if !known {
			i = len(all)
			index[b.Root(p)] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], p)
	}
	return all
}
