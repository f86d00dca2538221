package terminal

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/internal/quote"
	"rosette/narrate"
	"rosette/play"
)

// A command is an input other than the name of a point. Its texts are terminal.command.WORD, which
// is its usage, and terminal.command.WORD.help.
type command struct {
	allowed func(*Session) bool                   // reports whether the command is allowed now; nil for always
	run     func(s *Session, args []string) error // args as typed
}

// commands returns all commands by their first word. It is a function because the help command
// reads the table.
func commands() map[string]command {
	return map[string]command{
		"offer":   {agreesOnKomi(play.KomiDivide), withKomi(play.Offer)},
		"bid":     {agreesOnKomi(play.KomiOpen, play.KomiSecret), withKomi(play.Bid)},
		"yield":   {agreesOnKomi(play.KomiOpen), plain(play.Yield)},
		"take":    {agreesOnKomi(play.KomiDivide), withColor(play.Take)},
		"pass":    {mayMove, pass},
		"dead":    {inPhase(play.PhaseAgreement), marking(true)},
		"alive":   {inPhase(play.PhaseAgreement), marking(false)},
		"agree":   {inPhase(play.PhaseAgreement), plain(play.Agree)},
		"dispute": {agreesUnder(disputable...), plain(play.Dispute)},
		"confirm": {agreesUnder(game.EndingConfirmation), confirm},
		"void":    {agreesUnder(game.EndingConfirmation), plain(play.Void)},
		"mover":   {inPhase(play.PhaseTurn), withColor(play.ChooseMover)},
		"undo":    {nil, alone((*Session).undo)},
		"resign":  {nil, plain(play.Resign)},
		"score":   {nil, alone((*Session).printScore)},
		"board":   {nil, alone((*Session).redraw)},
		"help":    {nil, alone((*Session).printHelp)},
		"save":    {func(s *Session) bool { return s.Keep != nil && s.match.Begun() }, save},
		"load":    {func(s *Session) bool { return s.Fetch != nil }, load},
		"quit":    {nil, alone(func(*Session) error { return errQuit })},
	}
}

// disputable are the endings under which a player may dispute the dead stones.
var disputable = []game.Ending{
	game.EndingAgreement, game.EndingPlayOut, game.EndingNewZealand, game.EndingAGA, game.EndingConfirmation,
}

// errUsage means that the arguments do not match a command's usage.
var errUsage = errors.New("wrong arguments")

// inPhase returns a condition that holds in these phases of a match.
func inPhase(phases ...play.Phase) func(*Session) bool {
	return func(s *Session) bool { return slices.Contains(phases, s.match.Phase()) }
}

// agreesOnKomi returns a condition that holds during a komi negotiation by one of these methods.
func agreesOnKomi(methods ...play.KomiBy) func(*Session) bool {
	return func(s *Session) bool {
		return s.match.Phase() == play.PhaseKomi && slices.Contains(methods, s.match.Settings().KomiBy)
	}
}

// agreesUnder returns a condition that holds during the agreement on dead stones under one of these
// endings.
func agreesUnder(endings ...game.Ending) func(*Session) bool {
	return func(s *Session) bool {
		return s.match.Phase() == play.PhaseAgreement && slices.Contains(endings, s.match.Settings().Rules.Ending)
	}
}

// mayMove reports whether a stone or a pass may be played now.
func mayMove(s *Session) bool {
	return inPhase(play.PhasePlay, play.PhaseConfirmation)(s) || agreesUnder(game.EndingFlower)(s)
}

// alone returns the run function for a command without arguments.
func alone(do func(*Session) error) func(*Session, []string) error {
	return func(s *Session, args []string) error {
		if len(args) > 0 {
			return errUsage
		}
		return do(s)
	}
}

// plain returns the run function for a match command without arguments.
func plain(k play.Kind) func(*Session, []string) error {
	return alone(func(s *Session) error { return s.do(play.Command{Kind: k}) })
}

// withKomi returns the run function for a match command with a komi argument.
func withKomi(k play.Kind) func(*Session, []string) error {
	return func(s *Session, args []string) error {
		if len(args) != 1 {
			return errUsage
		}
		n, err := strconv.ParseFloat(args[0], 64)
		if err != nil {
			return errUsage
		}
		return s.do(play.Command{Kind: k, Komi: n})
	}
}

// withColor returns the run function for a match command with a colour argument.
func withColor(k play.Kind) func(*Session, []string) error {
	return func(s *Session, args []string) error {
		for _, c := range board.Colors {
			if len(args) == 1 && strings.EqualFold(args[0], c.String()) {
				return s.do(play.Command{Kind: k, Side: c})
			}
		}
		return errUsage
	}
}

