package conditional_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/conditional"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func guest(digit string) play.Seat {
	return play.Seat{Kind: play.SeatGuest, ID: strings.Repeat(digit, 32), Name: digit}
}

// settings returns settings for a correspondence match.
func settings(t interface{ Fatal(...any) }, name, rules string) play.Settings {
	r, err := game.Preset(rules)
	if err != nil {
		t.Fatal(err)
	}
	return play.Settings{Board: name, Rules: r, Clock: clock.Control{Kind: clock.Days, Period: 72 * time.Hour}, Black: guest("b"), White: guest("a")}
}

// open opens a match.
func open(t interface{ Fatal(...any) }, s play.Settings) *play.Match {
	opened, err := play.Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m := play.NewMatch()
	m.Apply(opened)
	return m
}

// do sends a command to a match.
func do(m *play.Match, cmd play.Command) error {
	events, err := m.Decide(cmd, noon)
	if err != nil {
		return err
	}
	for _, e := range events {
		m.Apply(e)
	}
	return nil
}

// move makes a move for the player whose turn it is.
func move(m *play.Match, name string) error {
	if name == "pass" {
		return do(m, play.Command{Kind: play.Pass, By: m.ToMove()})
	}
	return do(m, play.Command{Kind: play.Play, By: m.ToMove(), Point: name})
}

// lines parses lines separated by commas.
func lines(text string) (all []conditional.Line) {
	for l := range strings.SplitSeq(text, ",") {
		all = append(all, strings.Fields(l))
	}
	return all
}

