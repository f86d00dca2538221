package terminal

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A command is what a person may type besides the name of a point.
type command struct {
	allowed func(*Session) bool // reports whether it may be typed now; nil for always
	usage   string
	help    string
	run     func(s *Session, args []string) error
}

// commands returns all commands by their first word. It is a function because the
// command help reads the table.
func commands() map[string]command {
	return map[string]command{
		"offer":   {agreesOnKomi(play.KomiDivide), "offer N", "name a komi; the other takes a colour", withKomi(play.Offer)},
		"bid":     {agreesOnKomi(play.KomiOpen, play.KomiSecret), "bid N", "bid a komi for Black", withKomi(play.Bid)},
		"yield":   {agreesOnKomi(play.KomiOpen), "yield", "leave Black to the highest bid", plain(play.Yield)},
		"take":    {agreesOnKomi(play.KomiDivide), "take COLOUR", "take black or white for the komi that is offered", withColor(play.Take)},
		"pass":    {mayMove, "pass", "play no stone; passes in a row propose the end", pass},
		"dead":    {inPhase(play.PhaseAgreement), "dead POINT…", "call the chains at these points dead", marking(true)},
		"alive":   {inPhase(play.PhaseAgreement), "alive POINT…", "call them alive", marking(false)},
		"agree":   {inPhase(play.PhaseAgreement), "agree", "agree to the dead as they are marked", plain(play.Agree)},
		"dispute": {agreesUnder(disputable...), "dispute", "disagree: the rules say how to go on", plain(play.Dispute)},
		"confirm": {agreesUnder(game.EndingConfirmation), "confirm POINT", "play a chain's fate out, by Japan's rules of 1989", confirm},
		"void":    {agreesUnder(game.EndingConfirmation), "void", "let both lose, by Japan's rules of 1989", plain(play.Void)},
		"wish":    {inPhase(play.PhaseTurn), "wish COLOUR", "say who shall move", withColor(play.ChooseMover)},
		"undo":    {nil, "undo", "take your last move back", alone((*Session).undo)},
		"resign":  {nil, "resign", "give the game up", plain(play.Resign)},
		"score":   {nil, "score", "count the board, with the dead as they are marked", alone((*Session).printScore)},
		"board":   {nil, "board", "draw the board again", alone((*Session).redraw)},
		"help":    {nil, "help", "say what can be typed", alone((*Session).printHelp)},
		"quit":    {nil, "quit", "leave the game", alone(func(*Session) error { return errQuit })},
	}
}

// disputable are the endings under which a player may dispute the dead stones.
var disputable = []game.Ending{game.EndingAgreement, game.EndingPlayOut, game.EndingNewZealand, game.EndingAGA, game.EndingConfirmation}

// errUsage is the error of a command whose arguments do not fit its usage.
var errUsage = errors.New("wrong arguments")

// inPhase returns a condition that holds in these phases of a match.
func inPhase(phases ...play.Phase) func(*Session) bool {
	return func(s *Session) bool { return slices.Contains(phases, s.match.Phase()) }
}

// agreesOnKomi returns a condition that holds while the players agree on komi by
// one of these methods.
func agreesOnKomi(methods ...play.KomiBy) func(*Session) bool {
	return func(s *Session) bool {
		return s.match.Phase() == play.PhaseKomi && slices.Contains(methods, s.match.Settings().KomiBy)
	}
}

// agreesUnder returns a condition that holds while the players agree on the dead
// stones under one of these endings.
func agreesUnder(endings ...game.Ending) func(*Session) bool {
	return func(s *Session) bool {
		return s.match.Phase() == play.PhaseAgreement && slices.Contains(endings, s.match.Settings().Rules.Ending)
	}
}

// mayMove reports whether a player may play a stone or pass now.
func mayMove(s *Session) bool {
	return inPhase(play.PhasePlay, play.PhaseConfirmation)(s) || agreesUnder(game.EndingFlower)(s)
}

// alone returns the run function of a command without arguments.
func alone(do func(*Session) error) func(*Session, []string) error {
	return func(s *Session, args []string) error {
		if len(args) > 0 {
			return errUsage
		}
		return do(s)
	}
}

// plain returns the run function of a command of the match without arguments.
func plain(k play.Kind) func(*Session, []string) error {
	return alone(func(s *Session) error { return s.do(play.Command{Kind: k}) })
}

// withKomi returns the run function of a command of the match whose argument is a
// komi.
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

