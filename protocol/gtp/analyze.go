package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An Analyzer searches a position for as long as ctx lives, and tells whoever the
// question names what it finds.
type Analyzer interface {
	Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis
}

// A Speaker is a [Mover] who can say what he thinks while he does. Of the
// question he heeds what to tell and what to avoid; how long, he knows himself.
type Speaker interface {
	ChooseAnalyzing(ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams) (move board.Point, resign bool, err error)
}

func init() {
	for _, name := range []string{"analyze", "lz-analyze", "kata-analyze"} {
		commands[name] = word{asked, 0, many, analyzing(name, (*Session).analyze)}
	}
	for _, name := range []string{"genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze"} {
		commands[name] = word{asked, 0, many, analyzing(name, (*Session).genmoveAnalyze)}
	}
	maps.Copy(commands, map[string]word{"stop": {"", 0, 0, say("")}}) // it has stopped what was going on by being said
}

// asked is what may be said of every analysis.
const asked = "COLOR CENTISECONDS KEY VALUE …, where KEY is interval, minmoves, maxmoves, avoid or allow COLOR VERTEX,VERTEX DEPTH, " +
	"and with kata rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue"

// A request is what an analysis was asked to show, and how.
type request struct {
	color     board.Color
	interval  time.Duration
	least     int // moves to show, even those that nobody visited
	most      int
	show      map[string]bool
	lz        bool // Leela Zero's format
	question  engine.SearchParams
	bans      board.ByColor[map[board.Point]int] // by colour, how deep a move is left out
	others    board.ByColor[int]                 // how deep all others are
	forbids   board.ByColor[bool]                // avoid was said of the colour
	commanded string
}

// analyzing reads the request of a command before it runs.
func analyzing(name string, run func(*Session, context.Context, *request) error) func(*Session, context.Context, []string) (string, error) {
	return func(s *Session, ctx context.Context, args []string) (string, error) {
		r := &request{color: s.next(), most: many, show: map[string]bool{}, lz: strings.HasPrefix(name, "lz-"), commanded: name}
		if err := r.parse(s, args); err != nil {
			return "", err
		}
		r.question.ReportEvery = r.interval
		r.question.OwnershipDetails = r.show["movesOwnership"] || r.show["movesOwnershipStdev"] || r.show["ownershipStdev"]
		if r.bans[board.Black] != nil || r.bans[board.White] != nil {
			r.question.Avoid = r.avoid
		}
		return "", run(s, ctx, r)
	}
}

// fastest is the shortest time between two lines.
const fastest = 10 * time.Millisecond

// parse reads a colour, an interval, and then keys with what they take.
func (r *request) parse(s *Session, args []string) error {
	if len(args) > 0 {
		if c, err := color(args[0]); err == nil {
			r.color, args = c, args[1:]
		}
	}
	if len(args) > 0 && r.every(args[0]) == nil {
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
		if err := r.key(s, args[0], args[1:takes]); err != nil {
			return err
		}
		args = args[takes:]
	}
	return nil
}

// every reads the interval, in hundredths of a second.
func (r *request) every(text string) error {
	x, err := decimal(text)
	if err != nil || x < 0 || x > longestTime {
		return errSyntax
	}
	r.interval = max(fastest, time.Duration(x*float64(time.Second)/100))
	return nil
}

// shown are the keys that take true or false, for all but Leela Zero.
var shown = strings.Fields("rootInfo ownership ownershipStdev movesOwnership movesOwnershipStdev pvVisits pvEdgeVisits noResultValue")

func (r *request) key(s *Session, key string, values []string) (err error) {
	switch key {
	case "interval":
		return r.every(values[0])
	case "minmoves":
		r.least, err = number(values[0], longestTime)
		return err
	case "maxmoves":
		r.most, err = number(values[0], longestTime)
		return err
	case "avoid", "allow":
		return r.ban(s, key == "allow", values)
	}
	for _, name := range shown {
		if name == key && !r.lz {
			r.show[key], err = strconv.ParseBool(values[0])
			if err == nil {
				return nil
			}
		}
	}
	return errSyntax
}

// ban reads which moves a player must not or may only consider, and how deep.
func (r *request) ban(s *Session, allow bool, values []string) error {
	c, err := color(values[0])
	if err != nil {
		return err
	}
	depth, err := number(values[2], longestTime)
	if err != nil || depth < 1 {
		return errSyntax
	}
	if r.bans[c] != nil && (allow || !r.forbids[c]) {
		return fmt.Errorf("allow stands alone; use avoid, or allow once for %s", c)
	}
	if r.bans[c] == nil {
		r.bans[c] = map[board.Point]int{}
	}
	r.forbids[c] = !allow
	if allow {
		r.others[c], depth = depth, 0
	}
	for name := range strings.SplitSeq(values[1], ",") {
		if name == "" {
			continue
		}
		p, err := s.game.Graph().Move(name)
		if err != nil {
			return err
		}
		r.bans[c][p] = depth
	}
	return nil
}

// avoid tells the search what to leave out.
func (r *request) avoid(p board.Point, c board.Color, depth int) bool {
	until, named := r.bans[c][p]
	if !named {
		until = r.others[c]
	}
	return depth < until
}

// errTold says that a command has written its answer itself, but for the empty
// line that ends it.
var errTold = errors.New("told")

// analyze searches and writes a line again and again until the controller says
// anything at all.
func (s *Session) analyze(ctx context.Context, r *request) error {
	if s.Analyzer == nil {
		return errors.New("nobody is here to think; use a program that does")
	}
	out := &telling{to: s.out, sign: s.sign}
	out.write("") // at once: who waits for the sign waits for all other commands
	r.question.OnProgress = func(a engine.Analysis) { out.line(s.info(r, a)) }
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	found := make(chan engine.Analysis, 1)
	go func() { found <- s.Analyzer.Analyze(ctx, s.game, r.color, r.question) }()
	for waiting := found; ; {
		select {
		case a := <-waiting: // there was no more to find
			waiting = nil
			if a.Visits > 0 && r.interval > 0 {
				out.line(s.info(r, a))
			}
		case line, more := <-s.said:
			s.pending, s.silent = &line, !more
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

// genmoveAnalyze plays like genmove, and says what it thinks while it does.
func (s *Session) genmoveAnalyze(ctx context.Context, r *request) error {
	speaker, ok := s.Mover.(Speaker)
	if !ok {
		return errors.New("nobody is here to think aloud; use genmove")
	}
	out := &telling{to: s.out, sign: s.sign}
	r.question.OnProgress = func(a engine.Analysis) { out.line(s.info(r, a)) }
	move, err := s.moveBy(r.color, func() (board.Point, bool, error) {
		return speaker.ChooseAnalyzing(ctx, s.game, r.color, s.clocks[r.color], r.question)
	})
	if err != nil && out.begun {
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

// A telling is an answer that is written line by line and does not wait for its
// end: the sign of success goes out with the first line.
type telling struct {
	to    io.Writer
	sign  string
	err   error
	begun bool
}

// line writes one line, unless it is empty.
func (t *telling) line(text string) {
	if text != "" {
		t.write(text + "\n")
	}
}

func (t *telling) write(text string) {
	if !t.begun {
		text, t.begun = t.sign+"\n"+text, true
	}
	if t.err == nil {
		_, t.err = io.WriteString(t.to, text)
	}
}

// end says that the answer is told.
func (t *telling) end() error {
	if t.err != nil {
		return t.err
	}
	return errTold
}
