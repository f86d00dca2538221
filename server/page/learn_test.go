package page

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// A tried is one answer in a lesson, replayed with package game alone.
type tried struct {
	before, own, after *game.Game // before the play, after it, and after White's answer
	point              board.Point
	why                error // reason why the play is illegal; then nothing was played
	answer             answer
}

// at returns the named point.
func (p tried) at(name string) board.Point {
	at, err := p.before.Graph().Point(name)
	shell.Must(err)
	return at
}

// stands reports whether all points have stones of a colour.
func stands(g *game.Game, c board.Color, p tried, names string) bool {
	return !slices.ContainsFunc(strings.Fields(names), func(name string) bool { return g.Board().At(p.at(name)) != c })
}

// inAtari lists a colour's stones in atari.
func inAtari(g *game.Game, c board.Color) (all []string) {
	for p := range board.Point(g.Graph().Points()) {
		if _, one := g.Board().Atari(p); one && g.Board().At(p) == c && !g.Board().Immortal(p) {
			all = append(all, g.Graph().PointName(p))
		}
	}
	return all
}

// touches counts the chains that a Black stone would join.
func touches(p tried) int {
	roots := map[board.Point]bool{}
	for _, q := range p.before.Graph().Near(p.point) {
		if p.before.Board().At(q) == board.Black {
			roots[p.before.Board().Root(q)] = true
		}
	}
	return len(roots)
}

func (p tried) taken(by board.Color) int { return p.after.Prisoners(by) - p.before.Prisoners(by) }

// claims checks the statements in the lessons' texts, by key, with package game.
var claims = map[string]func(p tried) bool{
	"learn.corners.done": func(p tried) bool {
		return p.why == nil && p.after.Ply() == p.before.Ply()+2 && p.taken(board.Black)+p.taken(board.White) == 0
	},
	"learn.chains.done": func(p tried) bool {
		b := p.after.Board()
		numbered := slices.Sorted(maps.Keys(p.answer.Frames[len(p.answer.Frames)-1].Letters))
		return touches(p) == 2 && b.Size(p.point) == 5 && len(b.Liberties(p.point)) == 5 &&
			slices.Equal(slices.Sorted(slices.Values(b.Liberties(p.point))), numbered)
	},
	"learn.chains.wrong.one":  func(p tried) bool { return touches(p) == 1 },
	"learn.chains.wrong.none": func(p tried) bool { return touches(p) == 0 },
	"learn.capture.done": func(p tried) bool {
		return p.taken(board.Black) == 2 && slices.Equal(inAtari(p.before, board.White), []string{"B4", "B5"})
	},
	"learn.capture.wrong.other": func(p tried) bool {
		return p.taken(board.Black) == 0 && stands(p.after, board.White, p, "B4 B5 B6")
	},
	"learn.suicide.done":       func(p tried) bool { return p.taken(board.Black) == 1 && len(p.after.Board().Liberties(p.point)) == 1 },
	"learn.suicide.wrong.none": func(p tried) bool { return errors.Is(p.why, game.ErrSuicide) && p.point == p.at("D2") },
	"learn.suicide.wrong.other": func(p tried) bool {
		return p.why == nil && p.point != p.at("D2") && p.point != p.at("B7")
	},
	"learn.rosette.done": func(p tried) bool {
		b := p.after.Board()
		return p.before.Board().CompletesRosette(p.point, board.Black) && b.Immortal(p.point) && len(b.Liberties(p.point)) == 0
	},
	"learn.rosette.wrong.other": func(p tried) bool {
		return p.taken(board.White) == 5 && stands(p.after, board.Empty, p, "D6 D7 C7 C6 C5")
	},
	"learn.saves.done": func(p tried) bool {
		return slices.Equal(inAtari(p.before, board.Black), []string{"D4", "C4"}) && !p.before.Board().Immortal(p.at("D4")) &&
			p.after.Board().Immortal(p.at("D4")) && p.after.Board().Root(p.at("D4")) == p.after.Board().Root(p.at("A2"))
	},
	"learn.saves.wrong.other": func(p tried) bool {
		return p.taken(board.White) == 2 && stands(p.after, board.Empty, p, "D4 C4")
	},
	"learn.eyes.wrong.suicide": func(p tried) bool {
		return errors.Is(p.why, game.ErrSuicide) && slices.Contains(p.before.Board().Liberties(p.at("D2")), p.at("B4"))
	},
	"learn.eyes.done": func(p tried) bool {
		if !p.before.Board().CompletesRosette(p.point, board.Black) || p.before.Board().Size(p.at("D2")) != 17 {
			return false
		}
		return !slices.ContainsFunc(p.own.Board().Empties(), func(q board.Point) bool { return p.own.Legal(q, board.White) == nil })
	},
	"learn.eyes.done.then":  func(p tried) bool { return p.taken(board.Black) == 17 },
	"learn.ko.wrong.back":   func(p tried) bool { return errors.Is(p.why, game.ErrSuperko) },
	"learn.ko.wrong.other":  koIsOver,
	"learn.ko.wrong.then":   koIsOver,
	"learn.refused.suicide": func(p tried) bool { return errors.Is(p.why, game.ErrSuicide) },
	"learn.ko.done": func(p tried) bool {
		return slices.Equal(inAtari(p.own, board.White), []string{"C4", "B6", "B7"}) && slices.Equal(inAtari(p.after, board.White), []string{"C4"})
	},
	"learn.ko.done.then": func(p tried) bool {
		return p.taken(board.Black) == 1 && errors.Is(p.after.Legal(p.at("C4"), board.White), game.ErrSuperko)
	},
	"learn.count.done": func(p tried) bool { return p.after.Score().Margin() == p.before.Score().Margin()+1 },
	"learn.count.wrong.other": func(p tried) bool {
		var lost []board.Point
		if p.point != board.Pass && p.before.Board().Neighbours(p.point, board.White) > 0 {
			lost = append(lost, p.point) // it is dead, because White surrounds it
		}
		return p.after.Score(lost...).Margin() == -0.5
	},
	"learn.live.done": func(p tried) bool {
		return errors.Is(p.after.Legal(p.at("D3"), board.White), game.ErrSuicide) &&
			errors.Is(p.after.Legal(p.at("D5"), board.White), game.ErrSuicide)
	},
	"learn.live.wrong.other": func(p tried) bool {
		return p.own.Board().At(p.at("C4")) == board.Black && !saves(p.after, p.at("C4"), board.Black, board.Black, 6)
	},
	"learn.count.done.then":    func(p tried) bool { return p.after.Passes() == 2 && p.after.Score().Margin() == 1.5 },
	"learn.count.wrong.own":    func(p tried) bool { return p.after.Score().Margin() == p.before.Score().Margin() },
	"learn.count.wrong.inside": func(p tried) bool { return p.taken(board.White) == 1 },
}

