package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A handler runs a command and returns its answer. An answer that begins with a line break starts
// on the line after the success prefix.
type handler func(s *Session, ctx context.Context, args []string) (string, error)

// A command is a command of the protocol.
type command struct {
	usage            string // arguments, for error messages
	minArgs, maxArgs int
	run              handler
}

// unlimited is a number of arguments that no line can exceed.
const unlimited = maxLine

// vocabulary holds every command of a session, by name. To add a command, add a line here and a
// method of Session. Methods access the table through the session, because a variable cannot be
// initialised with functions that refer to it.
var vocabulary = map[string]command{
	// Administration.
	"protocol_version": {"", 0, 0, reply("2")},
	"name":             {"", 0, 0, (*Session).name},
	"version":          {"", 0, 0, (*Session).version},
	"known_command":    {"COMMAND", 1, 1, (*Session).knownCommand},
	"list_commands":    {"", 0, 0, (*Session).listCommands},
	"echo":             {"TEXT", 0, unlimited, (*Session).echo},
	"quit":             {"", 0, 0, (*Session).quit},

	// Board, komi and rules.
	"boardsize":             {"N or boardsize COLUMNS ROWS", 1, 2, (*Session).boardsize},
	"rectangular_boardsize": {"COLUMNS ROWS", 2, 2, (*Session).boardsize},
	"rosette-board":         {"NAME", 1, 1, (*Session).rosetteBoard},
	"clear_board":           {"", 0, 0, (*Session).clearBoard},
	"komi":                  {"NUMBER", 1, 1, (*Session).komi},
	"get_komi":              {"", 0, 0, (*Session).getKomi},
	"kata-get-rules":        {"", 0, 0, (*Session).getRules},
	"kata-set-rules":        {"PRESET or JSON", 1, unlimited, (*Session).setRules},
	"kata-set-rule":         {"KEY VALUE", 2, 2, (*Session).setRule},
	"kgs-rules":             {"aga|chinese|japanese|new_zealand", 1, 1, (*Session).kgsRules},

	// Moves.
	"play":                {"COLOR VERTEX", 2, 2, (*Session).play},
	"gogui-play_sequence": {"COLOR VERTEX COLOR VERTEX …", 0, unlimited, (*Session).playSequence},
	"undo":                {"", 0, 0, (*Session).undo},
	"gg-undo":             {"MOVES", 0, 1, (*Session).undoMoves},
	"genmove":             {"COLOR", 1, 1, (*Session).genmove},
	"reg_genmove":         {"COLOR", 1, 1, (*Session).regGenmove},
	"kgs-genmove_cleanup": {"COLOR", 1, 1, (*Session).kgsGenmoveCleanup},
	"kgs-game_over":       {"", 0, 0, reply("")},
	"kgs-chat":            {"game|private NAME TEXT", 2, unlimited, (*Session).kgsChat},

	// Time.
	"time_settings":           {"MAIN OVERTIME STONES", 3, 3, (*Session).timeSettings},
	"time_left":               {"COLOR SECONDS STONES", 3, 3, (*Session).timeLeft},
	"kgs-time_settings":       {kgsTimeUsage, 1, 4, timeSystem(kgsTimeSystems)},
	"kata-time_settings":      {kataTimeUsage, 1, 5, timeSystem(kataTimeSystems)},
	"kata-list_time_settings": {"", 0, 0, reply(kataTimeSystems)},
	"cputime":                 {"", 0, 0, (*Session).cpuTime},

	// Handicap, positions and game records.
	"fixed_handicap":      {"STONES", 1, 1, (*Session).fixedHandicap},
	"place_free_handicap": {"STONES", 1, 1, (*Session).placeFreeHandicap},
	"set_free_handicap":   {"VERTEX VERTEX …", 0, unlimited, (*Session).setFreeHandicap},
	"set_position":        {"COLOR VERTEX COLOR VERTEX …", 0, unlimited, (*Session).setPosition},
	"loadsgf":             {"FILE [MOVE] [game=N]", 1, unlimited, (*Session).loadsgf},
	"printsgf":            {"or printsgf FILE", 0, unlimited, (*Session).printsgf},

	// Contents of the board.
	"showboard":         {"", 0, 0, (*Session).showboard},
	"all_legal":         {"COLOR", 1, 1, (*Session).allLegal},
	"is_legal":          {"COLOR VERTEX", 2, 2, (*Session).isLegal},
	"list_stones":       {"COLOR", 1, 1, (*Session).listStones},
	"captures":          {"COLOR", 1, 1, (*Session).captures},
	"findlib":           {"VERTEX", 1, 1, (*Session).findlib},
	"rosette-benson":    {"COLOR", 1, 1, unconditionalPoints(aliveStones)},
	"rosette-territory": {"COLOR", 1, 1, unconditionalPoints(safeTerritory)},
	"rosette-immortal":  {"COLOR", 1, 1, (*Session).immortal},
	"rosette-hexes":     {"", 0, 0, (*Session).hexagons},

	// End of the game.
	"final_score":       {"", 0, 0, (*Session).finalScore},
	"final_status":      {"VERTEX", 1, 1, (*Session).finalStatus},
	"final_status_list": {"dead|alive|seki|black_territory|white_territory|dame", 1, 1, (*Session).finalStatusList},
	"rosette-verdicts":  {"", 0, 0, (*Session).deadStoneReasons},
	"rosette-ownership": {"", 0, 0, (*Session).ownership},

	// Analysis. Any input stops a running analysis, so stop itself has nothing to do.
	"analyze":      {analysisUsage, 0, unlimited, analysisCommand("analyze", (*Session).analyze)},
	"lz-analyze":   {analysisUsage, 0, unlimited, analysisCommand("lz-analyze", (*Session).analyze)},
	"kata-analyze": {analysisUsage, 0, unlimited, analysisCommand("kata-analyze", (*Session).analyze)},
	"genmove_analyze": {
		analysisUsage, 0, unlimited, analysisCommand("genmove_analyze", (*Session).genmoveAnalyze),
	},
	"lz-genmove_analyze": {
		analysisUsage, 0, unlimited, analysisCommand("lz-genmove_analyze", (*Session).genmoveAnalyze),
	},
	"kata-genmove_analyze": {
		analysisUsage, 0, unlimited, analysisCommand("kata-genmove_analyze", (*Session).genmoveAnalyze),
	},
	"stop":            {"", 0, 0, reply("")},
	"kata-raw-nn":     {"SYMMETRY or kata-raw-nn all", 1, 1, (*Session).rawNetwork},
	"kata-get-models": {"", 0, 0, (*Session).getModels},
	"clear_cache":     {"", 0, 0, (*Session).clearCache},

	// Engine parameters.
	"kata-list-params": {"", 0, 0, (*Session).listParams},
	"kata-get-param":   {"NAME", 1, 1, (*Session).getParam},
	"kata-get-params":  {"", 0, 0, (*Session).getParams},
	"kata-set-param":   {"NAME VALUE", 2, 2, (*Session).setParam},
	"kata-set-params":  {"JSON", 1, unlimited, (*Session).setParams},

	// GoGui.
	"rosette-moves":              {"", 0, 0, (*Session).bestMoves},
	"gogui-title":                {"", 0, 0, (*Session).goguiTitle},
	"gogui-analyze_commands":     {"", 0, 0, reply(goguiAnalyzeCommands)},
	"gogui-rules_game_id":        {"", 0, 0, (*Session).rulesGameID},
	"gogui-rules_board":          {"", 0, 0, (*Session).rulesBoard},
	"gogui-rules_board_gfx":      {"", 0, 0, (*Session).rulesBoardGraphics},
	"gogui-rules_board_size":     {"", 0, 0, (*Session).rulesBoardSize},
	"gogui-rules_captured_count": {"", 0, 0, (*Session).rulesCapturedCount},
	"gogui-rules_legal_moves":    {"", 0, 0, (*Session).rulesLegalMoves},
	"gogui-rules_side_to_move":   {"", 0, 0, (*Session).rulesSideToMove},
	"gogui-rules_final_result":   {"", 0, 0, (*Session).rulesFinalResult},
}

// errSyntax means that arguments cannot be parsed; the answer shows the usage.
var errSyntax = errors.New("syntax error")

func (c command) usageError(name string) error {
	return fmt.Errorf("%w; use %s", errSyntax, strings.TrimSpace(name+" "+c.usage))
}

// reply returns a handler that always gives the same answer.
func reply(text string) handler {
	return func(*Session, context.Context, []string) (string, error) { return text, nil }
}

func (s *Session) name(context.Context, []string) (string, error) {
	if s.Name == "" {
		return "Rosette", nil
	}
	return oneLine(s.Name), nil
}

func (s *Session) version(context.Context, []string) (string, error) {
	if s.Version == "" {
		return "0", nil
	}
	return oneLine(s.Version), nil
}

func (s *Session) knownCommand(_ context.Context, args []string) (string, error) {
	_, known := s.commands[args[0]]
	return strconv.FormatBool(known), nil
}

func (s *Session) listCommands(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(s.commands)), "\n"), nil
}

func (s *Session) echo(_ context.Context, args []string) (string, error) {
	return strings.Join(args, " "), nil
}

func (s *Session) quit(context.Context, []string) (string, error) {
	s.quitting = true
	return "", nil
}