func TestLinesAreCheckedByTheRules(t *testing.T) {
	for text, want := range map[string]string{
		"b2 c3":                     "",
		"b2 c3 pass d4":             "",
		"b2 c3, b2 c3 d4 e5":        "",
		"pass pass":                 "",
		"b2":                        "line 0, move 0: no-answer",
		"b2 c3 d4":                  "line 0, move 2: no-answer",
		"":                          "line 0, move 0: no-answer",
		"b2 c3, b2 b2":              "line 1, move 1: occupied",
		"a1 c3":                     "line 0, move 0: occupied",
		"b2 c3, b2 d4":              "line 1, move 1: two-answers",
		"b2 c3 d4 e5, b2 c3 d4 e4":  "line 1, move 3: two-answers",
		"b2 z9":                     "line 0, move 1: no-point",
		"pass pass b2 c3":           "line 0, move 2: stops",
		"b2 c3 a2 pass pass c2":     "line 0, move 5: stops",
		"c1 a2 a1 c3":               "line 0, move 2: suicide",
		strings.Repeat("pass ", 42): "line 0, move 40: too-long",
		strings.Repeat("b2 c3,", conditional.MaxLines) + "b2 c3": "too-many",
	} {
		m := open(t, settings(t, "square-5", "mindsports-chinese"))
		for _, name := range []string{"a1", "e1", "b1"} { // Black enters them and moved last
			if err := move(m, name); err != nil {
				t.Fatal(err)
			}
		}
		if text == "c1 a2 a1 c3" {
			m = open(t, settings(t, "square-5", "mindsports-chinese"))
			if err := move(m, "b1"); err != nil {
				t.Fatal(err)
			}
		}
		_, err := conditional.Lay(m, board.Black, lines(text))
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestALineGoesOnAfterPassesThatAreOver(t *testing.T) {
	m := open(t, settings(t, "square-5", "mindsports-chinese"))
	for _, name := range []string{"a1", "pass", "pass"} {
		if err := move(m, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := do(m, play.Command{Kind: play.Dispute, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	if _, err := conditional.Lay(m, board.Black, lines("pass b2")); err != nil {
		t.Errorf("a pass that stops nothing, and a move: %v", err)
	}
	if _, err := conditional.Lay(m, board.Black, lines("pass pass b2 c2")); fmt.Sprint(err) != "line 0, move 2: stops" {
		t.Errorf("two passes: %v", err)
	}
}

func TestConditionalMovesAreLaidDownByCorrespondenceWhileTheOpponentIsToMove(t *testing.T) {
	usual := settings(t, "square-5", "mindsports-chinese")
	live := usual
	alone := usual
	bot := usual
	live.Clock = clock.Control{Kind: clock.Absolute, Main: time.Hour}
	alone.White = alone.Black
	bot.White = play.Seat{Kind: play.SeatBot, ID: "full"}
	for name, one := range map[string]struct {
		settings play.Settings
		moves    string
		want     error
	}{
		"the opponent's turn": {usual, "a1", nil},
		"one's own turn":      {usual, "", conditional.ErrYourTurn},
		"dead stones":         {usual, "pass pass", conditional.ErrNotNow},
		"a live game":         {live, "a1", conditional.ErrNotHere},
		"one device":          {alone, "a1", conditional.ErrNotHere},
		"the computer":        {bot, "a1", conditional.ErrNotHere},
	} {
		m := open(t, one.settings)
		for _, name := range strings.Fields(one.moves) {
			if err := move(m, name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := conditional.Lay(m, board.Black, lines("b2 c3")); !errors.Is(err, one.want) {
			t.Errorf("%s: %v, want %v", name, err, one.want)
		}
	}
}

func TestALineThatIsTheBeginOfAnotherOneIsLeftOut(t *testing.T) {
	m := open(t, settings(t, "square-5", "mindsports-chinese"))
	if err := move(m, "a1"); err != nil {
		t.Fatal(err)
	}
	plan, err := conditional.Lay(m, board.Black, lines("b2 c3, c3 b2, B2 C3 d4 PASS, b2 c3, c3 b2"))
	if want := lines("B2 C3 D4 pass, C3 B2"); err != nil || !reflect.DeepEqual(plan.Lines, want) {
		t.Errorf("%v, %v, want %v", plan.Lines, err, want)
	}
}

// node is a tree of conditional moves: the player's answer to each move by the opponent, and the
// continuation.
type node map[string]*answer

type answer struct {
	move string
	next node
}

// lines returns all paths through the tree.
func (n node) lines(before conditional.Line) (all []conditional.Line) {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		a := n[name]
		l := append(append(conditional.Line{}, before...), name, a.move)
		if len(a.next) == 0 {
			all = append(all, l)
		}
		all = append(all, a.next.lines(l)...)
	}
	return all
}

// drawTree draws a tree of legal moves in a game where c's opponent is to move.
func drawTree(t *rapid.T, g *game.Game, c board.Color, depth int) node {
	n, before := node{}, g.Ply()
	for range rapid.IntRange(0, 3).Draw(t, "branches") {
		name, ok := drawMove(t, g, c.Opponent())
		if !ok {
			break
		}
		if reply, ok := drawMove(t, g, c); ok && n[name] == nil {
			n[name] = &answer{move: reply}
			if depth > 1 && g.Passes() < 2 && !g.NoResult() {
				n[name].next = drawTree(t, g, c, depth-1)
			}
		}
		for g.Ply() > before {
			g.Undo()
		}
	}
	return n
}

// drawMove makes a legal move, unless play has stopped.
func drawMove(t *rapid.T, g *game.Game, c board.Color) (name string, ok bool) {
	if g.Passes() >= 2 || g.NoResult() {
		return "", false
	}
	p := board.Point(rapid.IntRange(0, g.Graph().Points()).Draw(t, "point"))
	if int(p) == g.Graph().Points() || g.Play(p, c) != nil {
		p = board.Pass
		g.Make(p, c)
	}
	return g.Graph().PointName(p), true
}

// walk follows a match's moves down the tree, starting at a ply.
func (n node) walk(m *play.Match, ply int) (rest node, due string, ended conditional.End) {
	g := m.Game()
	name := func(i int) string { return g.Graph().PointName(g.Move(i).Point) }
	for i := ply; i < g.Ply(); i += 2 {
		a := n[name(i)]
		switch {
		case len(n) == 0:
			return nil, "", conditional.Played
		case a == nil:
			return nil, "", conditional.Left
		case i+1 == g.Ply():
			return node{name(i): a}, a.move, conditional.Running
		case name(i+1) != a.move:
			return nil, "", conditional.Own
		}
		n = a.next
	}
	if len(n) == 0 {
		return nil, "", conditional.Played
	}
	return n, "", conditional.Running
}

// played returns a match's moves.
func played(m *play.Match) (names []string) {
	for i := range m.Game().Ply() {
		names = append(names, m.Game().Graph().PointName(m.Game().Move(i).Point))
	}
	return names
}

// count returns the number of answers in the tree.
func (n node) count() (answers int) {
	for _, a := range n {
		answers += 1 + a.next.count()
	}
	return answers
}

// answersOf counts the answers in lines. If due, the lines begin with an answer.
func answersOf(all []conditional.Line, due bool) int {
	seen := map[string]bool{}
	for _, l := range all {
		first := 1
		if due {
			first = 0
		}
		for i := first; i < len(l); i += 2 {
			seen[strings.Join(l[:i+1], " ")] = true
		}
	}
	return len(seen)
}

// Lines and later moves give the same answer as following the tree from which the lines were drawn,
// even after moves are taken back.
func TestAnswersAreThoseOfTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := open(t, settings(t, rapid.SampledFrom([]string{"square-3", "rosette-2"}).Draw(t, "board"), rapid.SampledFrom([]string{"mindsports-chinese", "tromp-taylor", "japanese"}).Draw(t, "rules")))
		for range rapid.IntRange(0, 8).Draw(t, "before") {
			playAny(t, m)
		}
		c := m.ToMove().Opponent()
		if m.Phase() != play.PhasePlay || m.Game().Passes() >= 2 {
			return
		}
		tree, before := drawTree(t, m.Game().Clone(), c, 4), played(m)
		plan, err := conditional.Lay(m, c, tree.lines(nil))
		if err != nil {
			t.Fatalf("%v: %v", tree.lines(nil), err)
		}
		l := laid{m: m, c: c, tree: tree, plan: plan, before: len(before)}
		for range 12 {
			l.follow(t)
		}
	})
}

// laid is a plan with the tree from which it was drawn.
type laid struct {
	m      *play.Match
	c      board.Color
	tree   node
	plan   conditional.Plan
	before int  // number of moves when it was entered
	undone bool // something was taken back later
}

// follow compares the remainder and lets a player act: the player by the plan, the opponent often
// by an expected move.
func (l *laid) follow(t *rapid.T) {
	got := l.plan.Remainder(l.m, l.c)
	switch {
	case l.m.Phase() != play.PhasePlay:
		if got.Ended != conditional.Stopped {
			t.Fatalf("%+v in %s", got, l.m.Phase())
		}
		return
	case l.undone && len(l.tree) > 0:
		if got.Ended != conditional.Back {
			t.Fatalf("%+v after moves were taken back", got)
		}
	default:
		rest, due, ended := l.tree.walk(l.m, min(l.before, l.m.Game().Ply()))
		if got.Answer != due || got.Ended != ended || answersOf(got.Lines, due != "") != rest.count() {
			t.Fatalf("%+v, want %q, %q and %d answers", got, due, ended, rest.count())
		}
	}
	switch {
	case rapid.IntRange(0, 9).Draw(t, "undo") == 0 && len(l.m.Undoers()) > 0:
		by := l.m.Undoers()[0]
		if do(l.m, play.Command{Kind: play.Undo, By: by}) == nil && do(l.m, play.Command{Kind: play.Grant, By: by.Opponent()}) == nil {
			l.undone = true
		}
	case got.Answer != "" && rapid.IntRange(0, 9).Draw(t, "own") > 0:
		if err := move(l.m, got.Answer); err != nil {
			t.Fatalf("the answer %s: %v", got.Answer, err)
		}
	case len(got.Lines) > 0 && got.Answer == "" && rapid.IntRange(0, 4).Draw(t, "other") > 0:
		if err := move(l.m, rapid.SampledFrom(got.Lines).Draw(t, "line")[0]); err != nil {
			t.Fatal(err)
		}
	default:
		playAny(t, l.m)
	}
}

// playAny makes a legal move, if there is one.
func playAny(t *rapid.T, m *play.Match) {
	if m.Phase() != play.PhasePlay {
		return
	}
	names := append(m.Game().Graph().Names(nil), "pass")
	for p := range board.Point(m.Game().Graph().Points()) {
		if m.Game().Legal(p, m.ToMove()) == nil {
			names = append(names, m.Game().Graph().PointName(p))
		}
	}
	if err := move(m, rapid.SampledFrom(names).Draw(t, "any")); err != nil {
		t.Fatal(err)
	}
}
