package sgf

import (
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/quote"
)

// ErrSkipVariations, returned by the function that [Walk] calls, leaves out what
// follows the node.
var ErrSkipVariations = errors.New("skip the variations that follow")

// maxSetups bounds the positions that a walk keeps to come back to.
const maxSetups = 4096

// A replayer plays the nodes of one tree.
type replayer struct {
	*Coordinates
	game      *game.Game
	rules     game.Rules
	handicap  int // the handicap that HA names
	steps     []step
	keepSteps bool // steps, to go back

	setups int // steps that keep a game
}

// A step is what it takes to go back over a node.
type step struct {
	before *game.Game // if the node set stones up
	moves  int
}

// newReplayer returns a player before the root of a tree, of the game that a node
// of it tells about.
func newReplayer(of *Node) (*replayer, error) {
	g, err := CoordinatesOf(of.Root())
	if err != nil {
		return nil, err
	}
	r, err := rulesAt(of, g.Graph)
	if err != nil {
		return nil, err
	}
	return newReplayerUnder(of, g, r), nil
}

// newReplayerUnder returns a player before the root of a tree who goes by those rules.
func newReplayerUnder(of *Node, g *Coordinates, r game.Rules) *replayer {
	pl := &replayer{Coordinates: g, rules: r, handicap: handicap(of, g.Graph)}
	pl.game = game.From(board.New(g.Graph), r, firstToMove(of.Root(), r))
	pl.game.SetHandicap(pl.handicap)
	return pl
}

// handicap returns what HA says, and 0 if that cannot be.
func handicap(of *Node, g *board.Graph) int {
	if ha, err := Number(of.Info("HA")); err == nil && ha > 0 && ha <= g.Points()/2 {
		return ha
	}
	return 0
}

// firstToMove tells who moves first: PL says, or the first move of the main line, or
// a handicap.
func firstToMove(n *Node, r game.Rules) board.Color {
	if c, err := Color(n.Raw("PL")); err == nil {
		return c
	}
	m := n
	for range 16 { // comments may come before it
		switch {
		case m.Has("B"):
			return board.Black
		case m.Has("W"):
			return board.White
		case len(m.Children) > 0:
			m = m.Children[0]
		}
	}
	stays := r.Handicap == game.HandicapWhitePasses || r.Handicap == game.HandicapFlower // Black moves first
	if ha, err := Number(n.Raw("HA")); err == nil && ha > 1 && !stays {
		return board.White
	}
	return board.Black
}

// step plays the stones that a node sets up, or who moves next if PL says that
// it is another, then its moves, whatever their order. What is wrong is not played, the rest is; the first fault is returned.
func (pl *replayer) step(n *Node) error {
	var s step
	var wrong error
	for i := range n.Properties {
		if id := n.Properties[i].ID; setupColor(id) != nil || id == "PL" && pl.changesTurn(n) {
			wrong = pl.setUp(n, &s)
			break
		}
	}
	for i := range n.Properties {
		if id := n.Properties[i].ID; id != "B" && id != "W" {
			continue
		}
		if err := pl.move(n, &n.Properties[i], &s); err != nil && wrong == nil {
			wrong = err
		}
	}
	if pl.keepSteps {
		pl.steps = append(pl.steps, s)
	}
	return wrong
}

// changesTurn tells whether PL of a node below the root gives the turn to who would not
// have it. Beside a move it says nothing: there programs name who comes next.
func (pl *replayer) changesTurn(n *Node) bool {
	c, err := Color(n.Raw("PL"))
	if err != nil || n.Parent == nil || n.Has("B") || n.Has("W") {
		return false
	}
	if last, moved := pl.game.Last(); moved {
		return c == last.Color
	}
	_, first, known := pl.game.Start()
	return known && c != first
}

// setups are the colours that properties set up.
var setups = [3]struct {
	id    string
	color board.Color
}{{"AB", board.Black}, {"AW", board.White}, {"AE", board.Empty}}

// setupColor returns what a property sets up, nil if it sets nothing up.
func setupColor(id string) *board.Color {
	if len(id) == 2 && id[0] == 'A' {
		for i := range setups {
			if setups[i].id == id {
				return &setups[i].color
			}
		}
	}
	return nil
}

