package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rosette/engine"
	"rosette/engine/review/background"
	"rosette/game"
	"rosette/game/board"
	"rosette/play/view"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/refusal"
)

// A Start is where a line of moves begins. Empty fields mean the usual.
type Start struct {
	Board  string      `json:"board" doc:"Name of a board" example:"rosette-5"`
	Rules  string      `json:"rules,omitempty" doc:"Name of a ruleset; the board's own if empty"`
	Komi   *float64    `json:"komi,omitempty" doc:"Points to White"`
	Supply string      `json:"supply,omitempty" doc:"Stones of each player, or Black's and White's; 0 is no limit, and that of the rules if empty"`
	Setup  *wire.Setup `json:"setup,omitempty" doc:"Names of the points with stones on them"`
	Next   string      `json:"next,omitempty" doc:"Who moves first: b or w" enum:"b,w"`
}

// Moves are a line of moves whose positions are requested.
type Moves struct {
	Start Start    `json:"start"`
	Moves []string `json:"moves" doc:"Names of points, or pass; with b or w and a space before them, moves of that player" maxItems:"2000"`
	From  int      `json:"from,omitempty" doc:"The first position is the one after so many moves" minimum:"0"`
}

// Bounds of a request for positions.
const (
	maxPositions     = 400 // in one response; request the rest from where it ends
	maxPositionsBody = 24 << 10
)

// positionsCost is the cost of maxPositions positions of the largest board.
var positionsCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 100 * time.Millisecond}, Body: maxPositionsBody}

// lineCost is the cost of playing a line of moves.
var lineCost = web.Cost{Cost: budget.Cost{Memory: 1 << 20, CPU: 10 * time.Millisecond}}

type (
	movesInput struct {
		web.Origin
		Body Moves
	}
	positionsOutput struct{ Body view.Line }
	pictureInput    struct {
		web.Origin
		Format string `query:"format" enum:"svg,png" default:"png"`
		Body   Moves
	}
	pictureOutput struct {
		Type        string `header:"Content-Type"`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
)

// postPositions plays moves on a new board and stores nothing.
func (s *Server) postPositions(ctx context.Context, in *movesInput) (*positionsOutput, error) {
	if wait, ok := s.positions.Take(in.Address); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	g, next, err := in.Body.Start.open()
	if err != nil {
		return nil, err
	}
	return &positionsOutput{view.LineOf(g, next, in.Body.Moves, in.Body.From, maxPositions)}, nil
}

// postPicture draws the position after a line of moves and stores nothing.
func (s *Server) postPicture(ctx context.Context, in *pictureInput) (*pictureOutput, error) {
	if wait, ok := s.positions.Take(in.Address); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	g, next, err := in.Body.Start.open()
	if err != nil {
		return nil, err
	}
	if line := view.LineOf(g, next, in.Body.Moves, len(in.Body.Moves), 1); line.Refused != nil {
		return nil, web.ProblemOf(http.StatusUnprocessableEntity, "refusal."+line.Refused.Reason, nil)
	}
	p := s.newPicture(picture(g), in.Format, positionSource(g))
	data, err := p.Bytes(ctx)
	return &pictureOutput{pictureTypes[p.Format], `attachment; filename="position.` + in.Format + `"`, data}, err
}

// positionSource identifies a position and its last move for newPicture.
func positionSource(g *game.Game) string {
	b := g.Board()
	last, moved := g.Last()
	stones := make([]byte, b.Graph().Points())
	for p := range stones {
		stones[p] = b.At(board.Point(p)).String()[0]
	}
	return fmt.Sprintf("position %s %s %v %v", b.Graph().Name(), stones, moved, last)
}

type (
	lineInput struct {
		web.Caller
		Body Moves
	}
	replyOutput struct{ Body LineReply }
)

// mostReviews bounds the running reviews of lines, each with up to 4 MB of positions.
const mostReviews = 8

// lineOf returns the game after a line of moves, and the player to move.
func (s *Server) lineOf(in *lineInput) (*game.Game, board.Color, error) {
	if wait, ok := s.positions.Take(in.Address); !ok {
		return nil, board.Empty, web.TooMany("api.too-many-requests", wait, nil)
	}
	g, _, err := in.Body.Start.open()
	if err != nil {
		return nil, board.Empty, err
	}
	next := board.Black
	if in.Body.Start.Next == "w" {
		next = board.White
	}
	line := view.LineOf(g, next, in.Body.Moves, len(in.Body.Moves), 1)
	if line.Refused != nil {
		return nil, board.Empty, web.ProblemOf(http.StatusUnprocessableEntity, "refusal."+line.Refused.Reason, nil)
	}
	if last, moved := g.Last(); moved {
		next = last.Color.Opponent()
	}
	return g, next, nil
}

// postReply returns the computer's move after a line of moves, and stores nothing.
func (s *Server) postReply(ctx context.Context, in *lineInput) (*replyOutput, error) {
	g, next, err := s.lineOf(in)
	if err != nil {
		return nil, err
	}
	reply, err := s.Match.Reply(ctx, in.Client, g, next)
	if err != nil {
		return nil, err
	}
	return &replyOutput{LineReply{
		Point: g.Graph().PointName(reply.Move), Lead: round(reply.Lead, 100), Error: round(reply.Error, 100),
	}}, nil
}

// postReview reviews a line of moves while the client reads the results, and stores nothing.
func (s *Server) postReview(ctx context.Context, in *lineInput) (http.HandlerFunc, error) {
	g, _, err := s.lineOf(in)
	if err != nil {
		return nil, err
	}
	if err := s.Match.CheckReview(ctx, in.Client, g); err != nil {
		return nil, refused(err)
	}
	if !s.reviews.Hold(in.Address) {
		return nil, web.TooMany("review.too-many", 30*time.Second, nil)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.reviews.Drop(in.Address)
		defer s.Lasting()()
		out := reviewWriter{w: w, control: http.NewResponseController(w)}
		err := s.Match.ReviewGame(r.Context(), in.Client, g, out.write)
		if err != nil && r.Context().Err() == nil {
			s.Log.Info("match: the review of a line has ended early", "err", err)
		}
	}, nil
}

// A reviewWriter writes a review's results as lines.
type reviewWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	last    time.Time
}

