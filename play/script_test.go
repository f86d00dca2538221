package play

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// speakers maps names in a script to the senders of commands.
var speakers = map[string]board.Color{"b": board.Black, "w": board.White, "server": board.Empty}

// colours maps the names of colours in a script.
var colours = map[string]board.Color{"black": board.Black, "white": board.White}

// words parse the arguments of commands; commands without an entry have none.
var words = map[Kind]func(cmd *Command, rest []string){
	Play:        func(cmd *Command, rest []string) { cmd.Point = rest[0] },
	Place:       func(cmd *Command, rest []string) { cmd.Point = rest[0] },
	Confirm:     func(cmd *Command, rest []string) { cmd.Point = rest[0] },
	Offer:       readKomi,
	Bid:         readKomi,
	Take:        func(cmd *Command, rest []string) { cmd.Side = colours[rest[0]] },
	ChooseMover: func(cmd *Command, rest []string) { cmd.Side = colours[rest[0]] },
	Pass: func(cmd *Command, rest []string) {
		if len(rest) == 2 && rest[0] == "for" {
			cmd.Point = rest[1]
		}
	},
	Claim: func(cmd *Command, rest []string) {
		cmd.Side = colours[rest[0]]
		if len(rest) > 1 {
			cmd.For = duration(rest[1])
		}
	},
	Rest: func(cmd *Command, rest []string) { cmd.For = duration(rest[0]) },
	Mark: func(cmd *Command, rest []string) {
		last := len(rest) - 1
		cmd.Points, cmd.Dead = rest[:last], rest[last] == "dead"
	},
	Propose: func(cmd *Command, rest []string) {
		cmd.Points = rest
		if i := slices.Index(rest, "unsure"); i >= 0 {
			cmd.Points, cmd.Unsure = rest[:i], rest[i+1:]
		}
	},
}

func duration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d
}

func readKomi(cmd *Command, rest []string) {
	komi, err := strconv.ParseFloat(rest[0], 64)
	if err != nil {
		panic(err)
	}
	cmd.Komi = komi
}

// command parses a command such as "b c3", "w pass", "b mark c3 d4 dead", "server propose c3 unsure
// e5", "w take black", "b pass for c3" or "flag". A final word such as @7 is the number of the last
// event known to the sender.
func command(line string) Command {
	parts := strings.Fields(line)
	if parts[0] == "flag" {
		return Command{Kind: Flag}
	}
	cmd := Command{Kind: Kind(parts[1]), By: speakers[parts[0]]}
	rest := parts[2:]
	if _, known := commands[cmd.Kind]; !known {
		cmd.Kind, rest = Play, parts[1:]
	}
	if n := len(rest); n > 0 && rest[n-1][0] == '@' {
		cmd.After, _ = strconv.Atoi(rest[n-1][1:])
		rest = rest[:n-1]
	}
	if read, ok := words[cmd.Kind]; ok {
		read(&cmd, rest)
	}
	return cmd
}

// eventDetails describes the events that have more than a kind.
var eventDetails = map[Kind]func(e Event) string{
	Ended:     func(e Event) string { return strings.TrimSpace(e.Result + " " + string(e.Reason)) },
	Resumed:   func(e Event) string { return e.Color.String() },
	Confirmed: func(e Event) string { return map[bool]string{true: "dead", false: "alive"}[e.Dead] },
	Settled: func(e Event) string {
		return fmt.Sprint(e.Komi, map[bool]string{true: " swapped"}[e.Swap])
	},
}

// do decides and applies a command at a second in the match and describes the outcome.
func do(m *Match, cmd Command, second float64) string {
	said, _ := doWithEvents(m, cmd, second)
	return said
}

// doWithEvents is like do, but also returns the events.
func doWithEvents(m *Match, cmd Command, second float64) (string, []Event) {
	events, err := m.Decide(cmd, noon.Add(time.Duration(second*float64(time.Second))))
	var said []string
	if err != nil {
		said = append(said, err.Error())
	}
	for _, e := range events {
		m.Apply(e)
		said = append(said, string(e.Kind))
		if more, ok := eventDetails[e.Kind]; ok {
			said = append(said, more(e))
		}
	}
	return strings.Join(said, " "), events
}

