package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Judge looks at final positions. The same position must get the same
// verdict, for controllers ask several times.
type Judge interface {
	// Dead proposes which stones are dead.
	Dead(ctx context.Context, g *game.Game) (life.Proposal, error)
	// Ownership returns whose each point will be: 1 Black's, −1 White's.
	Ownership(ctx context.Context, g *game.Game) ([]float32, error)
}

func init() {
	maps.Copy(commands, map[string]word{
		"final_score":       {"", 0, 0, (*Session).finalScore},
		"final_status":      {"VERTEX", 1, 1, (*Session).finalStatus},
		"final_status_list": {strings.Join(statuses, "|"), 1, 1, (*Session).finalStatusList},
		"rosette-verdicts":  {"", 0, 0, (*Session).verdicts},
		"rosette-ownership": {"", 0, 0, (*Session).ownership},
	})
}

// statuses are the words for what a point is at the end: the protocol's for
// stones, then GNU Go's for empty points.
var statuses = []string{"dead", "alive", "seki", "black_territory", "white_territory", "dame"}

// A verdict is a final position with what is taken for dead.
type verdict struct {
	*game.Game
	life.Proposal
	score game.Score
}

// judge proposes the dead stones and counts without them. Where the rules say
// that every stone is alive, none is dead. Without a Judge only those are that
// cannot live whatever is played.
func (s *Session) judge(ctx context.Context) (v verdict, err error) {
	v = verdict{Game: s.game}
	rules, b := s.game.Rules(), s.game.Board()
	switch {
	case rules.Ending == game.AllAlive:
		v.Proposal = allAlive(b, rules.Reading())
	case s.Judge == nil:
		v.Proposal = life.Propose(b, rules.Reading())
	default:
		if v.Proposal, err = s.Judge.Dead(ctx, s.game); err != nil {
			return v, fmt.Errorf("no verdict: %w", err)
		}
	}
	v.score = s.game.Score(v.Dead...)
	return v, nil
}

// allAlive is the proposal that takes nothing off. Seki is what it would be if
// stones could be dead: while borders are open nobody can tell.
func allAlive(b *board.Board, r life.CaptureRules) (p life.Proposal) {
	seki, found := life.Seki(b), life.Propose(b, r)
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

// status returns one of statuses. What nobody is sure of counts as alive.
func (v verdict) status(p board.Point) string {
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

// errVoid is why a game that repeats has no score; the protocol's words for it
// come first.
var errVoid = errors.New("cannot score; the position has come up for the third time, and by these rules the game is void")

// result is what a game that has ended is worth.
func (s *Session) result(ctx context.Context) (game.Result, error) {
	if s.game.NoResult() {
		return game.Result{By: game.NoResult}, nil
	}
	v, err := s.judge(ctx)
	if err != nil {
		return game.Result{}, err
	}
	return v.score.Result(), nil
}

func (s *Session) finalScore(ctx context.Context, _ []string) (string, error) {
	r, err := s.result(ctx)
	switch {
	case err != nil:
		return "", err
	case r.By == game.NoResult:
		return "", errVoid
	case r.Winner == board.Empty:
		return "0", nil
	}
	return r.String(), nil
}

func (s *Session) finalStatus(ctx context.Context, args []string) (string, error) {
	p, err := s.game.Graph().Point(args[0])
	if err != nil {
		return "", err
	}
	v, err := s.judge(ctx)
	if err != nil {
		return "", err
	}
	return v.status(p), nil
}

// finalStatusList lists whole chains, one a line, and empty points on one line.
func (s *Session) finalStatusList(ctx context.Context, args []string) (string, error) {
	if !slices.Contains(statuses, args[0]) {
		return "", errSyntax
	}
	v, err := s.judge(ctx)
	if err != nil {
		return "", err
	}
	if slices.Index(statuses, args[0]) > slices.Index(statuses, "seki") {
		return s.points(func(p board.Point) bool { return v.status(p) == args[0] }), nil
	}
	var chains []string
	for _, chain := range chainsOf(v.Board()) {
		if v.status(chain[0]) == args[0] {
			chains = append(chains, s.names(chain))
		}
	}
	return strings.Join(chains, "\n"), nil
}

// verdicts says in a line for each chain what is proposed for it, and why.
func (s *Session) verdicts(ctx context.Context, _ []string) (string, error) {
	if s.game.Rules().Ending == game.AllAlive {
		return "every stone is alive by these rules", nil
	}
	v, err := s.judge(ctx)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, c := range v.Chains {
		lines = append(lines, fmt.Sprintf("%s (%s): %s %s", c.Status, c.Reason, c.Color, s.names(c.Stones)))
	}
	return strings.Join(lines, "\n"), nil
}

// ownership paints whose each point will be, as GoGui's gfx takes it.
func (s *Session) ownership(ctx context.Context, _ []string) (string, error) {
	if s.Judge == nil {
		return "", errors.New("nobody is here to judge")
	}
	owner, err := s.Judge.Ownership(ctx, s.game)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.WriteString("INFLUENCE")
	for p, v := range owner {
		fmt.Fprintf(&text, " %s %.2f", s.game.Graph().PointName(board.Point(p)), v)
	}
	return text.String(), nil
}
