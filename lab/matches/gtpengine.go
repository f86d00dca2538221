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

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/internal/quote"
	"rosette/protocol/gtp"
)

// A GTPEngine is a program that supports GTP.
type GTPEngine struct {
	Start         func(ctx context.Context, errs io.Writer) (*Process, error)
	AnswerTimeout time.Duration // for each answer
	MoveTime      time.Duration // per move, in whole seconds, sent to the engine; 0 sends none
	Clock         Clock         // in whole seconds and without increment; sent likewise
}

// Player returns the engine with that name.
func (e GTPEngine) Player(name string) Player {
	return Player{Name: name, Open: func(told io.Writer) Session {
		return &gtpSession{engine: e, name: name, log: told}
	}}
}

type gtpSession struct {
	engine   GTPEngine
	name     string
	log      io.Writer
	graph    *board.Graph
	process  *Process
	client   *gtp.Client
	commands []string // from list_commands
	began    time.Duration
	latest   time.Duration
	known    bool
}

func (s *gtpSession) Begin(ctx context.Context, g *game.Game, seed uint64) error {
	s.graph = g.Graph()
	if err := s.start(ctx); err != nil {
		return err
	}
	commands := s.setupCommands(g)
	if slices.Contains(s.commands, "set_random_seed") { // GNU Go has it
		commands = append(commands, fmt.Sprintf("set_random_seed %d", seed%math.MaxInt32))
	}
	if s.engine.MoveTime > 0 {
		commands = append(commands, fmt.Sprintf("time_settings 0 %d 1", s.engine.MoveTime/time.Second))
	}
	if s.engine.Clock.Main > 0 {
		commands = append(commands, fmt.Sprintf("time_settings %d 0 0", s.engine.Clock.Main/time.Second))
	}
	for _, command := range commands {
		if _, err := s.send(command); err != nil {
			return s.cannotPlay(err)
		}
	}
	if err := s.setRules(g.Rules()); err != nil {
		return err
	}
	for ply := range g.Ply() {
		if err := s.Played(g.Move(ply)); err != nil {
			return err
		}
	}
	s.readCPU()
	s.began = s.latest
	return nil
}

// start starts the program unless it is running, and reads its list of commands.
func (s *gtpSession) start(ctx context.Context) error {
	if s.client != nil {
		return nil
	}
	process, err := s.engine.Start(ctx, lineWriter(s.log, "! "))
	if err != nil {
		return err
	}
	s.process, s.latest = process, 0
	s.client = gtp.NewClient(process.In, io.TeeReader(process.Out, lineWriter(s.log, "< ")), s.engine.AnswerTimeout)
	answer, err := s.send("list_commands")
	if err != nil && !refused(err) {
		return err
	}
	s.commands = strings.Fields(answer)
	return nil
}

// setupCommands returns the commands that set the board and komi. An engine for boards of rosettes
// knows every board by name; it may refuse boardsize.
func (s *gtpSession) setupCommands(g *game.Game) []string {
	size := "rosette-board " + g.Graph().Name()
	w, h := g.Graph().Size()
	switch {
	case w == 0 || slices.Contains(s.commands, "rosette-board"):
	case w == h:
		size = fmt.Sprintf("boardsize %d", w)
	default:
		size = fmt.Sprintf("rectangular_boardsize %d %d", w, h)
	}
	return []string{size, "clear_board", "komi " + strconv.FormatFloat(g.Rules().Komi, 'f', -1, 64)}
}

// cannotPlay turns a refusal during setup into an error that stops the tournament: it is not a fault
// in a single game, because the engine cannot play any of them.
func (s *gtpSession) cannotPlay(err error) error {
	if refused(err) {
		return fmt.Errorf("%s cannot play these games: %s", s.name, err.(*Fault).What)
	}
	return err
}

// setRules sends the rules to an engine that has kata-set-rules: first with all keys, then with
// only the keys that KataGo has. Other engines play by their own rules; the referee decides which
// moves are legal.
func (s *gtpSession) setRules(r game.Rules) error {
	if !slices.Contains(s.commands, "kata-set-rules") {
		return nil
	}
	texts, err := wordings(r)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if _, err = s.send("kata-set-rules " + text); err == nil {
			return nil
		} else if !refused(err) {
			return err
		}
	}
	return s.cannotPlay(err)
}

func (s *gtpSession) Choose(_ context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error) {
	if told := s.timeLeft(c, left); told != "" {
		if _, err := s.send(told); err != nil {
			return Choice{}, err
		}
	}
	answer, err := s.send("genmove " + c.String())
	s.readCPU()
	if err != nil {
		return Choice{}, err
	}
	if strings.EqualFold(answer, "resign") {
		return Choice{Resign: true}, nil
	}
	p, err := g.Graph().Move(answer)
	if err != nil {
		return Choice{}, &Fault{
			ProtocolError,
			fmt.Sprintf("its reply to genmove is %q, not a point, pass or resign", quote.Clip(answer, 60)),
		}
	}
	return Choice{Move: p}, nil
}

// timeLeft returns the command that sends the engine its time for a move, or "" without a limit.
func (s *gtpSession) timeLeft(c board.Color, left engine.Time) string {
	switch {
	case s.engine.MoveTime > 0:
		return fmt.Sprintf("time_left %s %d 1", c, s.engine.MoveTime/time.Second)
	case left.Clocked:
		return fmt.Sprintf("time_left %s %d 0", c, left.Main/time.Second)
	}
	return ""
}

func (s *gtpSession) Played(m game.Move) error {
	_, err := s.send(fmt.Sprintf("play %s %s", m.Color, s.graph.PointName(m.Point)))
	s.readCPU()
	if refused(err) {
		return &Fault{RejectedMove, err.(*Fault).What}
	}
	return err
}

func (s *gtpSession) Propose(_ context.Context, g *game.Game) (said life.Proposal, err error) {
	answer, err := s.send("final_status_list dead")
	if err != nil {
		return said, err
	}
	for _, name := range strings.Fields(answer) {
		p, err := g.Graph().Point(name)
		if err != nil {
			return life.Proposal{}, &Fault{ProtocolError, fmt.Sprintf("it reports %q as dead", quote.Clip(name, 60))}
		}
		said.Dead = append(said.Dead, p)
	}
	return said, nil
}

// readCPU updates the processor time, which cannot be read after the process has ended.
func (s *gtpSession) readCPU() {
	if used, ok := s.process.CPU(); ok {
		s.latest, s.known = used, true
	}
}

func (s *gtpSession) CPU() (time.Duration, bool) { return s.latest - s.began, s.known }

func (s *gtpSession) Close() error {
	if s.client == nil {
		return nil
	}
	client, process := s.client, s.process
	s.client, s.process = nil, nil
	return errors.Join(client.Close(), process.End())
}
