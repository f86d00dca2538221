package sgf

import "rosette/game"

// A Replayer plays nodes along one line of a tree and can go back, as an editor needs it. Use
// [Walk] to visit all nodes.
type Replayer struct{ r *replayer }

// NewReplayer returns a replayer before the root of the tree, under the game information at of, see
// [GameInfoAt]. It fails if the tree has no valid board.
func NewReplayer(of *Node) (*Replayer, error) {
	r, err := newReplayer(of, Override{})
	if err != nil {
		return nil, err
	}
	r.keepSteps = true
	return &Replayer{r}, nil
}

// Step plays the node that follows the last one and returns its problems. As in [Walk], illegal
// moves are played and invalid values skipped. The result is valid until the next step.
func (r *Replayer) Step(n *Node) []Problem {
	r.r.step(n)
	return r.r.found
}

// Undo reverts the last step. It panics if there is none.
func (r *Replayer) Undo() { r.r.undo() }

// Game returns the game after the last step. It belongs to the replayer; clone it to keep it.
func (r *Replayer) Game() *game.Game { return r.r.game }
