package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An Analyzer searches positions.
type Analyzer interface {
	// Analyze searches a position with next to move until a limit in q is reached or ctx ends, and
	// returns the result. It reports intermediate results to q.OnProgress.
	Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis
}

// An AnalyzingPlayer is a [Player] that can report its search while it chooses a move. Commands
// ending in genmove_analyze need one.
type AnalyzingPlayer interface {
	// ChooseAnalyzing is like Choose, but excludes moves by q.Avoid and reports to q.OnProgress.
	// The search is limited by the player's limits, not by those in q.
	ChooseAnalyzing(
		ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams,
	) (move board.Point, resign bool, err error)
}

// analysisUsage is the usage of all analysis commands.
const analysisUsage = "COLOR CENTISECONDS KEY VALUE …, where KEY is interval, minmoves, maxmoves, avoid or allow COLOR " +
	"VERTEX,VERTEX DEPTH, " +
	"and with kata rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue"

// An analysisRequest holds the parsed arguments of an analysis command.
type analysisRequest struct {
	color             board.Color                        // to move
	interval          time.Duration                      // between lines
	minMoves          int                                // shown even if they have no visits
	maxMoves          int                                // largest number shown
	show              map[string]bool                    // set of infoKeys
	leelaZero         bool                               // use Leela Zero's format
	params            engine.SearchParams                // of the search
	bannedUntil       board.ByColor[map[board.Point]int] // by colour, the depth from which a move is allowed
	othersBannedUntil board.ByColor[int]                 // the same for all other moves
	avoiding          board.ByColor[bool]                // by colour, whether avoid was given
}

// analysisCommand returns a handler that parses a command's arguments and then runs it.
func analysisCommand(name string, run func(*Session, context.Context, *analysisRequest) error) handler {
	return func(s *Session, ctx context.Context, args []string) (string, error) {
		r := &analysisRequest{
			color: s.game.ToMove(), maxMoves: unlimited, show: map[string]bool{},
			leelaZero: strings.HasPrefix(name, "lz-"),
		}
		if err := r.parse(s, args); err != nil {
			return "", err
		}
		r.params.ReportEvery = r.interval
		r.params.OwnershipDetails = r.show["movesOwnership"] || r.show["movesOwnershipStdev"] ||
			r.show["ownershipStdev"]
		if r.bannedUntil[board.Black] != nil || r.bannedUntil[board.White] != nil {
			r.params.Avoid = r.avoid
		}
		return "", run(s, ctx, r)
	}
}

// minInterval is the shortest interval between two analysis lines.
const minInterval = 10 * time.Millisecond

// parse parses an optional colour, an optional interval, and keys with their values.
func (r *analysisRequest) parse(s *Session, args []string) error {
	if len(args) > 0 {
		if c, err := parseColor(args[0]); err == nil {
			r.color, args = c, args[1:]
		}
	}
	if len(args) > 0 && r.parseInterval(args[0]) == nil {
		args = args[1:]
	}
	for len(args) > 0 {
		takes := 2
		if args[0] == "avoid" || args[0] == "allow" {
			takes = 4
		}
		if len(args) < takes {
			return errSyntax
		}
		if err := r.parseKey(s, args[0], args[1:takes]); err != nil {
			return err
		}
		args = args[takes:]
	}
	return nil
}

// parseInterval parses an interval in hundredths of a second.
func (r *analysisRequest) parseInterval(text string) error {
	x, err := parseDecimal(text)
	if err != nil || x < 0 || x > maxSeconds {
		return errSyntax
	}
	r.interval = max(minInterval, time.Duration(x*float64(time.Second)/100))
	return nil
}

// infoKeys are the boolean keys. Leela Zero's commands have none.
var infoKeys = strings.Fields(
	"rootInfo ownership ownershipStdev movesOwnership movesOwnershipStdev pvVisits pvEdgeVisits noResultValue",
)

func (r *analysisRequest) parseKey(s *Session, key string, values []string) (err error) {
	switch key {
	case "interval":
		return r.parseInterval(values[0])
	case "minmoves":
		r.minMoves, err = parseCount(values[0], maxSeconds)
		return err
	case "maxmoves":
		r.maxMoves, err = parseCount(values[0], maxSeconds)
		return err
	case "avoid", "allow":
		return r.parseAvoid(s, key == "allow", values)
	}
	for _, name := range infoKeys {
		if name == key && !r.leelaZero {
			r.show[key], err = strconv.ParseBool(values[0])
			if err == nil {
				return nil
			}
		}
	}
	return errSyntax
}