// koIsOver checks that a play threatened nothing and that White has connected.
func koIsOver(p tried) bool {
	threatened := slices.DeleteFunc(inAtari(p.own, board.White), func(name string) bool { return name == "C4" })
	return len(threatened) == 0 && stands(p.after, board.White, p, "C2 C3 C4 B3") && len(inAtari(p.after, board.White)) == 0
}

// replay replays an answer from its frames.
func replay(t *testing.T, l lesson, i int, move board.Point, a answer) tried {
	t.Helper()
	turns := list(l.Turns)
	for _, part := range l.Parts[:i] {
		turns = append(turns, "b "+part.Right)
		if part.Reply != "" {
			turns = append(turns, "w "+part.Reply)
		}
	}
	d, err := l.after(turns)
	if err != nil {
		t.Fatal(err)
	}
	p := tried{before: d.game, own: d.game.Clone(), point: move, answer: a, why: d.game.Legal(move, board.Black)}
	if p.why != nil {
		return p
	}
	p.own.Make(move, board.Black)
	p.after = p.own.Clone()
	if len(a.Frames) > 1 {
		p.after.Make(whiteMove(a), board.White)
	}
	return p
}

// whiteMove returns White's answer.
func whiteMove(a answer) board.Point {
	if last := a.Frames[1].Last; last != nil {
		return *last
	}
	return board.Pass
}

// checkMarks checks a part that asks for dead stones: each point has its answer, the count is that of
// the game, and White cannot save the stones by moving first.
func checkMarks(t *testing.T, l lesson, i int, part coursePart) {
	t.Helper()
	d, err := l.after(list(l.Turns))
	if err != nil {
		t.Fatal(err)
	}
	b := d.game.Board()
	for point, a := range part.Answers {
		want := map[board.Color]string{board.Empty: "empty", board.Black: "own", board.White: "alive"}[b.At(point)]
		if slices.Contains(part.Hint, point) {
			want = "done"
		} else {
			want = "wrong." + want
		}
		if a.Key != "learn."+l.ID+"."+want {
			t.Errorf("%s, part %d, %s: %q", l.ID, i, d.game.Graph().PointName(point), a.Key)
		}
	}
	right := part.Answers[part.Hint[0]]
	if score := d.game.Score(part.Hint...); right.Args["n"] != score.Margin() || score.Margin() <= 0 {
		t.Errorf("the margin is %v, and the text says %v", score.Margin(), right.Args["n"])
	}
	if saves(d.game, part.Hint[0], board.White, board.White, 6) {
		t.Errorf("%s, part %d: White can save the dead stones", l.ID, i)
	}
}

