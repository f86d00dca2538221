package editor

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A source draws numbers below n.
type source func(n int) int

func pick[T any](draw source, all ...T) T { return all[draw(len(all))] }

// randomRequest returns a request that changes a study or moves within it.
func randomRequest(draw source, s *State, points int) Request {
	point := draw(points)
	to := (point + 1 + draw(points-1)) % points
	color := pick(draw, "b", "w")
	node := ""
	if len(s.Node.Children) > 0 {
		node = pick(draw, s.Node.Children...).ID
	}
	all := []Request{
		{Command: Play, Point: &point, Color: color},
		{Command: Play, Point: &point, Color: color},
		{Command: Play, Color: color},
		{Command: Replace, Point: &point, Color: color},
		{Command: Setup, Point: &point, Color: color},
		{Command: Setup, Points: []int{point, to}, Color: pick(draw, "", "b", "w")},
		{Command: Turn, Color: color},
		{Command: Mark, Point: &point, Mark: pick(draw, Circle, Square, Triangle, Cross, Selected, Letter, Digit, Dim)},
		{Command: Mark, Point: &point, Mark: Label, Text: "x]:\\"},
		{Command: DrawLine, Point: &point, To: &to, Mark: pick(draw, Arrow, Line)},
		{Command: Clear},
		{Command: Territory, Point: &point, Color: color},
		{Command: Comment, Text: pick(draw, "", "a]b\\c\nd:", "two")},
		{Command: Name, Text: "n]"},
		{
			Command: Annotate, Annotation: pick(draw, GoodMove, BadMove, Interesting, Doubtful, Even, GoodForBlack, Hotspot),
			Value: float64(draw(3)),
		},
		{Command: Number, Value: float64(draw(5))},
		{Command: SetInfo, Info: map[string]string{"PB": "Ann", "KM": pick(draw, "", "6.5"), "RU": "AGA"}},
		{Command: Cut},
		{Command: Copy},
		{Command: Paste},
		{Command: Paste},
		{Command: Delete},
		{Command: Promote},
		{Command: Demote},
		{Command: Main},
		{Command: AddChapter, New: &NewBoard{Board: "square-5"}},
		{Command: NameChapter, Text: pick(draw, "t", "")},
		{Command: MoveChapter, By: draw(3) - 1},
		{Command: RemoveChapter},
		{Command: SplitChapter},
		{Command: Import, Text: "(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))"},
		{Command: Go, Node: node},
		{Command: Go, Node: s.Node.Parent},
		{Command: First},
		{Command: Undo},
		{Command: Redo},
		{Command: Step, By: draw(9) - 4},
		{Command: To, Index: draw(9)},
		{Command: Branch, By: draw(3) - 1},
		{Command: NextBranch, Back: draw(2) > 0},
		{Command: Last},
		{Command: Find, Text: "two"},
		{Command: Find},
		{Command: LineMoves},
		{Command: Look},
		{Command: Export, Format: pick(draw, "sgf", "chapter", "branch", "viewer", "html")},
	}
	if len(s.Bin) > 0 {
		if entry := pick(draw, s.Bin...); entry.Node != "" {
			all = append(all, Request{Command: Restore, Node: entry.Node})
		} else {
			all = append(all, Request{Command: RestoreChapter, Chapter: entry.Chapter})
		}
	}
	if len(s.Chapters) > 1 {
		all = append(all, Request{Command: OpenChapter, Chapter: pick(draw, s.Chapters...).ID})
	}
	return pick(draw, all...)
}

// sgfText returns the whole study.
func (s session) sgfText() string { return s.do(Request{Command: Export, Format: "sgf"}).File.Text }

// A history is what undo and redo should lead to: the study before each edit, and the node where the
// edit was undone.
type history struct {
	now          *model
	done, undone []*model
}

// walking are the commands that only choose the current node. What they choose is tested elsewhere.
var walking = []Command{Step, To, Branch, NextBranch, Last, Find, OpenChapter}

