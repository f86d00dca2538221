package sgf

import (
	"errors"
	"fmt"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// ErrSkipVariations makes [Walk] skip the children of a node. The callback returns it.
var ErrSkipVariations = errors.New("skip the variations that follow")

// Limits on the state that a replay stores for undo.
const (
	maxSetups   = 4096 // games from before set-ups
	maxReplaced = 200  // boards from before moves on occupied points, 30 KB each

	maxUnparked  = 32   // games with boards and at most maxParkMoves moves
	maxParkMoves = 1000 // longer games are not parked: restoring is slow
)

// A replayer plays the nodes of one tree.
type replayer struct {
	*Coordinates
	src       *source // text of the tree
	game      *game.Game
	info      GameInfo
	found     []Problem // problems in the last node
	steps     []step
	keepSteps bool  // record steps, for undo
	setups    int   // number of steps that store a game
	unparked  []int // steps whose game has its board and at most maxParkMoves moves
	now       state
}

// A state is the part of the replay that a node changes apart from the game.
type state struct {
	turn
	number   int // number of the last move
	replaced int // moves on occupied points; each stores a board
}

// A step holds the data to undo a node.
type step struct {
	before *game.Game   // the previous game, if the node starts another
	parked *game.Parked // the same without its board
	late   bool         // the other game starts after the node's moves
	moves  int
	was    state
}

// newReplayer returns a replayer before the root, for the game whose information is at or above the
// given node.
func newReplayer(of *Node, o Override) (*replayer, error) {
	c, err := CoordinatesOf(of.Root())
	if err != nil {
		return nil, err
	}
	r := &replayer{Coordinates: c, src: of.Root().source(), info: gameInfoAt(of, c, o)}
	b := board.New(c.Graph)
	r.now.turn = firstTurn(of.Root(), r.info.Rules, &b.View)
	r.game = game.From(b, r.info.Rules, r.now.first)
	r.game.SetHandicap(r.info.Handicap)
	return r, nil
}

// problem adds a problem with a node, or with one of its properties.
func (r *replayer) problem(n *Node, p *Property, f Fault, what string) {
	r.found = append(r.found, r.src.problem(n, p, f, what))
}

// step applies the set-up in a node, including a change of turn by PL, and then its moves, whatever
// their order in the file. It plays illegal moves and skips values without a place on the board.
// The problems are in r.found.
func (r *replayer) step(n *Node) {
	r.found = r.found[:0]
	s := step{was: r.now}
	sets := false
	for i := range n.Properties {
		sets = sets || setupColor(n.Properties[i].ID) != nil
	}
	if c, given := playerGiven(n); given {
		sets = sets || c != r.now.next(r.game)
		r.now.told = true
	}
	if sets {
		r.setUp(n, &s)
	}
	for i := range n.Properties {
		if id := n.Properties[i].ID; id == "B" || id == "W" {
			r.now.number++
			r.move(n, &n.Properties[i], &s)
		}
	}
	if c, given := playerAfter(n); given && !sets && c != r.now.next(r.game) && r.game.Passes() < 2 {
		s.late = true
		r.restart(n, r.game.Board().Clone(), turn{c, true}, &s)
	}
	if r.keepSteps {
		r.keep(s)
	}
}

// keep stores a step. Only the latest games retain their boards.
func (r *replayer) keep(s step) {
	r.steps = append(r.steps, s)
	if s.before == nil || s.before.Ply() > maxParkMoves {
		return
	}
	r.unparked = append(r.unparked, len(r.steps)-1)
	if len(r.unparked) <= maxUnparked {
		return
	}
	oldest := &r.steps[r.unparked[0]]
	if parked, known := oldest.before.Park(); known {
		oldest.before, oldest.parked = nil, parked
	}
	r.unparked = slices.Delete(r.unparked, 0, 1)
}

// setups lists the set-up properties with their colours.
var setups = [3]struct {
	id    string
	color board.Color
}{{"AB", board.Black}, {"AW", board.White}, {"AE", board.Empty}}

// setupColor returns the colour that a property sets up, or nil if it is not a set-up property.
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

// move plays the values of B or W. There should be just one.
func (r *replayer) move(n *Node, p *Property, s *step) {
	c := board.Black
	if p.ID == "W" {
		c = board.White
	}
	for _, raw := range p.Values {
		at, err := r.Move(raw)
		if err != nil {
			r.problem(n, p, FaultNoPoint, p.ID+"["+quote.Clip(raw, 24)+"]: "+err.Error())
			continue
		}
		if at != board.Pass && r.game.Board().At(at) != board.Empty {
			if r.now.replaced == maxReplaced {
				r.problem(n, p, FaultTooLarge,
					fmt.Sprintf("over %d moves on occupied points; this is not a game", maxReplaced))
				continue
			}
			r.now.replaced++
		}
		if wrong := r.game.Force(at, c); wrong != nil && !r.allowed(wrong) {
			r.problem(n, p, FaultIllegalMove, fmt.Sprintf("move %d, %s[%s]: %s at %s is illegal: %s",
				r.now.number, p.ID, quote.Clip(raw, 24), c, r.PointName(at), wrong))
			r.found[len(r.found)-1].kind = "illegal move"
		}
		s.moves++
	}
}

// allowed reports whether a record may have a move that the rules forbid: without named rules, some
// allow suicide.
func (r *replayer) allowed(wrong error) bool {
	return r.info.Reading.Rules.How == Default && errors.Is(wrong, game.ErrSuicide)
}

// setUp starts a new game at the position that the node defines. As the specification demands, it
// captures nothing; chains without a liberty stay. The specification leaves open what happens to
// prisoners; setUp carries over prisoners, pass stones and handicap.
func (r *replayer) setUp(n *Node, s *step) {
	b := board.SetupAny(r.Graph, r.stonesAfter(n))
	if p := b.Breathless(); p != board.Pass && r.game.Board().Breathless() == board.Pass {
		r.problem(n, nil, FaultNoLiberty,
			fmt.Sprintf("the %s chain at %s has no liberty and no rosette; it stays", b.At(p), r.PointName(p)))
	}
	r.restart(n, b, r.now.after(n, r.game, &b.View), s)
}

// restart replaces the game by one that starts from b; n is the node that causes it.
func (r *replayer) restart(n *Node, b *board.Board, t turn, s *step) {
	if r.keepSteps {
		if r.setups >= maxSetups {
			r.problem(n, nil, FaultTooLarge,
				fmt.Sprintf("over %d nodes in a row set stones up in a variation; use moves", maxSetups))
			return
		}
		r.setups++
		s.before = r.game
	} else {
		r.now.replaced = 0 // the game with the stored boards is dropped
	}
	r.now.turn = t
	next := game.From(b, r.info.Rules, t.first)
	next.CarryOver(r.game)
	r.game = next
}

// stonesAfter returns the position after the set-up in a node, by point. It skips invalid values.
func (r *replayer) stonesAfter(n *Node) []board.Color {
	stones := make([]board.Color, r.Graph.Points())
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
				continue // an empty list, as written by some programs
			}
			points, err := r.Points(raw)
			if err != nil {
				r.problem(n, p, FaultNoPoint, p.ID+": "+err.Error())
				continue
			}
			for _, at := range points {
				stones[at] = *c
			}
		}
	}
	return stones
}

