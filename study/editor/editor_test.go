package editor

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// A session sends requests to an editor.
type session struct {
	t interface {
		Helper()
		Fatal(...any)
		Fatalf(string, ...any)
	}
	e *Editor
}

func newSession(t testing.TB) session {
	return session{t, New(rand.New(rand.NewPCG(1, 2)).Uint64)}
}

// send sends a request and decodes the response.
func (s session) send(in Request) (out Response) {
	s.t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(s.e.Do(text), &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// do sends a request that must not be refused.
func (s session) do(in Request) Response {
	s.t.Helper()
	out := s.send(in)
	if out.Refused != nil {
		s.t.Fatalf("%+v is refused: %+v", in, out.Refused)
	}
	return out
}

func at(p int) *int { return &p }

func TestAMoveIsPlayedOnceAndWalkedAgain(t *testing.T) {
	s := newSession(t)
	start := s.do(Request{Command: Open, Text: "(;GM[1]SZ[5]C[start];B[aa](;W[bb];B[cc])(;W[cc]))", View: &View{Columns: 10, Rows: 5}})
	if start.Ground == nil || start.Ground.Name != "square-5" || start.State.Length != 3 || len(start.State.Tree.Nodes) != 5 {
		t.Fatalf("opened: %+v", start)
	}
	one := s.do(Request{Command: Play, Point: at(0)})
	if one.State.Index != 1 || len(one.Edits) > 0 || one.State.Position.Stones[0] != 'b' || one.Ground != nil {
		t.Fatalf("a move that is there: %+v", one.State)
	}
	two := s.do(Request{Command: Play, Point: at(24)})
	if two.State.Index != 2 || len(two.Edits) != 1 || two.State.Node.Siblings != 3 || two.State.Position.Stones[24] != 'w' || !two.State.Undo {
		t.Fatalf("a new move: %+v", two.State)
	}
	back := s.do(Request{Command: Undo})
	if back.State.Index != 1 || !back.State.Redo || back.State.Undo || len(back.State.Bin) > 0 || len(back.State.Node.Children) != 2 {
		t.Fatalf("undone: %+v", back.State)
	}
	if again := s.do(Request{Command: Redo}); again.State.Position.Stones != two.State.Position.Stones {
		t.Fatalf("repeated: %+v", again.State)
	}
	if step := s.do(Request{Command: Step, By: -1}); step.State.Index != 1 || step.State.Node.Point == nil || *step.State.Node.Point != 0 {
		t.Fatalf("a step back: %+v", step.State)
	}
}

func TestUndoReturnsToTheEditAfterTheLogIsReadAgain(t *testing.T) {
	const record = "(;GM[1]SZ[5];B[aa];W[bb];B[cc])"
	s := newSession(t)
	s.do(Request{Command: Open, Text: record})
	s.do(Request{Command: Step, By: 2})
	edited := s.do(Request{Command: Play, Point: at(24)})
	for _, again := range []session{s, newSession(t)} {
		if again.e != s.e {
			again.do(Request{Command: Open, Text: record, Log: edited.Edits})
		}
		if back := again.do(Request{Command: Undo}); back.State.Index != 2 {
			t.Errorf("after undo at move %d", back.State.Index)
		}
	}
}