// marking returns the run function for a command that marks chains dead or alive.
func marking(dead bool) func(*Session, []string) error {
	return func(s *Session, points []string) error {
		if len(points) == 0 {
			return errUsage
		}
		return s.do(play.Command{Kind: play.Mark, Points: points, Dead: dead})
	}
}

// pass runs the command pass. In a confirmation it may be a pass for a ko.
func pass(s *Session, args []string) error {
	switch {
	case len(args) == 0:
		return s.do(play.Command{Kind: play.Pass})
	case len(args) == 2 && strings.EqualFold(args[0], "for"):
		return s.do(play.Command{Kind: play.Pass, Point: args[1]})
	}
	return errUsage
}

// save runs the command save. If the file cannot be written, it prints the error and the session
// continues.
func save(s *Session, args []string) error {
	if len(args) != 1 || s.Keep == nil {
		return errUsage
	}
	if err := s.Keep(args[0], s); err != nil {
		s.printf("%v\n", err)
		return nil
	}
	s.say("opponent.saved", i18n.Args{"file": i18n.Verbatim(args[0])})
	return nil
}

func confirm(s *Session, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	return s.do(play.Command{Kind: play.Confirm, Point: args[0]})
}

// undo takes back the person's last move. If two people play, it takes back the last move of the
// player who acted last, or else of the other player.
func (s *Session) undo() (err error) {
	if !s.twoPeople() {
		return s.do(play.Command{Kind: play.Undo})
	}
	for range board.Colors {
		err = s.apply(play.Command{Kind: play.Undo, By: s.lastToAct})
		s.lastToAct = s.lastToAct.Opponent()
		if !errors.Is(err, play.ErrNothingDone) {
			return err
		}
	}
	return err
}

func (s *Session) redraw() error {
	s.lastPosition = ""
	return nil
}

func (s *Session) printScore() error {
	s.printf("%s", s.scoreText())
	return nil
}

// printHelp prints the commands allowed in this phase.
func (s *Session) printHelp() error {
	lines := [][2]string{}
	if s.takesPoint() {
		example := i18n.Args{"point": s.match.Game().Graph().PointName(0)}
		lines = append(lines, [2]string{
			s.text("terminal.command.point", nil), s.text("terminal.command.point.help", example),
		})
	}
	all := commands()
	for _, word := range slices.Sorted(maps.Keys(all)) {
		if c := all[word]; c.allowed == nil || c.allowed(s) {
			lines = append(lines, [2]string{
				s.text("terminal.command."+word, nil), s.text("terminal.command."+word+".help", nil),
			})
		}
	}
	width := 0
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(line[0]))
	}
	for _, line := range lines {
		s.printf("%-*s  %s\n", width, line[0], line[1])
	}
	return nil
}

// execute runs an input line: a command, or the name of a point to play. If the match refuses the
// command, it prints the reason and returns nil.
func (s *Session) execute(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	word := strings.ToLower(words[0])
	if c, ok := commands()[word]; ok {
		err := c.run(s, words[1:])
		if errors.Is(err, errUsage) {
			s.say("terminal.usage", i18n.Args{"usage": s.text("terminal.command."+word, nil)})
			return nil
		}
		return s.printRefusal(err)
	}
	line = strings.TrimSpace(line)
	if _, err := s.match.Game().Graph().Point(line); err != nil {
		first, last := s.match.Game().Graph().NameRange()
		s.say("terminal.unknown", i18n.Args{"text": i18n.Verbatim(quote.Clip(line, 24)), "first": first, "last": last})
		return nil
	}
	kind := play.Play
	if s.match.Phase() == play.PhaseHandicap {
		kind = play.Place
	}
	return s.printRefusal(s.do(play.Command{Kind: kind, Point: line}))
}

// printRefusal prints the reason for a refusal, and returns any other error. After a command for
// another phase it lists the commands for this one.
func (s *Session) printRefusal(err error) error {
	text, ok := narrate.Refusal(s.lang, err)
	if !ok {
		return err
	}
	s.printf("%s\n", text)
	if errors.Is(err, play.ErrNotNow) {
		s.say("terminal.now", i18n.Args{"commands": i18n.Verbatim(strings.Join(s.phaseCommands(), ", "))})
	}
	return nil
}

// phaseCommands returns the usages of the phase-dependent commands allowed now.
func (s *Session) phaseCommands() (usages []string) {
	if s.takesPoint() {
		usages = append(usages, s.text("terminal.command.point", nil))
	}
	all := commands()
	for _, word := range slices.Sorted(maps.Keys(all)) {
		if allowed := all[word].allowed; allowed != nil && allowed(s) && word != "save" && word != "load" {
			usages = append(usages, s.text("terminal.command."+word, nil))
		}
	}
	return usages
}

// takesPoint reports whether the name of a point may be typed now.
func (s *Session) takesPoint() bool { return mayMove(s) || inPhase(play.PhaseHandicap)(s) }