// queries holds the questions about a match that a script may contain.
var queries = map[string]func(*Match) string{
	"phase?":     func(m *Match) string { return string(m.Phase()) },
	"to move?":   func(m *Match) string { return m.ToMove().String() },
	"all alive?": func(m *Match) string { return fmt.Sprint(m.AllAlive()) },
	"dead?":      func(m *Match) string { return pointNames(m, m.Dead()) },
	"unsure?":    func(m *Match) string { return pointNames(m, m.Unsure()) },
	"score?":     func(m *Match) string { return m.Score().Result().String() },
	"komi?":      func(m *Match) string { return fmt.Sprint(m.Settings().Rules.Komi) },
	"black is?":  func(m *Match) string { return m.Seat(board.Black).Name },
	"weaker?":    func(m *Match) string { return m.Settings().Weaker.String() },
	"ply?":       func(m *Match) string { return fmt.Sprint(m.Game().Ply()) },
	"seq?":       func(m *Match) string { return fmt.Sprint(m.Seq()) },
	"to place?":  func(m *Match) string { return fmt.Sprint(m.ToPlace()) },
	"stones?":    func(m *Match) string { return fmt.Sprint(stones(m, board.Black), " ", stones(m, board.White)) },
	"paid?": func(m *Match) string {
		return fmt.Sprint(m.Game().PassStonesPaid(board.Black), " ", m.Game().PassStonesPaid(board.White))
	},
	"talk?": func(m *Match) string {
		komi, by := m.KomiBid()
		return fmt.Sprint(komi, " by ", by)
	},
	"awaits?": func(m *Match) string {
		return fmt.Sprint(m.Awaits(board.Black), " ", m.Awaits(board.White))
	},
	"agreed?": func(m *Match) string {
		return fmt.Sprint(m.Agreed(board.Black), " ", m.Agreed(board.White))
	},
	"requested?": func(m *Match) string {
		kind, by := m.Requested()
		return strings.TrimSpace(fmt.Sprint(kind, " ", by))
	},
	"stall?": func(m *Match) string {
		s, ok := m.Stall()
		if !ok {
			return "none"
		}
		text := s.By.String() + " since " + s.Since.Sub(noon).String()
		if !s.Claim.IsZero() {
			text += " claims from " + s.Claim.Sub(noon).String()
		}
		if s.Absence > 0 {
			text += " or after " + s.Absence.String()
		}
		return text
	},
	"starts?": func(m *Match) string {
		until, ok := m.Starts()
		if !ok {
			return "none"
		}
		return until.Sub(noon).String()
	},
	"asked?": func(m *Match) string { return m.AskedUndo().String() },
	"confirming?": func(m *Match) string {
		head, kos, ok := m.Confirmation()
		if !ok {
			return "none"
		}
		return strings.TrimSpace(pointNames(m, []board.Point{head}) + " banned " + pointNames(m, kos))
	},
}

// pointNames returns points' names, in the order of the points.
func pointNames(m *Match, points []board.Point) string {
	points = slices.Clone(points)
	slices.Sort(points)
	return strings.Join(m.Game().Graph().Names(points), " ")
}

// stones counts the stones of a colour.
func stones(m *Match, c board.Color) (n int) {
	b := m.Game().Board()
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == c {
			n++
		}
	}
	return n
}

// runScript runs a script line by line. A line is "second: command → outcome", a query and its
// answer, or moves in turn without an arrow, such as "b c3 d4 pass e5". Then it replays the journal
// and compares.
func runScript(t *testing.T, s Settings, fullJournal string) *Match {
	t.Helper()
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMatch()
	journal := []Event{first}
	second := 0.0
	m.Apply(first)
	for i, line := range strings.Split(strings.TrimSpace(fullJournal), "\n") {
		line, want, said := strings.Cut(line, "→")
		second = float64(i)
		if at, rest, timed := strings.Cut(line, ":"); timed {
			d, err := time.ParseDuration(strings.TrimSpace(at))
			if err != nil {
				t.Fatal(err)
			}
			second, line = d.Seconds(), rest
		}
		line, want = strings.TrimSpace(line), strings.TrimSpace(want)
		switch ask, asked := queries[line]; {
		case !said:
			journal = append(journal, inTurn(t, m, line, second)...)
		case asked:
			if got := ask(m); got != want {
				t.Fatalf("%s → %s, want %s", line, got, want)
			}
		default:
			got, events := doWithEvents(m, command(line), second)
			if got != want {
				t.Fatalf("%s → %s, want %s", line, got, want)
			}
			journal = append(journal, events...)
		}
	}
	again, err := Replay(reread(t, journal))
	if err != nil {
		t.Fatal(err)
	}
	if now := noon.Add(time.Duration(second * float64(time.Second))); describe(again, now) != describe(m, now) {
		t.Fatalf("replayed\n%s\noriginal\n%s", describe(again, now), describe(m, now))
	}
	return m
}

// inTurn plays moves in turn that have no consequences.
func inTurn(t *testing.T, m *Match, line string, second float64) (journal []Event) {
	t.Helper()
	moves := strings.Fields(line)
	c := speakers[moves[0]]
	for _, point := range moves[1:] {
		cmd, want := Command{Kind: Play, By: c, Point: point}, "played"
		if point == "pass" {
			cmd, want = Command{Kind: Pass, By: c}, "passed"
		}
		got, events := doWithEvents(m, cmd, second)
		if got != want {
			t.Fatalf("%s: %s %s → %s", line, c, point, got)
		}
		journal = append(journal, events...)
		c = c.Opponent()
	}
	return journal
}

// describe returns all observable properties of a match.
func describe(m *Match, now time.Time) string {
	var all strings.Builder
	for _, ask := range slices.Sorted(maps.Keys(queries)) {
		fmt.Fprintf(&all, "%s %s; ", ask, queries[ask](m))
	}
	deadline, runs := m.Deadline()
	return all.String() + fmt.Sprint(m.Changed(), m.Over(), m.Result(), m.Settings(), m.Swapped(), m.Proposed(), m.Running(),
		deadline, runs, m.Waits(), m.PausedUntil(), m.Away(board.Black), m.Away(board.White), m.HasBid(board.Black), m.HasBid(board.White), m.Clock(board.Black, now), m.Clock(board.White, now),
		m.Game().Board().Hash(), m.Game().Passes(), m.Game().Prisoners(board.Black), m.Game().Prisoners(board.White))
}

// between returns settings for two people.
func between(t failer, boardName, rules, control string) Settings {
	t.Helper()
	s := against(t, boardName, rules, control)
	s.White = bob
	return s
}

// with changes settings.
func with(s Settings, change func(*Settings)) Settings {
	change(&s)
	return s
}

// preset returns a ruleset.
func preset(t failer, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
