package editor

import (
	"slices"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/study"
)

// A walker plays nodes along one line of a tree and keeps them, so that the next node costs little.
// The zero value has no line.
type walker struct {
	*sgf.Coordinates
	replayer *sgf.Replayer
	info     *study.Node // the node whose game information it plays under
	path     []*study.Node
	index    map[*study.Node]int // by node, its index in path
	faults   []*Fault            // by node in path; nil for a legal one
}

// ruling are the properties with a game's rules.
var ruling = []string{"RU", "XR", "KM", "HA"}

func rules(n *study.Node) bool { return n.Parent == nil || slices.ContainsFunc(ruling, n.Record.Has) }

// to plays the nodes to n, which must be visible. It fails without a valid board.
func (w *walker) to(n *study.Node) error {
	var rest []*study.Node // nodes to play, the last one first
	info := w.info
	for m := n; m != nil; m = m.Parent {
		if i, played := w.index[m]; played {
			w.back(i + 1)
			break
		}
		rest = append(rest, m)
	}
	if i := slices.IndexFunc(rest, rules); i >= 0 {
		info = rest[i]
	} else if _, played := w.index[info]; !played {
		for info = n; !rules(info); {
			info = info.Parent
		}
	}
	if info != w.info {
		if err := w.start(info); err != nil {
			return err
		}
		rest = rest[:0]
		for m := n; m != nil; m = m.Parent {
			rest = append(rest, m)
		}
	}
	for _, m := range slices.Backward(rest) {
		w.step(m)
	}
	return nil
}

// start begins before the root, under the game information at a node.
func (w *walker) start(info *study.Node) (err error) {
	*w = walker{info: info, index: map[*study.Node]int{}}
	if w.Coordinates, err = sgf.CoordinatesOf(info.Chapter.Root.Record); err != nil {
		return err
	}
	w.replayer, err = sgf.NewReplayer(info.Record)
	return err
}

// back reverts steps until so many are left.
func (w *walker) back(left int) {
	for len(w.path) > left {
		last := len(w.path) - 1
		w.replayer.Undo()
		delete(w.index, w.path[last])
		w.path, w.faults = w.path[:last], w.faults[:last]
	}
}

// step plays a node.
func (w *walker) step(n *study.Node) {
	reason := w.refusal(n.Record)
	var fault *Fault
	for _, p := range w.replayer.Step(n.Record) {
		if p.Grade() == sgf.Note {
			continue
		}
		fault = &Fault{Grade: p.Grade().String(), Fault: string(p.Fault), Kind: p.Fault.Kind(), Text: p.Message}
		if p.Fault == sgf.FaultIllegalMove {
			fault.Reason = reason
		}
		break
	}
	w.index[n] = len(w.path)
	w.path, w.faults = append(w.path, n), append(w.faults, fault)
}

// refusal returns the key why a node's move is illegal, or "".
func (w *walker) refusal(n *sgf.Node) string {
	color, raw, moves := moveOf(n)
	if !moves {
		return ""
	}
	p, err := w.Move(raw)
	if err == nil {
		err = w.replayer.Game().Legal(p, color)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// moveOf returns the raw move in a node, and false if it has none.
func moveOf(n *sgf.Node) (c board.Color, raw string, moves bool) {
	for i := range n.Properties {
		switch p := &n.Properties[i]; p.ID {
		case "B":
			return board.Black, p.Values[0], true
		case "W":
			return board.White, p.Values[0], true
		}
	}
	return board.Empty, "", false
}

// forget reverts the steps that a changed node may affect. The player to move first depends on
// up to 16 nodes that follow, see package sgf.
func (w *walker) forget(n *study.Node) {
	const ahead = 17
	for m := n; m != nil; m = m.Parent {
		i, played := w.index[m]
		switch {
		case !played:
			continue
		case i <= ahead:
			*w = walker{}
		default:
			w.back(i - ahead)
		}
		return
	}
}