const (
	reviewEvery = 400 * time.Millisecond // between two lines
	reviewWait  = 10 * time.Second       // how long a client may block one line
)

// write writes a line, unless the last one is recent and the review is incomplete.
func (w *reviewWriter) write(found engine.Review) error {
	state := background.Running
	if found.Done == found.Total {
		state = background.Done
	} else if time.Since(w.last) < reviewEvery {
		return nil
	}
	w.last = time.Now()
	text, err := json.Marshal(reviewOf(state, found))
	if err != nil {
		return err
	}
	for _, set := range []error{
		w.control.SetReadDeadline(time.Time{}), w.control.SetWriteDeadline(w.last.Add(reviewWait)),
	} {
		if set != nil && !errors.Is(set, http.ErrNotSupported) {
			return set
		}
	}
	if _, err := w.w.Write(append(text, '\n')); err != nil {
		return err
	}
	return w.control.Flush()
}

// open returns the game at its start and the player to move. The error names the field.
func (s Start) open() (*game.Game, board.Color, error) {
	graph, err := board.Named(s.Board)
	if err != nil {
		return nil, board.Empty, match.Unfit("start.board", "form.board", s.Board, "boards", board.Boards)
	}
	rules, err := s.rules(graph)
	if err != nil {
		return nil, board.Empty, err
	}
	position, err := s.position(graph)
	if err != nil {
		return nil, board.Empty, err
	}
	next := board.Black
	if s.Next == "w" {
		next = board.White
	}
	return game.From(position, rules, next), next, nil
}

// rules returns the rules of a start.
func (s Start) rules(g *board.Graph) (rules game.Rules, err error) {
	if rules = game.DefaultRules(g); s.Rules != "" {
		if rules, err = game.Preset(s.Rules); err != nil {
			return rules, match.Unfit("start.rules", "form.ruleset", s.Rules)
		}
	}
	if s.Supply != "" {
		if rules.Supply, err = game.ParseSupply(s.Supply); err != nil {
			return rules, match.Unfit("start.supply", "form.supply", s.Supply)
		}
	}
	if s.Komi != nil {
		rules.Komi = *s.Komi
	}
	if rules.Check() != nil {
		return rules, refusal.InField("start", "form.rules", nil)
	}
	return rules, nil
}

// position returns the board of a start with its stones.
func (s Start) position(g *board.Graph) (*board.Board, error) {
	if s.Setup == nil {
		return board.New(g), nil
	}
	stones, setup := make([]board.Color, g.Points()), board.ByColor[[]string]{nil, s.Setup.Black, s.Setup.White}
	for _, c := range board.Colors {
		for _, name := range setup[c] {
			p, err := g.Point(name)
			if err != nil || stones[p] != board.Empty {
				return nil, match.Unfit("start.setup", "record.setup", name)
			}
			stones[p] = c
		}
	}
	return board.SetupAny(g, stones), nil
}