// undo reverts the last step.
func (r *replayer) undo() {
	last := len(r.steps) - 1
	s := r.steps[last]
	r.steps[last] = step{} // releases its game
	r.steps = r.steps[:last]
	r.now = s.was
	if n := len(r.unparked); n > 0 && r.unparked[n-1] == last {
		r.unparked = r.unparked[:n-1]
	}
	if s.parked != nil {
		s.before = s.parked.Game()
	}
	if s.before != nil {
		r.setups--
		r.game = s.before
		if !s.late {
			return
		}
	}
	for range s.moves {
		r.game.Undo()
	}
}

// forget drops all steps.
func (r *replayer) forget() {
	clear(r.steps)
	r.steps = r.steps[:0]
	r.unparked = r.unparked[:0]
	r.setups = 0
}

// Walk replays a tree with all variations. It calls see for every node, in file order, with the
// game after the node. The game belongs to the walk; clone it to keep it. wrong is the first
// [Problem] in a node with illegal or invalid values, or nil. If see returns [ErrSkipVariations],
// Walk skips the children of the node. It returns any other error from see, and fails if the tree
// has no valid board.
func Walk(root *Node, see func(n *Node, g *game.Game, wrong error) error) error {
	r, err := newReplayer(root, Override{})
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
			r.forget() // no undo is needed any longer
		}
		r.step(next.node)
		var wrong error
		if len(r.found) > 0 {
			wrong = r.found[0]
		}
		err := see(next.node, r.game, wrong)
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
