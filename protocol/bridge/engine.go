package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"rosette/game/board"
	"rosette/play/clock"
	"rosette/protocol/gtp"
	"rosette/server/http/wire"
)

// An engine plays a game. It follows the moves on the server.
type engine struct {
	process  Process
	client   *gtp.Client
	commands []string
	graph    *board.Graph
	clock    clock.Control
	margin   time.Duration
	played   []wire.Move // moves known to the engine
	set      bool        // the board is set up
}

// open starts an engine and reads its commands.
func (b *Bridge) open(ctx context.Context) (*engine, error) {
	p, err := b.Start(ctx)
	if err != nil {
		return nil, err
	}
	e := &engine{process: p, client: gtp.NewClient(p.In, p.Out, b.Timeout), margin: b.Margin}
	known, err := e.client.SendFirst("list_commands", b.StartTime, e.lastOutput)
	if err != nil && !refused(err) {
		return nil, errors.Join(b.noEngine(err), e.close())
	}
	e.commands = strings.Fields(known)
	return e, nil
}

// lastOutput returns the time of the last output to standard error, or the zero time.
func (e *engine) lastOutput() time.Time {
	if e.process.LastOutput == nil {
		return time.Time{}
	}
	return e.process.LastOutput()
}

// noEngine explains why a program is no engine.
func (b *Bridge) noEngine(err error) error {
	const cure = "use a program that speaks GTP, such as gnugo --mode gtp"
	switch {
	case errors.Is(err, gtp.ErrTimeout):
		return fmt.Errorf("the program gives no answer to list_commands within %v; %s, or a longer --start-timeout",
			b.StartTime, cure)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe), errors.Is(err, syscall.EPIPE):
		return fmt.Errorf("the program ends before it answers list_commands; %s", cure)
	}
	return fmt.Errorf("the engine: %w", err)
}

// close stops the engine.
func (e *engine) close() error { return errors.Join(e.client.Close(), e.process.End()) }

// refused reports whether an error is an engine's refusal of a command.
func refused(err error) bool { return errors.As(err, new(gtp.ResponseError)) }

// knows reports whether the engine has a command.
func (e *engine) knows(command string) bool { return slices.Contains(e.commands, command) }

// size returns the command for setting up a board. An engine for boards of rosettes knows every
// board by name; it may refuse boardsize.
func (e *engine) size(g *board.Graph) string {
	w, h := g.Size()
	switch {
	case w == 0 || e.knows("rosette-board"):
		return "rosette-board " + g.Name()
	case w == h:
		return fmt.Sprintf("boardsize %d", w)
	}
	return fmt.Sprintf("rectangular_boardsize %d %d", w, h)
}

// kgsRules maps the server's rulesets to arguments of kgs-rules.
var kgsRules = map[string]string{
	"chinese": "chinese", "kgs-chinese": "chinese", "japanese": "japanese", "kgs-japanese": "japanese",
	"japanese-1989": "japanese",
	"aga":           "aga", "kgs-aga": "aga", "new-zealand": "new_zealand", "kgs-new-zealand": "new_zealand",
}

// prepare sets up a game's board, rules, komi and clock.
func (e *engine) prepare(full *wire.GameFull) (err error) {
	if e.graph, err = board.Named(full.Board); err != nil {
		return err
	}
	if e.clock, err = clock.ParseControl(full.Clock); err != nil {
		return err
	}
	if err := e.must(e.size(e.graph)); err != nil {
		return err
	}
	if err := e.rules(full.Rules); err != nil {
		return err
	}
	for _, command := range timeCommands(e.clock, e.knows("kgs-time_settings")) {
		if err := e.may(command); err != nil {
			return err
		}
	}
	e.set, e.played = false, nil
	return nil
}

// rules sends the ruleset's name to an engine that has a command for it. Others play by their own
// rules, and the server decides which moves are legal.
func (e *engine) rules(preset string) error {
	if e.knows("kata-set-rules") {
		if _, err := e.client.Send("kata-set-rules " + preset); err == nil || !refused(err) {
			return err
		}
	}
	if name, ok := kgsRules[preset]; ok && e.knows("kgs-rules") {
		return e.may("kgs-rules " + name)
	}
	return nil
}

// must sends a command that the engine must accept.
func (e *engine) must(command string) error {
	if _, err := e.client.Send(command); err != nil {
		return fmt.Errorf("the engine answers %s: %w", command, err)
	}
	return nil
}

// may sends a command that the engine may refuse.
func (e *engine) may(command string) error {
	if _, err := e.client.Send(command); err != nil && !refused(err) {
		return err
	}
	return nil
}

// follow plays the moves that the engine lacks. If the engine has other moves, because moves were
// undone or one was not accepted, it plays all of them from the beginning.
func (e *engine) follow(s *wire.GameState) error {
	if !e.set || len(s.Moves) < len(e.played) || !slices.Equal(s.Moves[:len(e.played)], e.played) {
		if err := e.clear(s); err != nil {
			return err
		}
	}
	for _, m := range s.Moves[len(e.played):] {
		if err := e.must("play " + m[0] + " " + m[1]); err != nil {
			return err
		}
		e.played = append(e.played, m)
	}
	return nil
}

