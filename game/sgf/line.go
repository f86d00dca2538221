package sgf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
)

// A Replayed is the result of replaying a main line.
type Replayed struct {
	Game     *game.Game
	At       *Node     // the node where the replay stopped
	Problems []Problem // illegal moves as one problem, and skipped values
	Reading  Reading   // what was assumed
}

// Err returns the worst problem as an error, or nil.
func (l *Replayed) Err() error {
	if worst, found := Worst(l.Problems); found {
		return worst
	}
	return nil
}

// Title returns players, board, rules, komi, date and result in one line, as far as the record has
// them. [Reading.String] has what it lacks.
func (l *Replayed) Title() string {
	n, komi := l.At.Root().Last(), fmt.Sprintf("komi %v", l.Game.Rules().Komi)
	if l.Reading.Komi.How == Default {
		komi = ""
	}
	words := []string{
		cmp.Or(n.Players(), "Black – White (players unknown)"), l.Game.Graph().Name(), SimpleText(n.Info("RU")),
		komi, SimpleText(n.Info("DT")), SimpleText(n.Info("RE")),
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return strings.Map(dropControl, strings.Join(words, ", "))
}

// MainLine replays the main line up to a number of moves, or completely if moves is negative. It
// plays illegal moves too; the first becomes a problem, and its More counts the rest. It skips
// values without a place on the board and reports them as problems. MainLine fails only if the tree
// has no valid board.
func MainLine(root *Node, moves int) (*Replayed, error) {
	return Replay(root, moves, Override{})
}

// Replay is [MainLine] under other rules or another komi than those in the record.
func Replay(root *Node, moves int, o Override) (*Replayed, error) {
	r, err := newReplayer(root.Last(), o)
	if err != nil {
		return nil, err
	}
	found := lineProblems{}
	for _, p := range r.info.Problems {
		found.add(p)
	}
	line, made := &Replayed{At: root, Reading: r.info.Reading}, 0
	for n := root; ; n = n.Children[0] {
		if made += n.moves(); moves >= 0 && made > moves {
			break
		}
		r.step(n)
		for _, p := range r.found {
			found.add(p)
		}
		if line.At = n; len(n.Children) == 0 {
			break
		}
	}
	line.Game, line.Problems = r.game, found.list.all
	return line, nil
}

// lineProblems collects the problems in a line.
type lineProblems struct {
	list    problemList
	illegal int // index of the first illegal move plus 1, or 0
}

// add adds a problem; for illegal moves, only the first.
func (l *lineProblems) add(p Problem) {
	if p.Fault == FaultIllegalMove && l.illegal > 0 {
		l.list.all[l.illegal-1].More++
		return
	}
	if !l.list.lists(p.alikeBy()) {
		return
	}
	l.list.add(p)
	if p.Fault == FaultIllegalMove {
		l.illegal = len(l.list.all)
	}
}

// EachNode replays the main line under the given rules, or under those in the file if rules is nil.
// It calls see with each node and the game before it, and finally with nil and the game after all
// nodes. The game belongs to the replay; clone it to keep it. Illegal moves are played and invalid
// values skipped, as in [Replay], which reports them. EachNode returns the first error from see.
func EachNode(root *Node, rules *game.Rules, see func(n *Node, before *game.Game) error) error {
	o := Override{}
	if rules != nil {
		o = Override{rules, &rules.Komi}
	}
	r, err := newReplayer(root.Last(), o)
	if err != nil {
		return err
	}
	for n := root; ; n = n.Children[0] {
		if err := see(n, r.game); err != nil {
			return err
		}
		r.step(n)
		if len(n.Children) == 0 {
			return see(nil, r.game)
		}
	}
}
