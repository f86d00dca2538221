package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/view/position"
	"rosette/server/page/shell"
)

// A course is a lesson with the results of all possible plays. The browser needs nothing else, and
// sends no requests during a lesson.
type course struct {
	ID    string       `json:"id"`
	Board string       `json:"board"`
	Parts []coursePart `json:"parts"`
}

// A coursePart is one task: the position, and the result of each play.
type coursePart struct {
	Frame   frame                  `json:"frame"`
	Hint    []board.Point          `json:"hint,omitempty"`  // the solution; empty if it is a pass or any point
	Answers map[board.Point]answer `json:"answers"`         // for all empty points
	Pass    *answer                `json:"pass,omitempty"`  // set if the lesson has passes
	Marks   bool                   `json:"marks,omitempty"` // a touch marks stones, and Answers has all points
}

// An answer is the result of a play or a pass. A wrong play is undone after its last frame.
type answer struct {
	Right  bool      `json:"right,omitempty"`
	Key    string    `json:"key"`
	Args   i18n.Args `json:"args,omitempty"`
	Frames []frame   `json:"frames,omitempty"`
}

// courses returns all lessons, played. A lesson that cannot be played is an error in the build,
// found by a test.
var courses = sync.OnceValue(func() []course {
	var all []course
	for _, l := range lessons {
		c, err := l.play()
		shell.Must(err)
		all = append(all, c)
	}
	return all
})

// play plays all variations of a lesson.
func (l lesson) play() (course, error) {
	c := course{ID: l.ID, Board: l.Board}
	taken := list(l.Turns)
	for i, part := range l.Parts {
		played, err := l.part(i, taken)
		if err != nil {
			return c, fmt.Errorf("lesson %s: %w", l.ID, err)
		}
		c.Parts = append(c.Parts, played)
		taken = slices.Concat(taken, []string{"b " + part.Right})
		if part.Reply != "" {
			taken = append(taken, "w "+part.Reply)
		}
	}
	return c, nil
}

// part plays one part of a lesson after the preceding turns.
func (l lesson) part(i int, turns []string) (coursePart, error) {
	d, err := l.after(turns)
	if err != nil {
		return coursePart{}, err
	}
	if l.Parts[i].Dead != "" {
		return l.marking(i, d)
	}
	p := coursePart{Frame: d.Frames[len(d.Frames)-1], Answers: map[board.Point]answer{}}
	g := d.game.Graph()
	for point := range board.Point(g.Points()) {
		if d.game.Board().At(point) != board.Empty {
			continue
		}
		name := g.PointName(point)
		if p.Answers[point], err = l.answer(i, turns, name, d.game.Legal(point, board.Black)); err != nil {
			return p, fmt.Errorf("%s: %w", name, err)
		}
		if l.Parts[i].Right == name {
			p.Hint = append(p.Hint, point)
		}
	}
	if slices.ContainsFunc(l.Parts, func(p lessonPart) bool { return p.Right == "pass" }) {
		a, err := l.answer(i, turns, "pass", nil)
		p.Pass = &a
		return p, err
	}
	return p, nil
}

// marking returns a part that asks for dead stones. d is the position.
func (l lesson) marking(i int, d *diagram) (coursePart, error) {
	g, b := d.game.Graph(), d.game.Board()
	p := coursePart{Frame: d.Frames[len(d.Frames)-1], Answers: map[board.Point]answer{}, Marks: true}
	dead, err := g.Point(l.Parts[i].Dead)
	if err != nil {
		return p, err
	}
	for point := range board.Point(g.Points()) {
		switch {
		case b.At(point) == board.Empty:
			p.Answers[point] = answer{Key: "learn." + l.ID + ".wrong.empty"}
		case b.Root(point) == b.Root(dead):
			p.Hint = append(p.Hint, point)
		case b.At(point) == board.Black:
			p.Answers[point] = answer{Key: "learn." + l.ID + ".wrong.own"}
		default:
			p.Answers[point] = answer{Key: "learn." + l.ID + ".wrong.alive"}
		}
	}
	right := answer{Right: true, Key: "learn." + l.ID + ".done"}
	shown := p.Frame
	shown.Dead = p.Hint
	if err := d.count([]string{l.Parts[i].Dead}); err != nil {
		return p, err
	}
	counted := d.Frames[len(d.Frames)-1]
	counted.Stones, counted.Dead = shown.Stones, p.Hint
	right.Args, right.Frames = d.tallies(), []frame{shown, counted}
	for _, point := range p.Hint {
		p.Answers[point] = right
	}
	return p, nil
}