// move plays the values of B or W, of which there should be one.
func (pl *replayer) move(n *Node, p *Property, s *step) error {
	c := board.Black
	if p.ID == "W" {
		c = board.White
	}
	for _, raw := range p.Values {
		at, err := pl.Move(raw)
		if err == nil {
			err = pl.game.Play(at, c)
		}
		if refusal := game.Refusal(""); errors.As(err, &refusal) {
			err = fmt.Errorf("%s at %s is illegal: %s", c, pl.PointName(at), refusal)
		}
		if err != nil {
			return n.problem(p, p.ID+"["+quote.Clip(raw, 24)+"]: "+err.Error())
		}
		s.moves++
	}
	return nil
}

// setUp begins another game at the position that the node makes. The format
// does not say what becomes of prisoners then: they stay whose they are, and so
// do pass stones and the handicap.
func (pl *replayer) setUp(n *Node, s *step) error {
	var wrong error
	stones := make([]board.Color, pl.Graph.Points())
	for p := range stones {
		stones[p] = pl.game.Board().At(board.Point(p))
	}
	for i := range n.Properties {
		p := &n.Properties[i]
		c := setupColor(p.ID)
		if c == nil {
			continue
		}
		for _, raw := range p.Values {
			if raw == "" {
				continue // an empty list, as some programs write it
			}
			points, err := pl.Points(raw)
			if err != nil {
				wrong = n.problem(p, p.ID+": "+err.Error())
				continue
			}
			for _, at := range points {
				stones[at] = *c
			}
		}
	}
	b, err := board.Setup(pl.Graph, stones)
	if err != nil {
		return n.problem(nil, err.Error())
	}
	if pl.keepSteps {
		if pl.setups >= maxSetups {
			return n.problem(nil, fmt.Sprintf("over %d nodes in a row set stones up in a variation; use moves", maxSetups))
		}
		pl.setups++
		s.before = pl.game
	}
	next := game.From(b, pl.rules, firstToMove(n, pl.rules))
	next.CarryOver(pl.game)
	pl.game = next
	return wrong
}

// undo takes the last step back.
func (pl *replayer) undo() {
	s := pl.steps[len(pl.steps)-1]
	pl.steps = pl.steps[:len(pl.steps)-1]
	if s.before != nil {
		pl.setups--
		pl.game = s.before
		return
	}
	for range s.moves {
		pl.game.Undo()
	}
}

// Walk replays a tree, variations included, and calls see for every node in the
// order of the file with the game there; the game is the walk's own, so clone
// what shall last. A node that cannot be played as written comes with a
// [Problem], and the walk goes on from what could. Walk returns the first error
// of see, or that there is no such board.
func Walk(root *Node, see func(n *Node, g *game.Game, wrong error) error) error {
	pl, err := newReplayer(root)
	if err != nil {
		return err
	}
	pl.keepSteps = true
	type branch struct {
		node  *Node
		depth int
	}
	for todo := []branch{{root, 0}}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for len(pl.steps) > next.depth {
			pl.undo()
		}
		if len(todo) == 0 {
			pl.steps, pl.setups = pl.steps[:0], 0 // nothing is left to go back for
		}
		err := see(next.node, pl.game, pl.step(next.node))
		if errors.Is(err, ErrSkipVariations) {
			continue
		}
		if err != nil {
			return err
		}
		for i := len(next.node.Children) - 1; i >= 0; i-- {
			todo = append(todo, branch{next.node.Children[i], len(pl.steps)})
		}
	}
	return nil
}

// MainLine replays the main line up to that many moves, all of it if moves is
// negative, and returns the game and the node where it stopped. At a node that
// cannot be played it stops with a [Problem]; game and node are then those
// before it, nil only if there is no such board.
func MainLine(root *Node, moves int) (*game.Game, *Node, error) {
	return Replay(root, moves, nil)
}

// Replay is [Main] under other rules than the file's, unless they are nil.
func Replay(root *Node, moves int, rules *game.Rules) (*game.Game, *Node, error) {
	pl, err := newReplayer(root.Last())
	if err != nil {
		return nil, nil, err
	}
	if rules != nil {
		pl = newReplayerUnder(root.Last(), pl.Coordinates, *rules)
	}
	at, made := root, 0
	for n := root; ; n = n.Children[0] {
		mine := 0
		for i := range n.Properties {
			if id := n.Properties[i].ID; id == "B" || id == "W" {
				mine++
			}
		}
		if made += mine; moves >= 0 && made > moves {
			return pl.game, at, nil
		}
		if err := pl.step(n); err != nil {
			return pl.game, at, err
		}
		if at = n; len(n.Children) == 0 {
			return pl.game, at, nil
		}
	}
}
