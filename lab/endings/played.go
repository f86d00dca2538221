package endings

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
	"rosette/solve"
)

// A PlayedExam plays games to the end, then searches with [solve.Solver] for positions where the
// judge is certain although a move is worth points.
type PlayedExam struct {
	Graph  *board.Graph
	Rules  game.Rules // with area scoring
	Seed   uint64
	Games  int
	Before int              // also judge the positions up to this many stones before the last
	Nodes  uint64           // limit per search
	Engine configure.Config // for the players and the judge; [DefaultVisits] unless Visits is set

	Log Log[PlayedGame] // known games are not played again
}

// A PlayedGame is a game with the judged positions at its end.
type PlayedGame struct {
	Number int   `json:"game"`
	Ends   []End `json:"ends"` // from the last position backwards
}

// An End is a position at the end of a game: the judge's result and, if the judge is certain, the
// proof by search. Margins are Black's area minus White's.
type End struct {
	Black    []string `json:"black"` // stones
	White    []string `json:"white"`
	Least    float64  `json:"least"` // lowest margin according to the judge
	Greatest float64  `json:"greatest"`
	Dame     int      `json:"dame,omitempty"` // neutral points
	// both sides' gains from moving first: the largest sum, by the judge
	Pending int          `json:"pending,omitempty"`
	Value   *[2]Interval `json:"value,omitempty"` // margins under perfect play: Black first, White first
}

// An Interval holds two proven bounds.
type Interval struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

// DefaultVisits is the usual number of visits per move.
const DefaultVisits = 10

// Conditions describes everything that affects the games and their judgements.
func (e *PlayedExam) Conditions() string {
	return fmt.Sprintf("games on %s, rules %v, visits %d, seed %d, before %d, nodes %d",
		e.Graph.Name(), e.Rules, e.visits(), e.Seed, e.Before, e.Nodes)
}

func (e *PlayedExam) visits() int { return cmp.Or(e.Engine.Visits, DefaultVisits) }

// player returns a player that never resigns.
func (e *PlayedExam) player(seed uint64) (*player.Player, error) {
	config := e.Engine
	config.Visits = e.visits()
	config.Seed = seed
	config.Threads = 1
	o := config.PlayerOptions()
	o.NeverResign = true
	return player.New(o)
}

// Run plays the games and writes a line for each position where the judge is certain and wrong. It
// fails when ctx ends or w fails.
func (e *PlayedExam) Run(ctx context.Context, w io.Writer) (PlayedTable, error) {
	var table PlayedTable
	known := map[int]PlayedGame{}
	for _, g := range e.Log.Known {
		known[g.Number] = g
	}
	for number := range e.Games {
		g, ok := known[number]
		if !ok {
			var err error
			if g, err = e.play(ctx, number); err == nil {
				err = e.Log.add(g)
			}
			if err != nil {
				return table, err
			}
		}
		for i := range g.Ends {
			if err := table.add(w, number, &g.Ends[i]); err != nil {
				return table, err
			}
		}
		e.Log.progress(number + 1)
	}
	return table, nil
}

// The number of random stones that begin a game.
const (
	leastOpening = 2
	mostOpening  = 6
)

// play plays a game and judges its end. Ends is empty if the game does not stop.
func (e *PlayedExam) play(ctx context.Context, number int) (played PlayedGame, err error) {
	played.Number = number
	computer, err := e.player(rng.Seed(e.Seed, number))
	if err != nil {
		return played, err
	}
	random := rand.New(rand.NewPCG(e.Seed, uint64(number)))
	g := game.New(e.Graph, e.Rules)
	opening := leastOpening + random.IntN(mostOpening-leastOpening+1)
	next := board.Black
	for g.Passes() < 2 && !g.NoResult() && g.Ply() < 4*e.Graph.Points() {
		move := board.Point(random.IntN(e.Graph.Points()))
		if g.Ply() >= opening {
			choice, err := computer.Choose(ctx, g.Clone(), next, engine.Time{})
			if err != nil {
				return played, err
			}
			move = choice.Move
		}
		if err := g.Play(move, next); err != nil && g.Ply() >= opening {
			return played, err
		} else if err == nil {
			next = next.Opponent()
		}
	}
	if g.Passes() < 2 {
		return played, nil
	}
	for stones := 0; stones <= e.Before && g.Ply() > opening; g.Undo() {
		if last, _ := g.Last(); last.Point == board.Pass {
			continue
		}
		end, err := e.judge(ctx, g.Board())
		if err != nil {
			return played, err
		}
		played.Ends = append(played.Ends, end)
		stones++
	}
	return played, nil
}

// judge judges a position and searches for its value.
func (e *PlayedExam) judge(ctx context.Context, b *board.View) (end End, err error) {
	for at := range board.Point(e.Graph.Points()) {
		switch b.At(at) {
		case board.Black:
			end.Black = append(end.Black, e.Graph.PointName(at))
		case board.White:
			end.White = append(end.White, e.Graph.PointName(at))
		}
	}
	g := game.From(b.Clone(), e.Rules, board.Black)
	found, err := e.Engine.Judge().Propose(ctx, g)
	if err != nil {
		return end, err
	}
	possible := g.ProposalRange(found)
	end.Least, end.Greatest = possible.Least, possible.Greatest
	for _, owner := range possible.Score.Owner {
		if owner == board.Empty {
			end.Dame++
		}
	}
	for _, region := range found.Pending {
		end.Pending = max(end.Pending, region.Gain[board.Black]+region.Gain[board.White])
	}
	if !end.Certain() {
		return end, nil
	}
	end.Value = new([2]Interval)
	for i, first := range board.Colors {
		if end.Value[i], err = e.value(ctx, g.Board().Clone(), first, &end); err != nil {
			return end, err
		}
	}
	return end, nil
}