// parseAvoid parses the values of avoid and allow: a colour, moves, and the depth until which the
// search excludes these moves, or all others.
func (r *analysisRequest) parseAvoid(s *Session, allow bool, values []string) error {
	c, err := parseColor(values[0])
	if err != nil {
		return err
	}
	depth, err := parseCount(values[2], maxSeconds)
	if err != nil || depth < 1 {
		return errSyntax
	}
	if r.bannedUntil[c] != nil && (allow || !r.avoiding[c]) {
		return fmt.Errorf("allow cannot be combined; use avoid, or allow once for %s", c)
	}
	if r.bannedUntil[c] == nil {
		r.bannedUntil[c] = map[board.Point]int{}
	}
	r.avoiding[c] = !allow
	if allow {
		r.othersBannedUntil[c], depth = depth, 0
	}
	for name := range strings.SplitSeq(values[1], ",") {
		if name == "" {
			continue
		}
		p, err := s.names().Move(name)
		if err != nil {
			return err
		}
		r.bannedUntil[c][p] = depth
	}
	return nil
}

// avoid implements [engine.Avoid].
func (r *analysisRequest) avoid(p board.Point, c board.Color, depth int) bool {
	until, named := r.bannedUntil[c][p]
	if !named {
		until = r.othersBannedUntil[c]
	}
	return depth < until
}

// errAnswered is returned by a handler that has already written its answer, except for the empty
// line that ends it.
var errAnswered = errors.New("already answered")

var errNoAnalyzer = errors.New("this session has no analyzer; use another engine")

// analyze searches and writes a line at every interval until the controller sends a line.
func (s *Session) analyze(ctx context.Context, r *analysisRequest) error {
	if s.Analyzer == nil {
		return errNoAnalyzer
	}
	if err := s.game.Board().CheckLiberties(); err != nil {
		return err
	}
	out := &streamedAnswer{out: s.out, prefix: s.successPrefix}
	out.write("") // at once: controllers wait for it before they send more
	r.params.OnProgress = func(a engine.Analysis) { out.line(s.analysisLine(r, a)) }
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	found := make(chan engine.Analysis, 1)
	go func() { found <- s.Analyzer.Analyze(ctx, s.game, r.color, r.params) }()
	for waiting := found; ; {
		select {
		case a := <-waiting: // the search is complete
			waiting = nil
			if a.Visits > 0 && r.interval > 0 {
				out.line(s.analysisLine(r, a))
			}
		case line, more := <-s.input:
			s.pendingLine, s.inputEnded = &line, !more
			stop()
			if waiting != nil {
				<-waiting
			}
			return out.end()
		case <-ctx.Done():
			if waiting != nil {
				<-waiting
			}
			return out.end()
		}
	}
}

// genmoveAnalyze is like genmove, but writes analysis lines during the search.
func (s *Session) genmoveAnalyze(ctx context.Context, r *analysisRequest) error {
	player, ok := s.Player.(AnalyzingPlayer)
	if !ok {
		return errors.New("this player cannot report its search; use genmove")
	}
	out := &streamedAnswer{out: s.out, prefix: s.successPrefix}
	r.params.OnProgress = func(a engine.Analysis) { out.line(s.analysisLine(r, a)) }
	move, err := s.playChosen(r.color, func() (board.Point, bool, error) {
		return player.ChooseAnalyzing(ctx, s.game, r.color, s.clocks[r.color], r.params)
	})
	if err != nil && out.started {
		return out.end()
	}
	if err != nil {
		return err
	}
	if move == "PASS" {
		move = "pass"
	}
	out.line("play " + move)
	return out.end()
}

// A streamedAnswer is a successful answer written line by line. The success prefix precedes the
// first line.
type streamedAnswer struct {
	out     io.Writer
	prefix  string
	err     error
	started bool
}

// line writes a line, unless the text is empty.
func (t *streamedAnswer) line(text string) {
	if text != "" {
		t.write(text + "\n")
	}
}

func (t *streamedAnswer) write(text string) {
	if !t.started {
		text, t.started = t.prefix+"\n"+text, true
	}
	if t.err == nil {
		_, t.err = io.WriteString(t.out, text)
	}
}

// end returns errAnswered, or the first write error.
func (t *streamedAnswer) end() error {
	if t.err != nil {
		return t.err
	}
	return errAnswered
}