// answer plays a move for Black and returns its result.
func (l lesson) answer(i int, turns []string, move string, why error) (answer, error) {
	part := l.Parts[i]
	if part.Right == move || part.Right == "any" && why == nil {
		return l.solved(i, turns, move)
	}
	for _, m := range part.Wrong {
		if !slices.Contains(strings.Fields(m.Points), move) && (m.Points != "" || why != nil) {
			continue
		}
		a := answer{Key: "learn." + l.ID + ".wrong." + m.Say}
		if why != nil {
			return a, nil
		}
		d, err := l.after(slices.Concat(turns, []string{"b " + move}))
		if err == nil && m.Reply != "" {
			err = d.reply(m.Reply)
		}
		if err != nil {
			return a, err
		}
		a.Frames = d.Frames[len(turns)+1:]
		return a, nil
	}
	if why == nil {
		return answer{}, fmt.Errorf("%s is legal, and nothing says what is wrong with it", move)
	}
	return answer{Key: "learn.refused." + why.Error()}, nil
}

// solved plays the right move, and White's answer.
func (l lesson) solved(i int, turns []string, move string) (answer, error) {
	part := l.Parts[i]
	a := answer{Right: true, Key: "learn." + l.ID + ".done"}
	if i > 0 {
		a.Key += ".then"
	}
	d, err := l.after(slices.Concat(turns, []string{"b " + move}))
	if err != nil {
		return a, err
	}
	if part.Reply != "" {
		if err := d.reply(part.Reply); err != nil {
			return a, err
		}
	}
	if part.Count {
		if err := d.count(nil); err != nil {
			return a, err
		}
		a.Args = d.tallies()
	}
	if d.Frames[len(d.Frames)-1].Letters, err = letter(d.game.Graph(), part.Letters); err != nil {
		return a, err
	}
	a.Frames = d.Frames[len(turns)+1:]
	return a, nil
}

// after plays a lesson up to a position.
func (l lesson) after(turns []string) (*diagram, error) {
	s := l.scene
	s.Turns = strings.Join(turns, ", ")
	return s.play()
}

// reply makes White's first legal move among some.
func (d *diagram) reply(moves string) error {
	var err error
	for _, move := range strings.Fields(moves) {
		var do step
		if do, err = d.turn("w " + move); err == nil {
			d.show(d.atari, do)
			return nil
		}
	}
	return err
}

// tallies returns the parts of an area score as arguments for a text.
func (d *diagram) tallies() i18n.Args {
	s := d.game.Score(d.dead...)
	b, w := s.Of[board.Black], s.Of[board.White]
	return i18n.Args{
		"blackstones": b.Stones, "blackspace": b.Space, "black": s.Black,
		"whitestones": w.Stones, "whitespace": w.Space, "white": s.White, "komi": w.Komi, "n": s.Margin(),
	}
}

// A learnPage is the course in one language.
type learnPage struct {
	shell.Texts
	Data map[string]any // for the browser
}

// learn shows the course.
func (s *site) learn(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "learn"); ok {
		s.ShowKept(w, r, "learn", lang, func() shell.Page { return newLearnPage(lang) })
	}
}

func newLearnPage(lang string) learnPage {
	boards := map[string]position.Board{}
	for _, l := range lessons {
		g, err := board.Named(l.Board)
		shell.Must(err)
		boards[g.Name()] = position.BoardOf(g)
	}
	return learnPage{Texts: shell.Texts(lang), Data: map[string]any{
		"boards": boards, "lessons": courses(),
		"words": json.RawMessage(i18n.Browser(lang, []string{"learn", "color"})),
	}}
}
