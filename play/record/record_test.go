package record_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/record"
)

var (
	noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	ann  = play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "Ann", Rank: "3k"}
	bob  = play.Seat{Kind: play.SeatUser, ID: "bob", Name: `Bob [x]\`}
)

// A failer is the part of testing.T and rapid.T used by helpers.
type failer interface {
	Helper()
	Fatal(...any)
}

// settings returns settings for a match on a board with a clock.
func settings(t failer, boardName, preset, control string) play.Settings {
	t.Helper()
	rules, err := game.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return play.Settings{Board: boardName, Rules: rules, Clock: c, Black: ann, White: bob}
}

// A player plays a match by commands at given times.
type player struct {
	failer
	m   *play.Match
	now time.Time
}

func open(t failer, s play.Settings) *player {
	t.Helper()
	opened, err := play.Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{failer: t, m: play.NewMatch(), now: noon}
	p.m.Apply(opened)
	return p
}

// do sends a command after some time, and reports whether it was accepted.
func (p *player) do(after time.Duration, cmd play.Command) bool {
	p.now = p.now.Add(after)
	events, err := p.m.Decide(cmd, p.now)
	for _, e := range events {
		p.m.Apply(e)
	}
	return err == nil && len(events) > 0
}

// must sends commands such as "10s B C3", "2s W pass" and "1s B resign".
func (p *player) must(commands ...string) {
	p.Helper()
	for _, text := range commands {
		word := strings.Fields(text)
		d, err := time.ParseDuration(word[0])
		if err != nil {
			p.Fatal(err)
		}
		cmd := play.Command{By: map[string]board.Color{"B": board.Black, "W": board.White, "-": board.Empty}[word[1]]}
		switch cmd.Kind = play.Kind(word[2]); cmd.Kind {
		case play.Pass, play.Resign, play.Agree, play.Undo, play.Grant, play.Flag, play.AddTime, play.Claim, play.Aid, play.Void:
		default:
			cmd.Kind, cmd.Point = play.Play, word[2]
		}
		if !p.do(d, cmd) {
			p.Fatal("refused: " + text)
		}
	}
}

// recordOf returns the match as a record.
func recordOf(t failer, m *play.Match, o record.Options) *sgf.Node {
	t.Helper()
	root, ok, err := record.Of(m, o)
	if err != nil || !ok {
		t.Fatal("no record", err)
	}
	return root
}

// read parses a record without warnings.
func read(t failer, text string) *sgf.Node {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil || len(c.Trees) != 1 {
		t.Fatal(text, err)
	}
	if worst, found := sgf.Worst(sgf.Check(c)); found {
		t.Fatal(worst.Error() + " in " + text)
	}
	return c.Trees[0]
}

func TestAMatchIsACompleteRecord(t *testing.T) {
	for _, c := range []struct {
		board, rules, clock string
		handicap            int
		commands            []string
		want                string // the end of the record
	}{
		{
			"square-9", "japanese", "10m+3x30s", 0,
			[]string{"90s B C3", "20.5s W G7", "525s B G3", "10m W C7", "31s B E5", "2s W resign"},
			`TM[600]OT[3x30 byo-yomi]RE[B+R];B[cg]BL[510];W[gc]WL[579.5];B[gg]BL[15]OB[3];W[cc]WL[9.5]OW[3];B[ee]BL[29]OB[2])`,
		},
		{
			"square-9", "chinese", "1m+5s^2m", 0,
			[]string{"10s B C3", "20s W G7", "70s - flag"},
			`TM[60]OT[5 fischer, up to 120]RE[W+T];B[cg]BL[55];W[gc]WL[45])`,
		},
		{
			"square-9", "aga", "10s+3/30s", 0,
			[]string{"10s B C3", "5s W G7", "10s B G3", "11s W C7", "1s B E5", "1s W D5", "1s B pass"},
			`TM[10]OT[3/30 Canadian];B[cg]BL[30]OB[2];W[gc]WL[5];B[gg]BL[20]OB[1];W[cc]WL[24]OW[2];B[ee]BL[30]OB[3];W[de]WL[23]OW[1];B[]BL[29]OB[2])`,
		},
		{
			"square-9", "japanese", "20s/move", 2,
			[]string{"5s W F4", "6s B E5"},
			`TM[0]OT[20 simple];W[ff]WL[15];B[ee]BL[14])`,
		},
		{
			"square-9", "japanese", "3d/move-weekends", 0,
			[]string{"11h B C3", "13h W G7", "72h B G3"},
			`TM[0]OT[3 days per move, not on weekends];B[cg]BL[219600];W[gc]WL[255600];B[gg]BL[129600])`,
		},
		{
			"square-9", "japanese", "none", 0,
			[]string{"5s B C3", "1s W aid", "1s B grant", "1s W pass", "1s B pass", "1s W agree", "1s B agree"},
			`GC[After move 1 the players agreed that both may use estimates and hints by the computer.]RE[B+73.5];B[cg];W[];B[])`,
		},
	} {
		s := settings(t, c.board, c.rules, c.clock)
		s.Handicap = c.handicap
		p := open(t, s)
		p.must(c.commands...)
		text := recordOf(t, p.m, record.Options{}).String()
		if !strings.HasSuffix(strings.ReplaceAll(text, "\n", ""), c.want) {
			t.Errorf("%s: %s\nwant …%s", c.clock, text, c.want)
		}
		read(t, text)
	}
}

func TestARecordHasDatesPlayersPlaceAndName(t *testing.T) {
	p := open(t, settings(t, "square-9", "japanese", "none"))
	empty := recordOf(t, p.m, record.Options{})
	if dt := empty.Raw("DT"); dt != "2026-11-27" {
		t.Errorf("a match without a move is of %s", dt)
	}
	p.must("13h B C3", "24h W G7", "1s B G3", "144h W C7", "888h B E5", "1s B undo")
	p.must("0s W grant")
	o := record.Options{
		Version: "1.2", Place: "https://go.example.org/games/x", Location: time.FixedZone("", -5*3600),
		Seats: &play.Settings{Black: play.Seat{Name: "ANN", Rank: "3k?"}, White: play.Seat{Name: `BOB [X]\`}},
	}
	root := recordOf(t, p.m, o)
	for id, want := range map[string]string{
		"AP": "Rosette:1.2", "PC": o.Place, "GN": `ANN – BOB [X\]\\, 2026-11-27`, "PB": "ANN", "BR": "3k?", "PW": `BOB [X\]\\`, "WR": "",
		"DT": "2026-11-27,28,12-04", "KM": "6.5", "RE": "", "TM": "", "OT": "",
	} {
		if got := root.Raw(id); got != want {
			t.Errorf("%s[%s], want %s", id, got, want)
		}
	}
	read(t, root.String())
}

func TestTimeThatTheOpponentAddedIsInTheRecord(t *testing.T) {
	for control, want := range map[string]string{
		"10s+3x5s": ";B[cg]BL[9];W[gc]WL[9];B[gg]BL[19]OB[2])", // of 15 s added, 14 are left, and a whole period
		"5s/move":  ";B[cg]BL[4];W[gc]WL[4];B[gg]BL[19])",
	} {
		p := open(t, settings(t, "square-9", "japanese", control))
		p.must("1s B C3", "1s W G7")
		if strings.Contains(control, "x") {
			p.now = p.now.Add(17 * time.Second)
		}
		p.must("0s W add-time", "1s B G3")
		text := strings.ReplaceAll(recordOf(t, p.m, record.Options{}).String(), "\n", "")
		if !strings.HasSuffix(text, want) {
			t.Errorf("%s: %s, want …%s", control, text, want)
		}
	}
}

// controls has time controls of all kinds.
var controls = []string{
	"none", "30s", "20s+2s^25s", "20s+1.5s", "10s+3x5s", "0s+2x4.25s", "10s+3/12s", "9s/move", "24h/move", "3d/move", "1d/move-weekends",
}

// anyMatch plays a match by arbitrary commands. clocks has the players' clocks after each move, by
// the number of moves then.
func anyMatch(t *rapid.T) (p *player, clocks map[int]clock.Remaining) {
	s := settings(t,
		rapid.SampledFrom([]string{"rosette-1", "rosette-2", "square-5", "square-4x3", "square-9"}).Draw(t, "board"),
		rapid.SampledFrom(game.Presets()).Draw(t, "rules"), rapid.SampledFrom(controls).Draw(t, "clock"))
	if s.Rules.Handicap != game.HandicapNone && rapid.Bool().Draw(t, "gives") && s.Board == "square-9" {
		s.Handicap = rapid.IntRange(1, 3).Draw(t, "handicap")
	}
	p, clocks = open(t, s), map[int]clock.Remaining{}
	wait := time.Duration(rapid.IntRange(1, 20_000_000).Draw(t, "longest wait, µs")) * time.Microsecond
	for range rapid.IntRange(0, 60).Draw(t, "commands") {
		if p.m.Over() {
			break
		}
		by := p.m.ToMove()
		if by == board.Empty {
			by = rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "by")
		}
		kinds := []play.Kind{play.Play, play.Play, play.Play, play.Play, play.Play, play.Play, play.Pass, play.Undo, play.Grant, play.Agree, play.Dispute}
		if p.m.Phase() == play.PhaseHandicap {
			kinds = []play.Kind{play.Place}
		}
		cmd := play.Command{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), By: by, Side: by}
		if cmd.Kind == play.Grant {
			cmd.By = by.Opponent()
		}
		if cmd.Kind == play.Play || cmd.Kind == play.Place {
			g := p.m.Game().Graph()
			cmd.Point = g.PointName(board.Point(rapid.IntRange(0, g.Points()-1).Draw(t, "point")))
		}
		before, running := 0, p.m.Phase() == play.PhasePlay
		if p.m.Begun() {
			before = p.m.Moves()
		}
		done := p.do(time.Duration(rapid.Int64Range(0, int64(wait)).Draw(t, "wait")), cmd)
		moved := done && running && (cmd.Kind == play.Play || cmd.Kind == play.Pass) && p.m.Phase() == play.PhasePlay
		if moved && p.m.Moves() == before+1 {
			clocks[before] = p.m.Clock(by, p.now)
		} else {
			delete(clocks, before) // an agreement or a pass that ended play has stopped the clocks
		}
	}
	return p, clocks
}

// A record that is written, read and replayed is the same game with the same clock, names and
// result.
func TestARecordIsReadAsTheMatchThatItIsOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, clocks := anyMatch(t)
		m := p.m
		if !m.Begun() {
			return
		}
		control := m.OriginalSettings().Clock
		root := read(t, recordOf(t, m, record.Options{Version: "1"}).String())
		line, err := sgf.MainLine(root, -1)
		if err != nil {
			t.Fatal(err)
		}
		got, want := line.Game, m.GameAt(m.Moves())
		if got.Board().Hash() != want.Board().Hash() || got.Ply() != want.Ply() || got.Rules() != want.Rules() || got.Score().Margin() != want.Score().Margin() {
			t.Fatal("another game", root)
		}
		if back, ok := record.Control(root); !ok || back.String() != control.String() {
			t.Fatal("the clock is", back, ok, "want", control)
		}
		if sgf.SimpleText(root.Raw("PB")) != m.Seat(board.Black).Name || sgf.SimpleText(root.Raw("PW")) != m.Seat(board.White).Name {
			t.Fatal("other players", root)
		}
		if r, ok := root.Result(); ok != m.Over() || ok && r.String() != m.Result().String() {
			t.Fatal("the result is", r, ok, "want", m.Result())
		}
		for ply, n := 0, root; len(n.Children) > 0; ply++ {
			n = n.Children[0]
			after, timed := clocks[ply]
			if timed && control.Timed() {
				checkTime(t, n, got.Move(ply).Color, after)
			}
		}
	})
}

// checkTime compares the time in a node with the clock after the move, to the millisecond.
func checkTime(t failer, n *sgf.Node, c board.Color, want clock.Remaining) {
	got, ok := record.TimeLeft(n, c, want.Control)
	want.Main, want.Period = want.Main.Truncate(time.Millisecond), want.Period.Truncate(time.Millisecond)
	if !ok || got != want {
		t.Fatal("after", n, "the clock is", got, ok, "want", want)
	}
}

func TestTimeControlsOfOtherServersAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"TM[1800]OT[5x30 byo-yomi]":        "30m+5x30s", // KGS, OGS
		"TM[600]OT[25/300 Canadian]":       "10m+25/5m", // KGS
		"TM[3600]OT[15/600 canadian]":      "1h+15/10m", // OGS
		"TM[259200]OT[86400 fischer]":      "72h+24h",   // OGS
		"TM[0]OT[15 simple]":               "15s/move",  // OGS
		"TM[0]OT[0 none]":                  "none",      // OGS
		"TM[600]":                          "10m",
		"":                                 "none",
		"TM[600]OT[3x30 byo-yomi]":         "10m+3x30s", // Tygem, as Rosette converts it
		"TM[90.5]OT[1 fischer, up to 100]": "1m30.5s+1s^1m40s",
		"TM[1h]":                           "",
		"TM[60]OT[as in Japan]":            "",
		"TM[60]OT[0x30 byo-yomi]":          "",
		"TM[-1]":                           "",
	} {
		c, err := sgf.Parse(strings.NewReader("(;"+text+")"), sgf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		control, ok := record.Control(c.Trees[0])
		if ok != (want != "") || ok && control.String() != want {
			t.Errorf("%s is %v, %t; want %s", text, control, ok, want)
		}
	}
}

func TestAMatchWithoutAGameHasNoRecord(t *testing.T) {
	s := settings(t, "square-9", "flower", "10m")
	s.KomiBy = play.KomiSecret
	if _, ok, err := record.Of(open(t, s).m, record.Options{}); ok || err != nil {
		t.Error("it has one", err)
	}
}