// komiOf returns the command for the komi.
func komiOf(s *wire.GameState) string { return "komi " + strconv.FormatFloat(s.Komi, 'f', -1, 64) }

// clear restarts the game.
func (e *engine) clear(s *wire.GameState) error {
	commands := []string{"clear_board", komiOf(s)}
	if s.Start != nil && len(s.Start.Black) > 0 {
		commands = append(commands, "set_free_handicap "+strings.Join(s.Start.Black, " "))
	}
	if s.Start != nil {
		for _, point := range s.Start.White {
			commands = append(commands, "play w "+point)
		}
	}
	for _, command := range commands {
		if err := e.must(command); err != nil {
			return err
		}
	}
	e.set, e.played = true, nil
	return nil
}

// choose returns a point, pass or resign.
func (e *engine) choose(s *wire.GameState, color string, cleanup bool) (string, error) {
	if err := e.follow(s); err != nil {
		return "", err
	}
	if command := timeLeft(e.clock, s.Clock, color, e.knows("kgs-time_settings"), e.margin); command != "" {
		if err := e.may(command); err != nil {
			return "", err
		}
	}
	name, err := e.genmove(color, cleanup)
	if err == nil && name != "resign" {
		e.played = append(e.played, wire.Move{color, name})
	}
	return name, err
}

// playOut chooses a move in a position without preceding moves, such as on a confirmation's board.
// Stones are given as b, w or . for each of points.
func (e *engine) playOut(s *wire.GameState, points []string, color string) (string, error) {
	defer e.forget()
	for _, command := range []string{"clear_board", komiOf(s)} {
		if err := e.must(command); err != nil {
			return "", err
		}
	}
	for i, stone := range s.Stones {
		if stone == '.' || i >= len(points) {
			continue
		}
		if err := e.must("play " + string(stone) + " " + points[i]); err != nil {
			return "", err
		}
	}
	return e.genmove(color, true)
}

// genmove returns a point, pass or resign. With cleanup, dead stones must be captured.
func (e *engine) genmove(color string, cleanup bool) (string, error) {
	genmove := "genmove "
	if cleanup && e.knows("kgs-genmove_cleanup") {
		genmove = "kgs-genmove_cleanup "
	}
	answer, err := e.client.Send(genmove + color)
	if err != nil {
		return "", fmt.Errorf("the engine answers %s%s: %w", genmove, color, err)
	}
	if strings.EqualFold(answer, "resign") {
		return "resign", nil
	}
	p, err := e.graph.Move(answer)
	if err != nil {
		return "", fmt.Errorf("the engine answers %s%s: %w", genmove, color, err)
	}
	return e.graph.PointName(p), nil
}

// forget makes the engine restart the game before the next move.
func (e *engine) forget() { e.set = false }

// dead returns the stones that the engine considers dead. Ok is false if it gives no answer.
func (e *engine) dead(s *wire.GameState) (points map[string]bool, ok bool, err error) {
	if !e.knows("final_status_list") {
		return nil, false, nil
	}
	if err := e.follow(s); err != nil {
		return nil, false, err
	}
	answer, err := e.client.Send("final_status_list dead")
	if refused(err) {
		return nil, false, nil
	}
	points = map[string]bool{}
	for _, name := range strings.Fields(answer) {
		if p, err := e.graph.Point(name); err == nil {
			points[e.graph.PointName(p)] = true
		}
	}
	return points, err == nil, err
}

// handicap returns the engine's points for handicap stones.
func (e *engine) handicap(stones int) ([]string, error) {
	answer, err := e.client.Send(fmt.Sprintf("place_free_handicap %d", stones))
	if err != nil {
		return nil, fmt.Errorf("the engine answers place_free_handicap: %w", err)
	}
	e.forget()
	return strings.Fields(answer), nil
}

// talents caches the boards that an engine supports. It queries the engine about each board until
// it answers.
type talents struct {
	bridge *Bridge
	mu     sync.Mutex
	boards map[string]bool
}

// talents returns an empty cache. It returns an error if the engine does not start.
func (b *Bridge) talents(ctx context.Context) (*talents, error) {
	e, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	return &talents{bridge: b, boards: map[string]bool{}}, e.close()
}

// takes reports whether the engine supports a board.
func (t *talents) takes(ctx context.Context, name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if takes, known := t.boards[name]; known {
		return takes
	}
	g, err := board.Named(name)
	if err != nil {
		return false
	}
	e, err := t.bridge.open(ctx)
	if err != nil {
		return false
	}
	_, err = e.client.Send(e.size(g))
	if err == nil || refused(err) { // otherwise the engine has failed, and another one may not
		t.boards[name] = err == nil
	}
	if err := e.close(); err != nil {
		t.bridge.Tell(Report{Event: Trouble, Text: err.Error()})
	}
	return err == nil
}
