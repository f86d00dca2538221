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

// who are the words for those who give commands.
var who = map[string]board.Color{"b": board.Black, "w": board.White, "house": board.Empty}

// colours are the words for what they choose.
var colours = map[string]board.Color{"black": board.Black, "white": board.White}

// words say how what follows a command is read; where none stands, nothing does.
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

func readKomi(cmd *Command, rest []string) {
	komi, err := strconv.ParseFloat(rest[0], 64)
	if err != nil {
		panic(err)
	}
	cmd.Komi = komi
}

// command reads "b c3", "w pass", "b mark c3 d4 dead", "house propose c3 unsure
// e5", "w take black", "b pass for c3" or "flag". A last word such as @7 is the
// event that the sender knew.
func command(line string) Command {
	parts := strings.Fields(line)
	if parts[0] == "flag" {
		return Command{Kind: Flag}
	}
	cmd := Command{Kind: Kind(parts[1]), By: who[parts[0]]}
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

// spoken are the events that say more than their name.
var spoken = map[Kind]func(e Event) string{
	Ended:     func(e Event) string { return strings.TrimSpace(e.Result + " " + string(e.Reason)) },
	Resumed:   func(e Event) string { return e.Color.String() },
	Confirmed: func(e Event) string { return map[bool]string{true: "dead", false: "alive"}[e.Dead] },
	Settled: func(e Event) string {
		return fmt.Sprint(e.Komi, map[bool]string{true: " swapped"}[e.Swap])
	},
}

// do decides and applies one command at that second and writes what came of it.
func do(m *Match, cmd Command, second float64) string {
	said, _ := happen(m, cmd, second)
	return said
}

// happen does as do and returns the events too.
func happen(m *Match, cmd Command, second float64) (string, []Event) {
	events, err := m.Decide(cmd, noon.Add(time.Duration(second*float64(time.Second))))
	if err != nil {
		return err.Error(), nil
	}
	var said []string
	for _, e := range events {
		m.Apply(e)
		said = append(said, string(e.Kind))
		if more, ok := spoken[e.Kind]; ok {
			said = append(said, more(e))
		}
	}
	return strings.Join(said, " "), events
}

// questions are what a story may ask of the match instead of a command.
var questions = map[string]func(*Match) string{
	"phase?":    func(m *Match) string { return string(m.Phase()) },
	"to move?":  func(m *Match) string { return m.ToMove().String() },
	"dead?":     func(m *Match) string { return spelled(m, m.Dead()) },
	"unsure?":   func(m *Match) string { return spelled(m, m.Unsure()) },
	"score?":    func(m *Match) string { return m.Score().Result().String() },
	"komi?":     func(m *Match) string { return fmt.Sprint(m.Settings().Rules.Komi) },
	"black is?": func(m *Match) string { return m.Seat(board.Black).Name },
	"weaker?":   func(m *Match) string { return m.Settings().Weaker.String() },
	"ply?":      func(m *Match) string { return fmt.Sprint(m.Game().Ply()) },
	"seq?":      func(m *Match) string { return fmt.Sprint(m.Seq()) },
	"to place?": func(m *Match) string { return fmt.Sprint(m.ToPlace()) },
	"stones?":   func(m *Match) string { return fmt.Sprint(stones(m, board.Black), " ", stones(m, board.White)) },
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
	"asked?": func(m *Match) string { return m.AskedUndo().String() },
	"trial?": func(m *Match) string {
		head, kos, ok := m.Confirmation()
		if !ok {
			return "none"
		}
		return strings.TrimSpace(spelled(m, []board.Point{head}) + " banned " + spelled(m, kos))
	},
}

// spelled writes the names of points in the order of points.
func spelled(m *Match, points []board.Point) string {
	points = slices.Clone(points)
	slices.Sort(points)
	return strings.Join(m.Game().Graph().Names(points), " ")
}

// stones counts those of a colour on the board.
func stones(m *Match, c board.Color) (n int) {
	b := m.Game().Board()
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == c {
			n++
		}
	}
	return n
}

// tell tells a story line by line. A line is "second: command → what comes of
// it", a question of [questions] and its answer, or moves in turn without an
// arrow, such as "b c3 d4 pass e5". Then the journal of the story is replayed.
func tell(t *testing.T, s Settings, story string) *Match {
	t.Helper()
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m, journal, second := NewMatch(), []Event{first}, 0.0
	m.Apply(first)
	for i, line := range strings.Split(strings.TrimSpace(story), "\n") {
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
		switch ask, asked := questions[line]; {
		case !said:
			journal = append(journal, inTurn(t, m, line, second)...)
		case asked:
			if got := ask(m); got != want {
				t.Fatalf("%s → %s, want %s", line, got, want)
			}
		default:
			got, events := happen(m, command(line), second)
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
	if now := noon.Add(time.Duration(second * float64(time.Second))); told(again, now) != told(m, now) {
		t.Fatalf("replayed\n%s\ntold\n%s", told(again, now), told(m, now))
	}
	return m
}

// inTurn plays moves that nothing follows from.
func inTurn(t *testing.T, m *Match, line string, second float64) (journal []Event) {
	t.Helper()
	moves := strings.Fields(line)
	c := who[moves[0]]
	for _, point := range moves[1:] {
		cmd, want := Command{Kind: Play, By: c, Point: point}, "played"
		if point == "pass" {
			cmd, want = Command{Kind: Pass, By: c}, "passed"
		}
		got, events := happen(m, cmd, second)
		if got != want {
			t.Fatalf("%s: %s %s → %s", line, c, point, got)
		}
		journal = append(journal, events...)
		c = c.Opponent()
	}
	return journal
}

// told is everything that can be seen of a match.
func told(m *Match, now time.Time) string {
	var all strings.Builder
	for _, ask := range slices.Sorted(maps.Keys(questions)) {
		fmt.Fprintf(&all, "%s %s; ", ask, questions[ask](m))
	}
	deadline, runs := m.Deadline()
	return all.String() + fmt.Sprint(m.Changed(), m.Over(), m.Result(), m.Settings(), m.Swapped(), m.Proposed(), m.Running(),
		deadline, runs, m.HasBid(board.Black), m.HasBid(board.White), m.Clock(board.Black, now), m.Clock(board.White, now),
		m.Game().Board().Hash(), m.Game().Passes(), m.Game().Prisoners(board.Black), m.Game().Prisoners(board.White))
}

// between are the settings of two people.
func between(t failer, boardName, rules, control string) Settings {
	t.Helper()
	s := against(t, boardName, rules, control)
	s.White = Seat{Name: "Bob", Key: strings.Repeat("cd", 32)}
	return s
}

// with changes the settings of a story.
func with(s Settings, change func(*Settings)) Settings {
	change(&s)
	return s
}

// preset is the ruleset of that name.
func preset(t failer, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
