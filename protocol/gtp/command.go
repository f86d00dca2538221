package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
)

// A word is what a command means: its arguments as people write them, how
// many there may be, and what it does. A text that begins with a line break
// starts below the sign of success.
type word struct {
	usage       string
	least, most int
	run         func(s *Session, ctx context.Context, args []string) (string, error)
}

// many is no bound: a line has its own.
const many = longest

// commands is the whole vocabulary. Each file teaches the words that it
// answers; add a line there to teach one.
var commands = map[string]word{}

func init() { // list_commands reads the table that holds it
	maps.Copy(commands, map[string]word{
		"protocol_version":      {"", 0, 0, say("2")},
		"name":                  {"", 0, 0, say("Rosette")},
		"version":               {"", 0, 0, (*Session).version},
		"known_command":         {"COMMAND", 1, 1, (*Session).knownCommand},
		"list_commands":         {"", 0, 0, (*Session).listCommands},
		"echo":                  {"TEXT", 0, many, (*Session).echo},
		"quit":                  {"", 0, 0, (*Session).quit},
		"boardsize":             {"N", 1, 1, (*Session).boardsize},
		"rectangular_boardsize": {"COLUMNS ROWS", 2, 2, (*Session).rectangularBoardsize},
		"rosette-board":         {"NAME", 1, 1, (*Session).rosetteBoard},
		"clear_board":           {"", 0, 0, (*Session).clearBoard},
		"komi":                  {"NUMBER", 1, 1, (*Session).komi},
		"get_komi":              {"", 0, 0, (*Session).getKomi},
		"kata-get-rules":        {"", 0, 0, (*Session).getRules},
		"kata-set-rules":        {"PRESET or JSON", 1, many, (*Session).setRules},
		"kata-set-rule":         {"KEY VALUE", 2, 2, (*Session).setRule},
		"play":                  {"COLOR VERTEX", 2, 2, (*Session).play},
		"undo":                  {"", 0, 0, (*Session).undo},
		"genmove":               {"COLOR", 1, 1, (*Session).genmove},
		"reg_genmove":           {"COLOR", 1, 1, (*Session).regGenmove},
		"time_settings":         {"MAIN OVERTIME STONES", 3, 3, (*Session).timeSettings},
		"time_left":             {"COLOR SECONDS STONES", 3, 3, (*Session).timeLeft},
		"showboard":             {"", 0, 0, (*Session).showboard},
		"all_legal":             {"COLOR", 1, 1, (*Session).allLegal},
		"is_legal":              {"COLOR VERTEX", 2, 2, (*Session).isLegal},
		"list_stones":           {"COLOR", 1, 1, (*Session).listStones},
		"captures":              {"COLOR", 1, 1, (*Session).captures},
	})
}

var (
	// errSyntax is for arguments that cannot be read; the answer shows the usage.
	errSyntax = errors.New("syntax error")

	errNoStone = errors.New("vertex must not be empty; name a stone")
)

func (w word) misused(name string) error {
	return fmt.Errorf("%w; use %s", errSyntax, strings.TrimSpace(name+" "+w.usage))
}

func say(text string) func(*Session, context.Context, []string) (string, error) {
	return func(*Session, context.Context, []string) (string, error) { return text, nil }
}

func (s *Session) version(context.Context, []string) (string, error) {
	if s.Version == "" {
		return "0", nil
	}
	return oneLine(s.Version), nil
}

func (s *Session) knownCommand(_ context.Context, args []string) (string, error) {
	_, known := commands[args[0]]
	return strconv.FormatBool(known), nil
}

func (s *Session) listCommands(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(commands)), "\n"), nil
}

func (s *Session) echo(_ context.Context, args []string) (string, error) {
	return strings.Join(args, " "), nil
}

func (s *Session) quit(context.Context, []string) (string, error) {
	s.over = true
	return "", nil
}

// colors are the names of the players, in lower case.
var colors = map[string]board.Color{
	"b": board.Black, "black": board.Black,
	"w": board.White, "white": board.White,
}

func color(text string) (board.Color, error) {
	if c, ok := colors[strings.ToLower(text)]; ok {
		return c, nil
	}
	return board.Empty, errors.New("color unknown; use black or white")
}

// colored reads a colour and a vertex.
func (s *Session) colored(args []string) (game.Move, error) {
	c, err := color(args[0])
	if err != nil {
		return game.Move{}, err
	}
	p, err := s.game.Graph().Move(args[1])
	return game.Move{Point: p, Color: c}, err
}

func (s *Session) play(_ context.Context, args []string) (string, error) {
	move, err := s.colored(args)
	if err != nil {
		return "", err
	}
	if s.game.Play(move.Point, move.Color) != nil {
		return "", errors.New("illegal move")
	}
	return "", nil
}

func (s *Session) undo(context.Context, []string) (string, error) {
	if !s.game.Undo() {
		return "", errors.New("cannot undo")
	}
	return "", nil
}

func (s *Session) showboard(context.Context, []string) (string, error) {
	picture := []string{""}
	for line := range strings.Lines(draw.Game(s.game, draw.Style{})) {
		if line == "\n" { // an empty line would end the answer
			line = " \n"
		}
		picture = append(picture, strings.TrimSuffix(line, "\n"))
	}
	return strings.Join(picture, "\n"), nil
}

func (s *Session) allLegal(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	return s.points(func(p board.Point) bool { return s.game.Legal(p, c) == nil }), nil
}

func (s *Session) isLegal(_ context.Context, args []string) (string, error) {
	move, err := s.colored(args)
	if err != nil || s.game.Legal(move.Point, move.Color) != nil {
		return "0", err
	}
	return "1", nil
}

func (s *Session) listStones(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	return s.points(func(p board.Point) bool { return s.game.Board().At(p) == c }), nil
}

// points lists the points that satisfy a condition, on one line.
func (s *Session) points(in func(board.Point) bool) string {
	var names []string
	for p := range board.Point(s.game.Graph().Points()) {
		if in(p) {
			names = append(names, s.game.Graph().PointName(p))
		}
	}
	return strings.Join(names, " ")
}

func (s *Session) captures(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	return strconv.Itoa(s.game.Prisoners(c)), nil
}

// number reads a whole number from 0 to most.
func number(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, errSyntax
	}
	return n, nil
}

// decimal reads a finite number.
func decimal(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errSyntax
	}
	return x, nil
}
