package matches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/gtp"
	"rosette/quote"
)

// A Process is a running program. End kills it if it has not ended by itself
// within some time, and waits.
type Process struct {
	In  io.WriteCloser
	Out io.Reader
	CPU func() (time.Duration, bool) // processor time so far, if it is known
	End func() error
}

// An Engine is a program that speaks GTP.
type Engine struct {
	Start    func(ctx context.Context, errs io.Writer) (*Process, error)
	Patience time.Duration // for each answer
	Move     time.Duration // whole seconds a move that it is told; 0 tells nothing
}

// Contestant gives the engine a name.
func (e Engine) Contestant(name string) Contestant {
	return Contestant{Name: name, Open: func(told io.Writer) Seat {
		return &engineSeat{engine: e, name: name, told: told}
	}}
}

type engineSeat struct {
	engine  Engine
	name    string
	told    io.Writer
	graph   *board.Graph
	process *Process
	client  *gtp.Client
	words   []string // that it knows
	began   time.Duration
	latest  time.Duration
	known   bool
}

func (s *engineSeat) Begin(ctx context.Context, g *game.Game, seed uint64) error {
	s.graph = g.Graph()
	if err := s.start(ctx); err != nil {
		return err
	}
	commands := setting(g)
	if slices.Contains(s.words, "set_random_seed") { // GNU Go's
		commands = append(commands, fmt.Sprintf("set_random_seed %d", seed%math.MaxInt32))
	}
	if s.engine.Move > 0 {
		commands = append(commands, fmt.Sprintf("time_settings 0 %d 1", s.engine.Move/time.Second))
	}
	for _, command := range commands {
		if _, err := s.ask(command); err != nil {
			return s.unfit(err)
		}
	}
	if err := s.agree(g.Rules()); err != nil {
		return err
	}
	for ply := range g.Ply() {
		if err := s.Hear(g.Move(ply)); err != nil {
			return err
		}
	}
	s.read()
	s.began = s.latest
	return nil
}

// start runs the program unless it runs, and hears what it knows.
func (s *engineSeat) start(ctx context.Context) error {
	if s.client != nil {
		return nil
	}
	process, err := s.engine.Start(ctx, heard(s.told, "! "))
	if err != nil {
		return err
	}
	s.process = process
	s.client = gtp.NewClient(process.In, io.TeeReader(process.Out, heard(s.told, "< ")), s.engine.Patience)
	answer, err := s.ask("list_commands")
	if err != nil && !refused(err) {
		return err
	}
	s.words = strings.Fields(answer)
	return nil
}

// setting is how a board and komi are set up.
func setting(g *game.Game) []string {
	size := "rosette-board " + g.Graph().Name()
	if w, h := g.Graph().Size(); w > 0 && w == h {
		size = fmt.Sprintf("boardsize %d", w)
	} else if w > 0 {
		size = fmt.Sprintf("rectangular_boardsize %d %d", w, h)
	}
	return []string{size, "clear_board", "komi " + strconv.FormatFloat(g.Rules().Komi, 'f', -1, 64)}
}

// unfit says of an engine that answers that it cannot play here, which is no
// fault of the game's.
func (s *engineSeat) unfit(err error) error {
	if refused(err) {
		return fmt.Errorf("%s cannot play such games: %s", s.name, err.(*Fault).What)
	}
	return err
}

// agree tells the rules to an engine that takes any: ours whole, or as much of
// them as KataGo has words for. An engine that takes none plays by its own, and
// what is legal is decided here.
func (s *engineSeat) agree(r game.Rules) error {
	if !slices.Contains(s.words, "kata-set-rules") {
		return nil
	}
	texts, err := wordings(r)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if _, err = s.ask("kata-set-rules " + text); err == nil {
			return nil
		} else if !refused(err) {
			return err
		}
	}
	return s.unfit(err)
}

func (s *engineSeat) Choose(_ context.Context, g *game.Game, c board.Color) (Choice, error) {
	if s.engine.Move > 0 {
		if _, err := s.ask(fmt.Sprintf("time_left %s %d 1", c, s.engine.Move/time.Second)); err != nil {
			return Choice{}, err
		}
	}
	answer, err := s.ask("genmove " + c.String())
	s.read()
	if err != nil {
		return Choice{}, err
	}
	if strings.EqualFold(answer, "resign") {
		return Choice{Resign: true}, nil
	}
	p, err := g.Graph().Move(answer)
	if err != nil {
		return Choice{}, &Fault{Rubbish, fmt.Sprintf("it answers %q to genmove; a move is a point, pass or resign", quote.Clip(answer, 60))}
	}
	return Choice{Move: p}, nil
}

func (s *engineSeat) Hear(m game.Move) error {
	_, err := s.ask(fmt.Sprintf("play %s %s", m.Color, s.graph.PointName(m.Point)))
	s.read()
	if refused(err) {
		return &Fault{Denial, err.(*Fault).What}
	}
	return err
}

func (s *engineSeat) Dead(_ context.Context, g *game.Game) (stones []board.Point, err error) {
	answer, err := s.ask("final_status_list dead")
	if err != nil {
		return nil, err
	}
	for _, name := range strings.Fields(answer) {
		p, err := g.Graph().Point(name)
		if err != nil {
			return nil, &Fault{Rubbish, fmt.Sprintf("it names %q as dead", quote.Clip(name, 60))}
		}
		stones = append(stones, p)
	}
	return stones, nil
}

// read looks at how much the process has used; an ended one cannot be asked.
func (s *engineSeat) read() {
	if used, ok := s.process.CPU(); ok {
		s.latest, s.known = used, true
	}
}

func (s *engineSeat) CPU() (time.Duration, bool) { return s.latest - s.began, s.known }

func (s *engineSeat) Leave() error {
	if s.client == nil {
		return nil
	}
	client, process := s.client, s.process
	s.client, s.process = nil, nil
	s.latest, s.began = 0, 0
	return errors.Join(client.Close(), process.End())
}