// withColor returns the run function of a command of the match whose argument is a
// colour.
func withColor(k play.Kind) func(*Session, []string) error {
	return func(s *Session, args []string) error {
		for _, c := range board.Colors {
			if len(args) == 1 && args[0] == c.String() {
				return s.do(play.Command{Kind: k, Side: c})
			}
		}
		return errUsage
	}
}

// marking returns the run function of a command that marks chains as dead or alive.
func marking(dead bool) func(*Session, []string) error {
	return func(s *Session, points []string) error {
		if len(points) == 0 {
			return errUsage
		}
		return s.do(play.Command{Kind: play.Mark, Points: points, Dead: dead})
	}
}

// pass runs the command pass; in a confirmation it may be a pass for a ko.
func pass(s *Session, args []string) error {
	switch {
	case len(args) == 0:
		return s.do(play.Command{Kind: play.Pass})
	case len(args) == 2 && args[0] == "for":
		return s.do(play.Command{Kind: play.Pass, Point: args[1]})
	}
	return errUsage
}

func confirm(s *Session, args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	return s.do(play.Command{Kind: play.Confirm, Point: args[0]})
}

// undo takes the person's last move back. If two people play, it takes back that
// of the player who acted last, or else that of the other.
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

// printHelp prints what may be typed in this phase.
func (s *Session) printHelp() error {
	if mayMove(s) || inPhase(play.PhaseHandicap)(s) {
		s.printf("%-15s%s\n", "a point", "such as "+s.match.Game().Graph().PointName(0)+": play there")
	}
	all := commands()
	for _, word := range slices.Sorted(maps.Keys(all)) {
		if c := all[word]; c.allowed == nil || c.allowed(s) {
			s.printf("%-15s%s\n", c.usage, c.help)
		}
	}
	return nil
}

// execute runs a line of the person's: a command, or the name of a point to play
// at. It prints why the match refuses a command; that is no error.
func (s *Session) execute(line string) error {
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return nil
	}
	if c, ok := commands()[words[0]]; ok {
		err := c.run(s, words[1:])
		if errors.Is(err, errUsage) {
			s.printf("Type %s.\n", c.usage)
			return nil
		}
		return s.printRefusal(line, err)
	}
	line = strings.TrimSpace(line)
	if _, err := s.match.Game().Graph().Point(line); err != nil {
		s.printf("%v, or help\n", err)
		return nil
	}
	kind := play.Play
	if s.match.Phase() == play.PhaseHandicap {
		kind = play.Place
	}
	return s.printRefusal(line, s.do(play.Command{Kind: kind, Point: line}))
}

// refusals explain why the rules or the match refuse a command.
var refusals = map[error]string{
	game.ErrOccupied:    "a stone stands there already",
	game.ErrSuicide:     "your stones would have no liberty there: suicide",
	game.ErrLibertyless: "your rosette would have no liberty left, which these rules forbid",
	game.ErrKo:          "that takes back at once: play elsewhere first",
	game.ErrSuperko:     "that repeats an earlier position",
	game.ErrNoStones:    "you have no stones left: pass",
	play.ErrNothingDone: "there is no move of yours to take back",
	play.ErrNotYourTurn: "it is not your turn",
	play.ErrNotNow:      "that is not what the game is about now: type help",
	play.ErrNoSuchPoint: "no such point",
	play.ErrBadKomi:     "use a whole number, or with --halves a half, no larger than the board has points",
	play.ErrLowBid:      "bid more than the highest bid, or yield",
	play.ErrBidFirst:    "nobody has bid yet",
	play.ErrImmortal:    "a chain with a rosette is never dead",
	play.ErrNoChain:     "no stone stands there",
	play.ErrAgreed:      "you have agreed already",
	play.ErrKoBan:       "pass for that ko before you take it back",
	play.ErrNoKo:        "there is no ko of yours to pass for",
	play.ErrTooLong:     "this has gone on for too long: pass or agree",
}

// printRefusal prints why a line was refused, and returns any other error.
func (s *Session) printRefusal(line string, err error) error {
	var byRules game.Refusal
	var byMatch play.Refusal
	if !errors.As(err, &byRules) && !errors.As(err, &byMatch) {
		return err
	}
	text, ok := refusals[err]
	if !ok {
		text = err.Error()
	}
	s.printf("Not %s: %s.\n", strings.ToUpper(strings.TrimSpace(line)), text)
	return nil
}
