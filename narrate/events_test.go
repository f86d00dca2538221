package narrate

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// at is the time of all events.
var at = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// opened returns a match between Ann, who has Black at the opening, and Ben.
func opened(t *testing.T, s play.Settings, preset string) *play.Match {
	t.Helper()
	rules, err := game.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	s.Rules = rules
	if s.Board == "" {
		s.Board = "square-3"
	}
	s.Black = play.Seat{Kind: play.SeatGuest, ID: "00000000000000000000000000000001", Name: "Ann"}
	s.White = play.Seat{Kind: play.SeatGuest, ID: "00000000000000000000000000000002", Name: "Ben"}
	e, err := play.Open(s, at)
	if err != nil {
		t.Fatal(err)
	}
	m := play.NewMatch()
	m.Apply(e)
	return m
}

// done decides and applies a command and returns the messages for its events.
func done(t *testing.T, m *play.Match, cmd play.Command) []Message {
	t.Helper()
	before := StateOf(m)
	events, err := m.Decide(cmd, at)
	if err != nil {
		t.Fatalf("%+v: %v", cmd, err)
	}
	for _, e := range events {
		m.Apply(e)
	}
	return Events(before, m, events)
}

// texts returns messages in English for a viewer. A + marks lasting ones.
func texts(messages []Message, seat string) string {
	var lines []string
	for _, m := range messages {
		text := Text("en", m, Viewer{Seat: seat, Names: map[string]string{"b": "Ann", "w": "Ben"}})
		if m.Lasting {
			text = "+" + text
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, " ")
}

// plays returns commands that play stones or pass in turn.
func plays(points string) (all []play.Command) {
	by := board.Black
	for point := range strings.FieldsSeq(points) {
		cmd := play.Command{Kind: play.Play, By: by, Point: point}
		if point == "pass" {
			cmd = play.Command{Kind: play.Pass, By: by}
		}
		if point != "-" {
			all = append(all, cmd)
		}
		by = by.Opponent()
	}
	return all
}

func TestEveryEventIsToldToItsPlayerAndToOthers(t *testing.T) {
	const b, w = board.Black, board.White
	secret := play.Settings{KomiBy: play.KomiSecret}
	for _, test := range []struct {
		name, rules       string
		settings          play.Settings
		before            []play.Command
		do                play.Command
		ann, ben, watcher string // Ben's and the spectator's are Ann's if empty
	}{
		{
			"offer", "chinese",
			play.Settings{KomiBy: play.KomiDivide},
			nil,
			play.Command{Kind: play.Offer, By: b, Komi: 7},
			"You offer komi 7.", "Ann offers komi 7.", "Ann offers komi 7.",
		},
		{
			"take", "chinese",
			play.Settings{KomiBy: play.KomiDivide},
			[]play.Command{{Kind: play.Offer, By: b, Komi: 7}},
			play.Command{Kind: play.Take, By: w, Side: b},
			"Ben chooses Black. +Ben plays Black. Komi is 7.", "You choose Black. +You play Black. Komi is 7.", "Ben chooses Black. +Ben plays Black. Komi is 7.",
		},
		{
			"bid", "chinese",
			play.Settings{KomiBy: play.KomiOpen},
			nil,
			play.Command{Kind: play.Bid, By: b, Komi: -2},
			"You bid −2.", "Ann bids −2.", "Ann bids −2.",
		},
		{
			"yield", "chinese",
			play.Settings{KomiBy: play.KomiOpen},
			[]play.Command{{Kind: play.Bid, By: b, Komi: 4}, {Kind: play.Bid, By: w, Komi: 5}},
			play.Command{Kind: play.Yield, By: b},
			"You accept the bid. +Ben plays Black. Komi is 5.", "Ann accepts the bid. +You play Black. Komi is 5.", "Ann accepts the bid. +Ben plays Black. Komi is 5.",
		},
		{
			"sealed bid", "chinese", secret, nil,
			play.Command{Kind: play.Bid, By: w, Komi: 5},
			"Ben has made a sealed bid.", "You have made a sealed bid.", "Ben has made a sealed bid.",
		},
		{
			"opened bids", "chinese", secret,
			[]play.Command{{Kind: play.Bid, By: w, Komi: 5}},
			play.Command{Kind: play.Bid, By: b, Komi: 4},
			"You have made a sealed bid. +Ben bid 5. +You bid 4. +Ben plays Black. Komi is 5.",
			"Ann has made a sealed bid. +You bid 5. +Ann bid 4. +You play Black. Komi is 5.",
			"Ann has made a sealed bid. +Ben bid 5. +Ann bid 4. +Ben plays Black. Komi is 5.",
		},
		{
			"equal bids", "chinese", secret,
			[]play.Command{{Kind: play.Bid, By: w, Komi: 5}},
			play.Command{Kind: play.Bid, By: b, Komi: 5},
			"You have made a sealed bid. +You bid 5. +Ben bid 5. +The bids are equal, so the colours are chosen at random. +You play Black. Komi is 5.",
			"Ann has made a sealed bid. +Ann bid 5. +You bid 5. +The bids are equal, so the colours are chosen at random. +Ann plays Black. Komi is 5.",
			"Ann has made a sealed bid. +Ann bid 5. +Ben bid 5. +The bids are equal, so the colours are chosen at random. +Ann plays Black. Komi is 5.",
		},
		{
			"handicap stone", "chinese",
			play.Settings{Handicap: 2},
			nil,
			play.Command{Kind: play.Place, By: b, Point: "B2"},
			"Black B2", "", "",
		},
		{"stone", "chinese", play.Settings{}, plays("B2"), plays("- A1")[0], "White A1", "", ""},
		{"pass", "chinese", play.Settings{}, nil, plays("pass")[0], "Black passes", "", ""},
		{
			"pass that takes the button", "aga-button",
			play.Settings{},
			nil,
			plays("pass")[0],
			"Black passes +You take the button (½ point).", "Black passes +Ann takes the button (½ point).", "Black passes +Ann takes the button (½ point).",
		},
		{"later pass", "aga-button", play.Settings{}, plays("pass B2"), plays("pass")[0], "Black passes", "", ""},
		{"capture", "chinese", play.Settings{}, plays("A2 A1"), plays("B1")[0], "Black B1 takes 1 stone", "", ""},
		{
			"suicide", "new-zealand",
			play.Settings{},
			plays("A1 B2 pass A2 pass C1"), plays("B1")[0],
			"Black B1: suicide, 2 stones removed", "", "",
		},
		{
			"stop", "chinese",
			play.Settings{},
			plays("pass"), plays("- pass")[0],
			"White passes +Both passed. Time to agree on the dead stones.", "", "",
		},
		{
			"stop by a second pass from a position", "chinese",
			play.Settings{Board: "square-3x1"},
			plays("A1 pass B1 C1 B1 pass A1 C1 B1"), plays("- pass")[0],
			"White passes +That was the second pass from the same position, so play stops.", "", "",
		},
		{
			"proposal of nothing", "chinese",
			play.Settings{},
			plays("pass pass"),
			play.Command{Kind: play.Propose},
			"+No group looks dead.", "", "",
		},
		{
			"proposal", "chinese",
			play.Settings{},
			plays("B2 A1 pass C3 pass pass"),
			play.Command{Kind: play.Propose, Points: []string{"C3", "A1"}, Unsure: []string{"B2"}},
			"+Probably dead: the groups at C3, A1. +Not sure about the group at B2.", "", "",
		},
		{
			"mark", "chinese",
			play.Settings{},
			plays("B2 pass pass"),
			play.Command{Kind: play.Mark, By: b, Points: []string{"B2"}, Dead: true},
			"+You mark B2 as dead.", "+Ann marks B2 as dead.", "+Ann marks B2 as dead.",
		},
		{
			"mark after the opponent has accepted", "chinese",
			play.Settings{},
			append(plays("B2 pass pass"), play.Command{Kind: play.Agree, By: b}),
			play.Command{Kind: play.Mark, By: w, Points: []string{"B2"}, Dead: true},
			"+Ben marks B2 as dead. +Please accept again.", "+You mark B2 as dead. +Ann needs to accept again.", "+Ben marks B2 as dead. +Ann needs to accept again.",
		},
		{
			"agreement", "chinese",
			play.Settings{},
			plays("B2 pass pass"),
			play.Command{Kind: play.Agree, By: b},
			"You accept.", "Ann accepts.", "Ann accepts.",
		},
		{
			"score", "chinese",
			play.Settings{},
			append(plays("B2 pass pass"), play.Command{Kind: play.Agree, By: w}),
			play.Command{Kind: play.Agree, By: b},
			"You accept. You win by 1.5 points.", "Ann accepts. Black wins by 1.5 points.", "Ann accepts. Black wins by 1.5 points.",
		},
		{
			"dispute", "chinese",
			play.Settings{},
			plays("B2 pass pass"),
			play.Command{Kind: play.Dispute, By: b},
			"+You disagree. +Play resumes. Ben to play.", "+Ann disagrees. +Play resumes. Your turn.", "+Ann disagrees. +Play resumes. Ben to play.",
		},
		{
			"every stone alive after four passes", "aga",
			play.Settings{},
			append(plays("B2 pass pass"), play.Command{Kind: play.Dispute, By: b}, play.Command{Kind: play.Pass, By: w}),
			play.Command{Kind: play.Pass, By: b},
			"Black passes +The players did not agree on the dead stones, so every stone on the board counts as alive. You win by 1.5 points.",
			"Black passes +The players did not agree on the dead stones, so every stone on the board counts as alive. Black wins by 1.5 points.",
			"Black passes +The players did not agree on the dead stones, so every stone on the board counts as alive. Black wins by 1.5 points.",
		},
		{
			"mover", "new-zealand",
			play.Settings{},
			append(plays("B2 pass pass"), play.Command{Kind: play.Dispute, By: b}),
			play.Command{Kind: play.ChooseMover, By: w, Side: b},
			"+Ben wants Black to play next.", "+You want Black to play next.", "+Ben wants Black to play next.",
		},
		{
			"confirmation", "japanese-1989",
			play.Settings{},
			plays("B2 A1 pass pass"),
			play.Command{Kind: play.Confirm, By: b, Point: "A1"},
			"The chain at A1 is played out on a trial board.", "", "",
		},
		{
			"confirmed", "japanese-1989",
			play.Settings{},
			append(plays("B2 A1 pass pass"), play.Command{Kind: play.Confirm, By: b, Point: "A1"}, play.Command{Kind: play.Pass, By: b}),
			play.Command{Kind: play.Pass, By: w},
			"White passes +Played out: the chain at A1 is alive.", "", "",
		},
		{
			"void", "japanese-1989",
			play.Settings{},
			plays("B2 pass pass"),
			play.Command{Kind: play.Void, By: w},
			"+Ben proposes that both players lose.", "+You propose that both players lose.", "+Ben proposes that both players lose.",
		},
		{
			"both lose", "japanese-1989",
			play.Settings{},
			append(plays("B2 pass pass"), play.Command{Kind: play.Void, By: w}),
			play.Command{Kind: play.Void, By: b},
			"+You propose that both players lose. Both players lose.", "+Ann proposes that both players lose. Both players lose.",
			"+Ann proposes that both players lose. Both players lose.",
		},
		{
			"resignation", "chinese",
			play.Settings{},
			nil,
			play.Command{Kind: play.Resign, By: w},
			"Ben resigns. You win by resignation.", "You resign. Black wins by resignation.", "Ben resigns. Black wins by resignation.",
		},
		{
			"undo asked for", "chinese",
			play.Settings{},
			plays("B2"),
			play.Command{Kind: play.Undo, By: b},
			"+You ask to undo a move.", "+Ann asks to undo a move.", "+Ann asks to undo a move.",
		},
		{
			"move on which an undo lapses", "chinese",
			play.Settings{},
			append(plays("B2"), play.Command{Kind: play.Undo, By: b}),
			plays("- A1")[0],
			"White A1 +The request has lapsed.", "", "",
		},
		{
			"undo declined", "chinese",
			play.Settings{},
			append(plays("B2"), play.Command{Kind: play.Undo, By: b}),
			play.Command{Kind: play.Refuse, By: w},
			"+Ben declines the undo.", "+You decline the undo.", "+Ben declines the undo.",
		},
		{
			"undo of the first move", "chinese",
			play.Settings{},
			append(plays("B2"), play.Command{Kind: play.Undo, By: b}),
			play.Command{Kind: play.Grant, By: w},
			"+Undone. The game is back at the start.", "", "",
		},
		{
			"undo", "chinese",
			play.Settings{},
			append(plays("B2 A1"), play.Command{Kind: play.Undo, By: w}),
			play.Command{Kind: play.Grant, By: b},
			"+Undone. The game is back at move 1.", "", "",
		},
	} {
		m := opened(t, test.settings, test.rules)
		for _, cmd := range test.before {
			done(t, m, cmd)
		}
		messages := sent(t, done(t, m, test.do))
		for seat, want := range map[string]string{"b": test.ann, "w": test.ben, "": test.watcher, "bw": test.watcher} {
			if want == "" {
				want = test.ann
			}
			if got := texts(messages, seat); got != want {
				t.Errorf("%s, to %q: %s\nwant %s", test.name, seat, got, want)
			}
		}
	}
}

// sent returns messages as a client receives them: through JSON.
func sent(t *testing.T, messages []Message) (got []Message) {
	t.Helper()
	data, err := json.Marshal(messages)
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAMoveThatDoesTwoThingsIsToldInTwoMessages(t *testing.T) {
	for _, test := range []struct {
		move Move
		want string
	}{
		{Move{Color: board.Black, Point: "E5", Rosette: true}, "Black E5: a rosette"},
		{Move{Color: board.White, Point: "E5", Rosette: true, Captured: 2}, "White E5 takes 2 stones Rosette! White’s chain can never be captured."},
		{Move{Color: board.White, Point: "E5", Forbidden: "ko"}, "White E5: not allowed, ko"},
	} {
		if got := texts(test.move.Messages(), ""); got != test.want {
			t.Errorf("%+v: %s, want %s", test.move, got, test.want)
		}
	}
}

func TestTheSixthStoneOfARosetteIsTold(t *testing.T) {
	m := opened(t, play.Settings{Board: "rosette-2"}, "mindsports-chinese")
	g := m.Game().Graph()
	ring := g.Names(g.Rosettes()[0])
	var last []Message
	for _, point := range ring {
		last = done(t, m, play.Command{Kind: play.Play, By: board.Black, Point: point})
		if point != ring[len(ring)-1] {
			done(t, m, play.Command{Kind: play.Pass, By: board.White})
		}
	}
	if want := "Black " + ring[5] + ": a rosette"; texts(last, "") != want {
		t.Errorf("%s, want %s", texts(last, ""), want)
	}
}
