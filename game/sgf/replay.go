package sgf

import (
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/quote"
)

// ErrSkipVariations is returned by the function that [Walk] calls to skip the
// children of the node.
var ErrSkipVariations = errors.New("skip the variations that follow")

// maxSetups is the largest number of positions that a walk keeps to return to.
const maxSetups = 4096

// A replayer plays the nodes of one tree.
type replayer struct {
	*Coordinates
	src       *source // of the tree
	game      *game.Game
	rules     game.Rules
	handicap  int // of HA
	steps     []step
	keepSteps bool // record steps, for undo

	setups int // number of steps that keep a game
}

// A step is what is needed to undo a node.
type step struct {
	before *game.Game // the game before, if the node sets stones up
	moves  int
}

// newReplayer returns a replayer before the root of a tree, for the game whose
// information is at the node or above.
func newReplayer(of *Node) (*replayer, error) {
	c, err := CoordinatesOf(of.Root())
	if err != nil {
		return nil, err
	}
	rules, err := rulesAt(of, c.Graph)
	if err != nil {
		return nil, err
	}
	return newReplayerUnder(of, c, rules), nil
}

// newReplayerUnder is newReplayer under the given rules.
func newReplayerUnder(of *Node, c *Coordinates, rules game.Rules) *replayer {
	r := &replayer{Coordinates: c, src: of.Root().src, rules: rules, handicap: handicap(of, c.Graph)}
	r.game = game.From(board.New(c.Graph), rules, firstToMove(of.Root(), rules))
	r.game.SetHandicap(r.handicap)
	return r
}

// handicap returns the number of HA, 0 if it is missing or impossible.
func handicap(of *Node, g *board.Graph) int {
	if ha, err := Number(of.Info("HA")); err == nil && ha > 0 && ha <= g.Points()/2 {
		return ha
	}
	return 0
}

// firstToMove returns the player who moves first, by PL, else by the first move
// of the main line, else by the handicap.
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

// step applies the set-up of a node, including a change of the player to move
// by PL, and then its moves, whatever their order in the file. What cannot be
// played is skipped and the rest is played; the first error is returned.
func (r *replayer) step(n *Node) error {
	var s step
	var wrong error
	for i := range n.Properties {
		if id := n.Properties[i].ID; setupColor(id) != nil || id == "PL" && r.changesTurn(n) {
			wrong = r.setUp(n, &s)
			break
		}
	}
	for i := range n.Properties {
		if id := n.Properties[i].ID; id != "B" && id != "W" {
			continue
		}
		if err := r.move(n, &n.Properties[i], &s); err != nil && wrong == nil {
			wrong = err
		}
	}
	if r.keepSteps {
		r.steps = append(r.steps, s)
	}
	return wrong
}

// changesTurn reports whether PL in a node below the root gives the move to the
// other player. PL beside a move is ignored, because programs use it there for
// the player who comes next.
func (r *replayer) changesTurn(n *Node) bool {
	c, err := Color(n.Raw("PL"))
	if err != nil || n.Parent == nil || n.Has("B") || n.Has("W") {
		return false
	}
	if last, moved := r.game.Last(); moved {
		return c == last.Color
	}
	_, first, known := r.game.Start()
	return known && c != first
}

// setups are the properties that set up points and their colours.
var setups = [3]struct {
	id    string
	color board.Color
}{{"AB", board.Black}, {"AW", board.White}, {"AE", board.Empty}}

// setupColor returns the colour that a property sets up, nil if it is no
// set-up.
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
func (r *replayer) move(n *Node, p *Property, s *step) error {
	c := board.Black
	if p.ID == "W" {
		c = board.White
	}
	for _, raw := range p.Values {
		at, err := r.Move(raw)
		if err == nil {
			err = r.game.Play(at, c)
		}
		if refusal := game.Refusal(""); errors.As(err, &refusal) {
			err = fmt.Errorf("%s at %s is illegal: %s", c, r.PointName(at), refusal)
		}
		if err != nil {
			return r.src.problem(n, p, p.ID+"["+quote.Clip(raw, 24)+"]: "+err.Error())
		}
		s.moves++
	}
	return nil
}