// value searches for the margin under perfect play. It stops when it is known whether the player to
// move first gains more than dame over the judge's margin.
func (e *PlayedExam) value(ctx context.Context, b *board.Board, first board.Color, end *End) (Interval, error) {
	limited, stop := context.WithCancel(ctx)
	defer stop()
	solver, err := solve.New(b, first, e.Rules, solve.Options{Report: func(p solve.Progress) {
		if p.Nodes >= e.Nodes || end.decided(Interval{p.Bounds.Low, p.Bounds.High}, first) {
			stop()
		}
	}})
	if err != nil {
		return Interval{}, err
	}
	bounds, err := solver.Solve(limited)
	if err == nil {
		err = ctx.Err()
	}
	return Interval{bounds.Low, bounds.High}, err
}

// Certain reports whether the judge gives a single margin.
func (e *End) Certain() bool { return e.Least == e.Greatest }

// slack returns the largest change in margin through dame, at least one point.
func (e *End) slack() int { return max(1, e.Dame) }

// decided reports whether the bounds settle if first gains more than dame.
func (e *End) decided(i Interval, first board.Color) bool {
	least, most := i.over(int(e.Least), first)
	return most <= e.slack() || least > e.slack()
}

// over returns first's smallest and largest gain over a margin.
func (i Interval) over(margin int, first board.Color) (least, most int) {
	if first == board.Black {
		return i.Low - margin, i.High - margin
	}
	return margin - i.High, margin - i.Low
}

// gain returns the proven sum of both sides' gains, beyond dame, from moving first. Proven is false
// if the sum may be larger.
func (e *End) gain() (sum int, proven bool) {
	proven = true
	for i, first := range board.Colors {
		least, most := e.Value[i].over(int(e.Least), first)
		if least > e.slack() {
			sum += least
		} else if most > e.slack() {
			proven = false
		}
	}
	return sum, proven
}

// Wrong reports whether the judge is certain of a margin that perfect play cannot reach within
// dame, because a side gets less even if it moves first.
func (e *End) Wrong() bool {
	if !e.Certain() {
		return false
	}
	for i, first := range board.Colors {
		if _, most := e.Value[i].over(int(e.Least), first); most < -e.slack() {
			return true
		}
	}
	return false
}

// Classes for ends, by the sum of both sides' gains from moving first, without dame.
const (
	nothing = iota // no points
	small          // up to 3 points
	large          // 4 to 6 points
	huge           // more
	unknown        // undecided by search or, if the judge is not certain, other doubts
	classes
)

// classNames describes the classes.
var classNames = [classes]string{"nothing", "up to 3", "4 to 6", "7 and more", "not proven"}

// class returns the end's class.
func (e *End) class() int {
	sum, proven := e.Pending, e.Pending > 0
	if e.Certain() {
		sum, proven = e.gain()
	}
	switch {
	case sum >= 7:
		return huge
	case sum >= 4:
		return large
	case sum > 0:
		return small
	case proven:
		return nothing
	}
	return unknown
}

// A PlayedTable counts ends by class and by the judge's certainty.
type PlayedTable struct {
	certain, doubtful [classes]int
	wrong             int
}

// add counts an end and writes a line if the judge is certain and wrong.
func (t *PlayedTable) add(w io.Writer, number int, end *End) error {
	class := end.class()
	if !end.Certain() {
		t.doubtful[class]++
		return nil
	}
	t.certain[class]++
	if !end.Wrong() && (class == nothing || class == unknown) {
		return nil
	}
	if end.Wrong() {
		t.wrong++
	}
	_, err := fmt.Fprintf(w,
		"game %d: certain of %+v, proven %v with Black first and %v with White first: black %s, white %s\n",
		number, end.Least, end.Value[0], end.Value[1], strings.Join(end.Black, " "), strings.Join(end.White, " "))
	return err
}

// String returns the interval as text.
func (i Interval) String() string {
	if i.Low == i.High {
		return fmt.Sprintf("%+d", i.Low)
	}
	return fmt.Sprintf("%+d to %+d", i.Low, i.High)
}

// Wrong returns the number of ends where the judge is certain although a move is worth more than
// dame, or perfect play cannot end so.
func (t *PlayedTable) Wrong() int {
	return t.certain[small] + t.certain[large] + t.certain[huge] + t.wrong
}

// String returns the table as text.
func (t *PlayedTable) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "left to gain\tcertain\trange\t")
	for class, name := range classNames {
		fmt.Fprintf(table, "%s\t%d\t%d\t\n", name, t.certain[class], t.doubtful[class])
	}
	table.Flush() // a strings.Builder never fails
	fmt.Fprintf(&text, "certain, but impossible under perfect play: %d\n", t.wrong)
	return text.String()
}
