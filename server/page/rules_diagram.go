package page

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"rosette/game"
	"rosette/game/board"
	"rosette/server/page/shell"
)

// A diagram is a played scene, as data for the browser's board.
type diagram struct {
	Board  string  `json:"board"`
	Names  bool    `json:"names,omitempty"`
	Frames []frame `json:"frames"`
	Open   int     `json:"open"` // index of the frame shown first

	game  *game.Game
	atari bool   // mark stones in atari
	steps []step // between consecutive frames
	dead  []board.Point
}

// A frame is one position in a diagram.
type frame struct {
	Stones   string                 `json:"stones"` // b, w or . for each point
	Rosettes []int                  `json:"rosettes,omitempty"`
	Immortal []board.Point          `json:"immortal,omitempty"`
	Atari    []board.Point          `json:"atari,omitempty"`
	Letters  map[board.Point]string `json:"letters,omitempty"`
	Last     *board.Point           `json:"last,omitempty"`
	Refused  *board.Point           `json:"refused,omitempty"`
	Paint    string                 `json:"paint,omitempty"`
	Dead     []board.Point          `json:"dead,omitempty"` // stones that are shown as dead
}

// A step is a turn in a diagram and its effects.
type step struct {
	color   board.Color
	point   board.Point
	takes   int
	rosette bool   // it completed a rosette
	refused string // key of the reason
}

// diagrams returns all scenes, played, by name. A scene that cannot be played is an error in the
// build, found by a test.
var diagrams = sync.OnceValue(func() map[string]*diagram {
	all := map[string]*diagram{}
	for _, s := range scenes {
		d, err := s.play()
		shell.Must(err)
		all[s.ID] = d
	}
	return all
})

// play sets up the scene and plays its turns.
func (s scene) play() (*diagram, error) {
	d, err := s.setUp()
	if err != nil {
		return nil, fmt.Errorf("diagram %s: %w", s.ID, err)
	}
	for _, turn := range list(s.Turns) {
		do, err := d.turn(turn)
		if err != nil {
			return nil, fmt.Errorf("diagram %s: %w", s.ID, err)
		}
		d.steps = append(d.steps, do)
		d.show(s.Atari, do)
	}
	if s.Count {
		err = d.count(list(s.Dead))
	}
	if s.Start == "" {
		d.Open = len(d.Frames) - 1 // an empty board has nothing to show
	}
	return d, err
}

// setUp creates the first frame.
func (s scene) setUp() (*diagram, error) {
	g, err := board.Named(s.Board)
	if err != nil {
		return nil, err
	}
	rules, err := game.ParseRules(cmp.Or(s.Rules, "mindsports-chinese"))
	if err != nil {
		return nil, err
	}
	stones, err := picture(g, s.Start)
	if err != nil {
		return nil, err
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		return nil, err
	}
	first := board.Black // repetition rules depend on the first player
	if strings.HasPrefix(s.Turns, "w ") {
		first = board.White
	}
	d := &diagram{Board: s.Board, Names: s.Names, game: game.From(b, rules, first), atari: s.Atari}
	d.show(s.Atari, step{point: board.Pass})
	d.Frames[0].Letters, err = letter(g, s.Letters)
	return d, err
}

// picture parses a picture of stones.
func picture(g *board.Graph, text string) ([]board.Color, error) {
	stones := make([]board.Color, g.Points())
	signs := strings.Join(strings.Fields(text), "")
	if signs == "" {
		return stones, nil
	}
	if len(signs) != len(stones) {
		return nil, fmt.Errorf("the picture has %d points, %s has %d", len(signs), g.Name(), len(stones))
	}
	for p, sign := range signs {
		c := strings.IndexRune(".XO", sign)
		if c < 0 {
			return nil, fmt.Errorf("the picture has %q: use only \"X\", \"O\" and \".\"", sign)
		}
		stones[p] = board.Color(c)
	}
	return stones, nil
}

// list splits at commas.
func list(text string) []string {
	var all []string
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// letter parses letters and their points.
func letter(g *board.Graph, text string) (map[board.Point]string, error) {
	all := map[board.Point]string{}
	for _, word := range list(text) {
		sign, name, _ := strings.Cut(word, " ")
		p, err := g.Point(name)
		if err != nil {
			return nil, err
		}
		all[p] = sign
	}
	return all, nil
}

// turn makes one turn such as "b C4", or checks that it is illegal if marked with "!".
func (d *diagram) turn(text string) (step, error) {
	sign, name, _ := strings.Cut(text, " ")
	name, illegal := strings.CutSuffix(name, "!")
	p, err := d.game.Graph().Move(name)
	c, ok := map[string]board.Color{"b": board.Black, "w": board.White}[sign]
	if err != nil || !ok {
		return step{}, fmt.Errorf("turn %q: use such as b C4, w pass or w C3! (%v)", text, err)
	}
	do := step{color: c, point: p}
	why := d.game.Legal(p, c)
	switch {
	case illegal && why == nil:
		return step{}, fmt.Errorf("turn %q is legal: write it without \"!\"", text)
	case illegal:
		do.refused = why.Error()
		return do, nil
	case why != nil:
		return step{}, fmt.Errorf("turn %q is refused: %w", text, why)
	}
	before := d.game.Prisoners(c)
	do.rosette = p != board.Pass && d.game.Board().CompletesRosette(p, c)
	d.game.Make(p, c)
	do.takes = d.game.Prisoners(c) - before
	return do, nil
}

// show adds the current position after a step.
func (d *diagram) show(atari bool, do step) {
	b := d.game.Board()
	f := frame{Stones: line(b.Graph(), b.At)}
	for h, points := range b.Graph().Rosettes() {
		if b.RosetteCount(h, board.Black) == len(points) || b.RosetteCount(h, board.White) == len(points) {
			f.Rosettes = append(f.Rosettes, h)
		}
	}
	for p := range board.Point(b.Graph().Points()) {
		_, one := b.Atari(p)
		switch {
		case b.Immortal(p):
			f.Immortal = append(f.Immortal, p)
		case atari && one && b.At(p) != board.Empty:
			f.Atari = append(f.Atari, p)
		}
	}
	switch {
	case do.refused != "":
		f.Refused = &do.point
	case do.point != board.Pass:
		f.Last = &do.point
	}
	d.Frames = append(d.Frames, f)
}

// count removes the dead chains and marks each point's owner.
func (d *diagram) count(dead []string) error {
	for _, name := range dead {
		p, err := d.game.Graph().Point(name)
		if err != nil {
			return err
		}
		d.dead = append(d.dead, p)
	}
	score := d.game.Score(d.dead...)
	off := map[board.Point]bool{}
	for _, p := range score.Dead {
		off[p] = true
	}
	d.dead = score.Dead
	d.Frames = append(d.Frames, frame{
		Stones: line(d.game.Graph(), func(p board.Point) board.Color {
			if off[p] {
				return board.Empty
			}
			return d.game.Board().At(p)
		}),
		Paint: line(d.game.Graph(), func(p board.Point) board.Color { return score.Owner[p] }),
	})
	return nil
}
