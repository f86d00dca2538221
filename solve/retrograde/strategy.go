package retrograde

import (
	"context"
	"errors"
	"fmt"

	"rosette/game/board"
)

// A strategy plays the proof that one side reaches the threshold of a table with a kept order, or
// prevents it. It follows one game at a time, from a root that this side wins.
type strategy struct {
	*graph
	player uint8
	at     node
	state  *state             // for at, or nil where the table decides
	entry  *situation         // the situation before state's component was entered
	past   []situation        // situations since then, state's own last
	made   map[situation]bool // by the game so far
	before uint64             // order number for the last label used from the table
}

// newStrategy returns a strategy for a game that begins at a node.
func newStrategy(g *graph, player uint8, n node) *strategy {
	s := &strategy{graph: g, player: player, made: map[situation]bool{}, before: ^uint64(0)}
	s.enter(n)
	return s
}

// enter moves to a node.
func (s *strategy) enter(n node) {
	last := s.at.situation
	started := len(s.made) > 0
	s.at = n
	s.made[n.situation] = true
	own := winOf(s.player)
	if (view{s.table, s.before}).value(n, nestedDepth) == own {
		s.state, s.past = nil, nil
		if n.plain() {
			s.before = s.orderOf(n.situation)
		}
		return
	}
	was := s.state
	s.state = s.graph.stateOf(n)
	if was == nil || s.state.component == nil || was.component != s.state.component {
		s.past, s.entry = nil, nil
		if started {
			s.entry = &last
		}
	}
	s.past = append(s.past, n.situation)
}

// stateOf returns the state for a node that the table leaves open.
func (g *graph) stateOf(n node) *state {
	if s := g.states[n]; s != nil {
		return s
	}
	return g.visit(n)
}

// winning reports whether the player wins after a move to a node.
func (s *strategy) winning(n node) bool {
	own := winOf(s.player)
	if s.state == nil {
		return view{s.table, s.before}.value(n, nestedDepth) == own
	}
	if s.state.settled != open {
		return s.state.best == n // this state may have proven another win
	}
	if v := s.graph.value(n); v != open {
		return v == own
	}
	to := s.graph.stateOf(n)
	if c := s.state.component; c != nil && c == to.component {
		return s.graph.searchPast(to, s.entry, append(s.past[:len(s.past):len(s.past)], n.situation)) == own
	}
	return s.graph.labelOf(to, &s.at.situation) == own
}

// move returns a winning move for the player, and false if there is none.
func (s *strategy) move() (board.Point, bool) {
	if s.at.passed && s.end(s.at.stones) == winOf(s.player) {
		return board.Pass, true
	}
	for _, c := range s.children(s.at, nil) {
		if (s.state == nil || !s.made[c.node.situation]) && s.winning(c.node) && (s.state != nil || !s.at.passed ||
			s.winning(c.free)) {
			return board.Point(c.point), true
		}
	}
	return board.Pass, !s.at.passed && s.winning(s.at.afterPass())
}

// follow makes either player's move.
func (s *strategy) follow(p board.Point) {
	n := s.at.afterPass()
	for _, c := range s.children(s.at, nil) {
		if c.point != int(p) {
			continue
		}
		if n = c.node; s.state == nil && s.at.passed && s.at.mover == s.player {
			n = c.free // natural situational superko allows the retake
		}
	}
	s.enter(n)
}

// maxLine limits the length of a line of best play.
const maxLine = 400

// A bestLine is a line of best play from the first root, and a line in the log.
type bestLine struct {
	Roots  string        `json:"lineOf"` // like answer.Roots; the name distinguishes the lines
	Margin int           `json:"margin"`
	Line   []board.Point `json:"line"`
}

// Line returns a line of best play from the first root, up to two passes, and logs it. margin has
// to be exact. The line is empty, with a note, if the order of the labels is unknown because the
// tables are too large or come from files, if a strategy needs a state beyond the limits of the
// graph, or if ctx ends.
func (s *Solver) Line(ctx context.Context, margin int) ([]board.Point, error) {
	if line := s.lines[margin]; line != nil {
		return line, nil
	}
	line, err := s.bestPlay(ctx, margin)
	if err != nil {
		s.options.Tell("no line of best play: " + err.Error())
		return nil, nil
	}
	s.lines[margin] = line
	if s.log == nil {
		return line, nil
	}
	return line, s.log.Append(bestLine{s.rootKey(), margin, line})
}

// bestPlay finds a line of best play, or returns the reason that there is none.
func (s *Solver) bestPlay(ctx context.Context, margin int) (line []board.Point, err error) {
	for _, g := range s.proofs {
		g.ctx = ctx
		defer func() { g.ctx = context.Background() }()
	}
	players, found := s.lineStrategies(margin)
	if !found {
		return nil, s.noOrder()
	}
	passes, mover := 0, s.roots[0].mover
	for passes < 2 && len(line) < maxLine && ctx.Err() == nil {
		move := board.Pass
		if p := players[mover]; p != nil {
			if move, found = p.move(); !found {
				break
			}
		}
		if passes++; move != board.Pass {
			passes = 0
		}
		line = append(line, move)
		if passes < 2 {
			for _, p := range players {
				if p != nil {
					p.follow(move)
				}
			}
		}
		mover ^= 1
	}
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("no time left")
	case !found:
		return nil, errors.New("it needs positions beyond the search limits")
	}
	return line, nil
}

// noOrder returns the reason that the labels' order is unknown.
func (s *Solver) noOrder() error {
	if need := 4 * s.proofBytes(); need > s.options.Memory {
		return fmt.Errorf("storing the order of the labels takes %s of memory", gigabytes(need))
	}
	return errors.New(
		"it follows from the order of the labels, which files do not keep; a run without labels from files finds one",
	)
}

// lineStrategies returns a strategy for each player that keeps a margin from the first root. It is
// nil if any play keeps the margin; found is false if a strategy is unknown.
func (s *Solver) lineStrategies(margin int) (players [2]*strategy, found bool) {
	start := s.roots[0].node
	for player, threshold := range []int{margin, margin + 1} {
		trivial := threshold <= -s.words.points || threshold > s.words.points
		g := s.proofs[threshold]
		switch {
		case g == nil && !trivial:
			return players, false
		case g == nil:
		case g.threshold == threshold:
			players[player] = newStrategy(g, uint8(player), start)
		default: // proven with the colours swapped
			players[player] = newStrategy(g, uint8(player)^1, start.swapped())
		}
	}
	return players, true
}