// saves reports whether the owner of the chain at p keeps it on the board for some moves, whatever
// the opponent does in the empty points that the owner can reach from there.
func saves(g *game.Game, p board.Point, owner, next board.Color, depth int) bool {
	if g.Board().At(p) != owner {
		return false
	}
	if depth == 0 {
		return true
	}
	for _, q := range append(reachable(g, p, owner), board.Pass) {
		if q != board.Pass && g.Legal(q, next) != nil {
			continue
		}
		after := g.Clone()
		after.CountPassesFrom(after.Ply())
		after.Make(q, next)
		if kept := saves(after, p, owner, next.Opponent(), depth-1); kept == (next == owner) {
			return kept
		}
	}
	return next != owner
}

// reachable returns the empty points that lead to p without crossing the opponent's stones.
func reachable(g *game.Game, p board.Point, owner board.Color) (empty []board.Point) {
	seen, edge := map[board.Point]bool{p: true}, []board.Point{p}
	for len(edge) > 0 {
		p, edge = edge[0], edge[1:]
		if g.Board().At(p) == board.Empty {
			empty = append(empty, p)
		}
		for _, q := range g.Graph().Near(p) {
			if !seen[q] && g.Board().At(q) != owner.Opponent() {
				seen[q] = true
				edge = append(edge, q)
			}
		}
	}
	return empty
}

func TestEveryLessonTellsTheTruth(t *testing.T) {
	said := map[string]bool{}
	check := func(l lesson, i int, point board.Point, a answer) {
		p := replay(t, l, i, point, a)
		if claim, ok := claims[a.Key]; !ok || !claim(p) {
			t.Errorf("%s, part %d, %s: %q is not so, or nothing checks it", l.ID, i, p.before.Graph().PointName(point), a.Key)
		}
		if (p.why != nil) != (len(a.Frames) == 0) || a.Right && p.why != nil {
			t.Errorf("%s, part %d, %s: legal: %v, %d frames, right: %t", l.ID, i, p.before.Graph().PointName(point), p.why, len(a.Frames), a.Right)
		}
		for n, g := range []*game.Game{p.own, p.after} {
			if n < len(a.Frames) && a.Frames[n].Stones != line(g.Graph(), g.Board().At) {
				t.Errorf("%s, part %d, %s: frame %d is %s", l.ID, i, p.before.Graph().PointName(point), n, a.Frames[n].Stones)
			}
		}
		said[a.Key] = true
	}
	for n, c := range courses() {
		for i, part := range c.Parts {
			if part.Marks {
				checkMarks(t, lessons[n], i, part)
				continue
			}
			for point, a := range part.Answers {
				check(lessons[n], i, point, a)
			}
			if part.Pass != nil {
				check(lessons[n], i, board.Pass, *part.Pass)
			}
		}
	}
	for key := range claims {
		if !said[key] {
			t.Errorf("no lesson says %s", key)
		}
	}
}

func TestEveryLessonCanBeSolvedAndAnswersEveryEmptyPoint(t *testing.T) {
	for n, c := range courses() {
		g, err := board.Named(c.Board)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range c.Parts {
			right := 0
			for _, a := range part.Answers {
				if a.Right {
					right++
				}
			}
			if part.Pass != nil && part.Pass.Right {
				right++
			}
			if part.Marks {
				if right != len(part.Hint) || len(part.Answers) != g.Points() {
					t.Errorf("%s, part %d has %d right answers of %d", c.ID, i, right, len(part.Answers))
				}
				continue
			}
			if right == 0 || right > 1 && lessons[n].Parts[i].Right != "any" {
				t.Errorf("%s, part %d has %d right answers", c.ID, i, right)
			}
			if empty := strings.Count(part.Frame.Stones, "."); len(part.Answers) != empty || len(part.Frame.Stones) != g.Points() {
				t.Errorf("%s, part %d answers %d of %d empty points", c.ID, i, len(part.Answers), empty)
			}
		}
	}
}

func TestEveryLessonHasItsTextsAndNoTextIsWithoutALesson(t *testing.T) {
	used := map[string]bool{}
	for _, c := range courses() {
		used["learn."+c.ID+".title"], used["learn."+c.ID+".text"] = true, true
		for i, part := range c.Parts {
			for _, word := range []string{"task", "hint"} {
				used["learn."+c.ID+"."+word+map[bool]string{true: ".then"}[i > 0]] = true
			}
			for _, a := range part.Answers {
				used[a.Key] = true
			}
			if part.Pass != nil {
				used[part.Pass.Key] = true
			}
		}
	}
	for key := range used {
		if !i18n.Has(key) {
			t.Errorf("%s has no text", key)
		}
	}
	for _, c := range courses() {
		for _, word := range []string{"task.then", "hint.then", "done.then", "wrong.other", "wrong.none", "wrong.then"} {
			if key := "learn." + c.ID + "." + word; i18n.Has(key) && !used[key] {
				t.Errorf("nobody reads %s", key)
			}
		}
	}
}