// follow does in the model what a request should, and returns whether it should be refused.
func (h *history) follow(in Request, out Response) (refused bool) {
	before := h.now.clone()
	revert := func(from, to *[]*model) bool {
		if len(*from) == 0 {
			return true
		}
		last := (*from)[len(*from)-1]
		*from, *to = (*from)[:len(*from)-1], append(*to, before)
		h.now = last.clone()
		h.now.clip = before.clip
		h.now.enter(h.now.at)
		return false
	}
	switch {
	case in.Command == Undo:
		return revert(&h.done, &h.undone)
	case in.Command == Redo:
		return revert(&h.undone, &h.done)
	case slices.Contains(walking, in.Command):
		h.now.at = out.State.Node.ID
	case in.Command == Setup:
		h.now.setup(out)
	case in.Command == LineMoves || in.Command == Look || in.Command == Export:
	case !h.now.apply(in):
		return true
	}
	if len(out.Edits) > 0 {
		h.done, h.undone = append(h.done, before), nil
	}
	return false
}

// setup takes over the properties from the response; which stones they set is tested elsewhere.
func (m *model) setup(out Response) {
	for _, edit := range out.Edits {
		for _, o := range edit.Operations {
			path, _ := m.path(string(o.Node))
			if o.Kind == "set" {
				path[len(path)-1].set(o.Property, o.Values...)
				continue
			}
			path, _ = m.path(string(o.Parent))
			m.add(path[len(path)-1], &modelNode{properties: map[string][]string{}})
			for _, p := range o.Properties {
				path[len(path)-1].children[len(path[len(path)-1].children)-1].set(p.ID, p.Values...)
			}
		}
	}
}

// Every command does what it does in a model of copied trees. Undo leads to the start and redo to the
// end, byte for byte, also in a session that was opened from the log. For 1,000 sequences:
//
//	go test ./study/editor -run CommandsEqual -rapid.checks=500
func TestCommandsEqualAModelOfCopiedTrees(t *testing.T) {
	const file = "(;GM[1]SZ[5]C[start];B[aa](;W[bb]LB[cc:A];B[cc])(;W[cc];B[dd]))(;GM[1]SZ[5]AB[aa][bb]AW[cc])"
	for range 2 { // rapid makes 100 sequences by default
		rapid.Check(t, func(t *rapid.T) {
			draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "") }
			bits := rand.New(rand.NewPCG(1, 43)).Uint64
			s := session{t, New(bits)}
			opened := s.do(Request{Command: Open, Text: file})
			state, start := opened.State, s.sgfText()
			h := history{now: &model{at: "1"}}
			for _, c := range s.e.study.Chapters() {
				h.now.chapters = append(h.now.chapters, &modelChapter{id: string(c.ID), root: modelOf(c.Root)})
			}
			log := []Edit{}
			for range 20 {
				in := randomRequest(draw, state, 25)
				text, _ := json.Marshal(in)
				t.Logf("%s", text)
				out := s.send(in)
				state = out.State
				log = append(log, out.Edits...)
				if refused := h.follow(in, out); refused != (out.Refused != nil) {
					t.Fatalf("%s: refused with %+v; want %t", text, out.Refused, refused)
				}
				if err := h.now.same(s.e, in.Node+in.Chapter); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
			end := s.sgfText()
			again := session{t, New(bits)}
			again.do(Request{Command: Open, Text: opened.Start, Log: log})
			for _, one := range []session{s, again} {
				one.runs(Redo)
				last := one.sgfText()
				one.runs(Undo)
				if text := one.sgfText(); text != start {
					t.Fatalf("undone to\n%s\nwant\n%s", text, start)
				}
				one.runs(Redo)
				if text := one.sgfText(); text != last || len(h.undone) == 0 && text != end {
					t.Fatalf("repeated to\n%s\nwant\n%s", text, last)
				}
			}
		})
	}
}

// runs repeats undo or redo until it is refused.
func (s session) runs(command Command) {
	for s.send(Request{Command: command}).Refused == nil {
	}
}