// setUp begins another game at the position that the node makes. The
// specification does not define what happens to prisoners; they are kept, and so
// are pass stones and the handicap.
func (r *replayer) setUp(n *Node, s *step) error {
	stones, wrong := r.stonesAfter(n)
	b, err := board.Setup(r.Graph, stones)
	if err != nil {
		return r.src.problem(n, nil, err.Error())
	}
	if r.keepSteps {
		if r.setups >= maxSetups {
			return r.src.problem(n, nil, fmt.Sprintf("over %d nodes in a row set stones up in a variation; use moves", maxSetups))
		}
		r.setups++
		s.before = r.game
	}
	next := game.From(b, r.rules, firstToMove(n, r.rules))
	next.CarryOver(r.game)
	r.game = next
	return wrong
}

// stonesAfter returns the stones of the position after the set-up of a node,
// and an error if a value cannot be read.
func (r *replayer) stonesAfter(n *Node) (stones []board.Color, wrong error) {
	stones = make([]board.Color, r.Graph.Points())
	for p := range stones {
		stones[p] = r.game.Board().At(board.Point(p))
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
			points, err := r.Points(raw)
			if err != nil {
				wrong = r.src.problem(n, p, p.ID+": "+err.Error())
				continue
			}
			for _, at := range points {
				stones[at] = *c
			}
		}
	}
	return stones, wrong
}

// undo takes the last step back.
func (r *replayer) undo() {
	s := r.steps[len(r.steps)-1]
	r.steps = r.steps[:len(r.steps)-1]
	if s.before != nil {
		r.setups--
		r.game = s.before
		return
	}
	for range s.moves {
		r.game.Undo()
	}
}

// Walk replays a tree with all variations and calls see for every node, in the
// order of the file, with the game after the node. The game belongs to the
// walk; clone it to keep it. A node that cannot be played as written comes with
// a [Problem] as wrong, and the walk continues with what could be played. If
// see returns [ErrSkipVariations], the children of the node are skipped. Walk
// returns any other error of see, or an error if the tree has no board or
// impossible rules.
func Walk(root *Node, see func(n *Node, g *game.Game, wrong error) error) error {
	r, err := newReplayer(root)
	if err != nil {
		return err
	}
	r.keepSteps = true
	type branch struct {
		node  *Node
		depth int
	}
	for todo := []branch{{root, 0}}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for len(r.steps) > next.depth {
			r.undo()
		}
		if len(todo) == 0 {
			r.steps, r.setups = r.steps[:0], 0 // nothing is left to go back for
		}
		err := see(next.node, r.game, r.step(next.node))
		if errors.Is(err, ErrSkipVariations) {
			continue
		}
		if err != nil {
			return err
		}
		for i := len(next.node.Children) - 1; i >= 0; i-- {
			todo = append(todo, branch{next.node.Children[i], len(r.steps)})
		}
	}
	return nil
}

// MainLine replays the main line up to that number of moves, or all of it if
// moves is negative, and returns the game and the node where it stopped. At a
// node that cannot be played it stops with a [Problem] and returns the game and
// the node before; they are nil only if the tree has no board or impossible
// rules.
func MainLine(root *Node, moves int) (*game.Game, *Node, error) {
	return Replay(root, moves, nil)
}

// Replay is [MainLine] under the given rules instead of those of the file,
// unless rules is nil.
func Replay(root *Node, moves int, rules *game.Rules) (*game.Game, *Node, error) {
	r, err := newLineReplayer(root, rules)
	if err != nil {
		return nil, nil, err
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
			return r.game, at, nil
		}
		if err := r.step(n); err != nil {
			return r.game, at, err
		}
		if at = n; len(n.Children) == 0 {
			return r.game, at, nil
		}
	}
}

// EachNode replays the main line under the given rules, or those of the file if
// rules is nil. It calls see with each node and the game before the node, at last
// with nil and the game after all nodes. The game belongs to the replay; clone it
// to keep it. EachNode returns the first error of see, or of a node that cannot be
// played.
func EachNode(root *Node, rules *game.Rules, see func(n *Node, before *game.Game) error) error {
	r, err := newLineReplayer(root, rules)
	if err != nil {
		return err
	}
	for n := root; ; n = n.Children[0] {
		if err := see(n, r.game); err != nil {
			return err
		}
		if err := r.step(n); err != nil {
			return err
		}
		if len(n.Children) == 0 {
			return see(nil, r.game)
		}
	}
}

// newLineReplayer returns a replayer before the root, for the main line.
func newLineReplayer(root *Node, rules *game.Rules) (*replayer, error) {
	r, err := newReplayer(root.Last())
	if err == nil && rules != nil {
		r = newReplayerUnder(root.Last(), r.Coordinates, *rules)
	}
	return r, err
}
