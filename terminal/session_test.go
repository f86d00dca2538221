package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/computer"
)

// A scripted computer plays these moves in order, then passes.
type scripted struct {
	moves []string
	dead  []string // stones that it considers dead
	price float64
	err   error
}

func (c *scripted) Choose(_ context.Context, g *game.Game, _ board.Color, _ clock.Remaining) (computer.Choice, error) {
	if len(c.moves) == 0 || c.err != nil {
		return computer.Choice{Point: board.Pass}, c.err
	}
	name := c.moves[0]
	c.moves = c.moves[1:]
	if name == "resign" {
		return computer.Choice{Resign: true}, nil
	}
	p, err := g.Graph().Point(name)
	return computer.Choice{Point: p}, err
}

func (c *scripted) Judge(_ context.Context, g *game.Game) (computer.DeadStones, error) {
	var v computer.DeadStones
	for _, name := range c.dead {
		p, err := g.Graph().Point(name)
		if err != nil {
			return v, err
		}
		v.Dead = append(v.Dead, p)
	}
	return v, c.err
}

func (c *scripted) Price(context.Context, *game.Game) (float64, error) { return c.price, c.err }

// rulesNamed returns a preset's rules.
func rulesNamed(t *testing.T, preset string) game.Rules {
	t.Helper()
	rules, err := game.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// opened returns a session for an opening, by default with Black on square-3 under Chinese rules,
// and its output.
func opened(t *testing.T, o Opening, computer Computer) (*Session, *strings.Builder) {
	t.Helper()
	if o.Rules == (game.Rules{}) {
		o.Rules = rulesNamed(t, "chinese")
	}
	if o.Board == "" {
		o.Board = "square-3"
	}
	if o.Level == "" {
		o.Level, o.Opponent = "full", "Rosa"
	}
	if o.Color == board.Empty {
		o.Color = board.Black
	}
	s, err := New(o, computer)
	if err != nil {
		t.Fatal(err)
	}
	out := &strings.Builder{}
	s.Out = out
	return s, out
}

// typed returns lines, given separated by commas, as typed by a person.
func typed(lines string) <-chan string {
	all := make(chan string, 100)
	for line := range strings.SplitSeq(lines, ",") {
		all <- line
	}
	close(all)
	return all
}

// played returns a session's output while a person types these lines.
func played(t *testing.T, o Opening, computer Computer, lines string) (*Session, string) {
	t.Helper()
	s, out := opened(t, o, computer)
	if err := s.Play(t.Context(), typed(lines)); err != nil {
		t.Fatal(err)
	}
	return s, out.String()
}

// stoneAt returns the colour of the stone at a point.
func stoneAt(t *testing.T, s *Session, name string) board.Color {
	t.Helper()
	p, err := s.match.Game().Graph().Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return s.match.Game().Board().At(p)
}

// inOrder reports the first part that does not follow the ones before it.
func inOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, part := range parts {
		var ok bool
		if _, rest, ok = strings.Cut(rest, part); !ok {
			t.Fatalf("%q is not where it should be in\n%s", part, text)
		}
	}
}

func TestAGameAgainstTheComputerRunsToItsResult(t *testing.T) {
	computer := &scripted{moves: []string{"A1"}, dead: []string{"A1"}}
	s, out := played(t, Opening{}, computer, "b2,pass,agree")
	inOrder(t, out, "You play Black. 3×3 board.\nRules: Chinese. Komi: 7.5.\nType help for the commands.\n",
		"Black> White A1\n", "Black> White passes\nBoth passed. Time to agree on the dead stones.\nProbably dead: the group at A1.\nRosa accepts.\n", "( ) dead\n",
		"Which groups are dead? Type: dead POINT, alive POINT, agree or dispute\n",
		"           Black  White\nStones         1      0\nTerritory      8      0\nKomi           0    7.5\nTotal          9    7.5\n",
		"Marked dead: A1.\nYou win by 1.5 points.\n")
	if !s.match.Over() {
		t.Error("the match is not over")
	}
}

func TestAGameEndsWhenTheComputerResigns(t *testing.T) {
	_, out := played(t, Opening{}, &scripted{moves: []string{"resign"}}, "b2")
	inOrder(t, out, "Rosa resigns.\n", "You win by resignation.\n")
	if strings.Contains(out, "Total") {
		t.Error("a score is printed")
	}
}

func TestAPersonMayLeaveBeforeTheEnd(t *testing.T) {
	for _, lines := range []string{"b2,quit", "b2"} {
		if _, out := played(t, Opening{}, &scripted{}, lines); !strings.HasSuffix(out, "You left the game at move 2. Goodbye.\n") {
			t.Errorf("after %q: %s", lines, out)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s, out := opened(t, Opening{}, &scripted{})
	if err := s.Play(ctx, make(chan string)); err != nil || !strings.HasSuffix(out.String(), "You left the game at move 0. Goodbye.\n") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestAnErrorOfTheComputerEndsTheSession(t *testing.T) {
	wrong := errors.New("no evaluator")
	s, _ := opened(t, Opening{Color: board.White}, &scripted{err: wrong})
	if err := s.Play(t.Context(), typed("b2")); !errors.Is(err, wrong) || !strings.HasPrefix(err.Error(), "the computer cannot continue: ") {
		t.Error(err)
	}
	s, _ = opened(t, Opening{TwoPeople: true}, &scripted{err: wrong})
	if err := s.Play(t.Context(), typed("pass,pass")); !errors.Is(err, wrong) {
		t.Error(err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAnErrorOfWritingEndsTheSession(t *testing.T) {
	s, _ := opened(t, Opening{}, &scripted{})
	s.Out = brokenWriter{}
	if err := s.Play(t.Context(), make(chan string)); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func TestAnOpeningThatContradictsItselfIsRefused(t *testing.T) {
	o := Opening{Board: "square-3", Rules: rulesNamed(t, "chinese"), Color: board.Black, Level: "full", KomiBy: "dice"}
	if _, err := New(o, nil); err == nil || !strings.HasPrefix(err.Error(), `komi by "dice"`) {
		t.Error(err)
	}
}

func TestAnOpeningGivesThePersonTheirSeat(t *testing.T) {
	flower := rulesNamed(t, "flower")
	s := Opening{Board: "square-3", Rules: flower, Color: board.White, Level: "3", Opponent: "Level 3", Handicap: 2}.settings()
	if s.White.Name != "You" || s.White.Kind != play.SeatGuest || s.Black.Name != "Level 3" || s.Black.Actor() != "bot/3" {
		t.Errorf("%+v", s)
	}
	if s.Weaker != board.White || s.Handicap != 2 {
		t.Errorf("the handicap of flower rules is the person's: %+v", s)
	}
	s = Opening{Board: "square-3", Rules: rulesNamed(t, "chinese"), Color: board.White, Handicap: 2, TwoPeople: true}.settings()
	if s.Black.Actor() != s.White.Actor() || s.Black.Name != "Black" || s.White.Name != "White" || s.Weaker != board.Empty {
		t.Errorf("%+v", s)
	}
}

func TestTheTurnChangesWhenTwoPeoplePlay(t *testing.T) {
	s, _ := opened(t, Opening{Rules: rulesNamed(t, "japanese-1989"), TwoPeople: true}, &scripted{})
	var turns []string
	for _, line := range []string{"b2", "a1", "pass", "pass", "void", "void"} {
		if err := s.bot.Act(t.Context()); err != nil {
			t.Fatal(err)
		}
		turns = append(turns, s.person().String())
		if err := s.execute(line); err != nil {
			t.Fatal(err)
		}
	}
	if want := "black white black white black white"; strings.Join(turns, " ") != want || !s.match.Over() {
		t.Errorf("%s, want %s", turns, want)
	}
}

func TestUndoTakesBackTheLastMoveOfTwoPeople(t *testing.T) {
	s, out := played(t, Opening{TwoPeople: true}, &scripted{}, "undo,b2,a1,undo,undo,c3,quit")
	if !strings.HasSuffix(out, "You left the game at move 1. Goodbye.\n") || stoneAt(t, s, "C3") != board.Black {
		t.Error(out)
	}
	inOrder(t, out, "You have no move to undo.\n")
}

func TestUndoAgainstTheComputerTakesBackThePersonsMove(t *testing.T) {
	_, out := played(t, Opening{}, &scripted{moves: []string{"A1"}}, "b2,undo,quit")
	if !strings.HasSuffix(out, "You left the game at move 0. Goodbye.\n") {
		t.Error(out)
	}
}

func TestABoardThatIsTooHighIsDrawnCompactly(t *testing.T) {
	heights := map[int]int{}
	for _, height := range []int{0, 10, 100} {
		s, _ := opened(t, Opening{Board: "rosette-2"}, &scripted{})
		s.Height = height
		heights[height] = strings.Count(s.position(), "\n")
	}
	if heights[0] != heights[100] || heights[10] >= heights[0] {
		t.Errorf("%v", heights)
	}
}

func TestThePositionIsDrawnAgainOnlyWhenItHasChanged(t *testing.T) {
	_, out := played(t, Opening{TwoPeople: true}, &scripted{}, "x9,score,b2,b2,board,quit")
	if n := strings.Count(out, "X Black, O White\n"); n != 3 {
		t.Errorf("drawn %d times, want at first, after b2 and after board:\n%s", n, out)
	}
}

func TestALineIsReadWhileThereIsOne(t *testing.T) {
	long := strings.Repeat("x", 2*maxLine)
	var got []string
	for line := range Lines(t.Context(), strings.NewReader("pass\n"+long+"\nb2")) {
		got = append(got, line)
	}
	if want := []string{"pass", long[:maxLine], "b2"}; !slices.Equal(got, want) {
		t.Errorf("%.80q", got)
	}
}

func TestOutputThatIsNoTerminalIsPlain(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, out := range []io.Writer{&strings.Builder{}, file} {
		if style, height := StyleOf(out, false); style != (draw.Style{}) || height != 0 {
			t.Errorf("%+v, %d lines", style, height)
		}
	}
}

func TestTheFirstLocaleVariableThatIsSetDecidesOnUTF8(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false},
		{"", "", "en_US.UTF-8", true},
		{"", "C", "en_US.UTF-8", false},
		{"de_DE.utf8", "C", "", true},
		{"C", "", "en_US.UTF-8", false},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if got := utf8Locale(); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

func TestAnErrorThatIsNoRefusalEndsTheSession(t *testing.T) {
	s, out := opened(t, Opening{}, &scripted{})
	if err := s.printRefusal(io.ErrClosedPipe); err != io.ErrClosedPipe || out.String() != "" {
		t.Errorf("another error becomes %v and is printed as %q", err, out)
	}
}

func TestTheFirstLocaleVariableThatIsSetDecidesOnTheLanguage(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "", "en"},
		{"", "", "fr_CA.UTF-8", "fr"},
		{"", "es_ES@euro", "fr_FR.UTF-8", "es"},
		{"C", "fr_FR", "fr_FR", "en"},
		{"", "", "nl_BE.UTF-8", "en"},
		{"", "", "ht_HT", "ht"},
		{"POSIX", "", "ht_HT", "en"},
		{"", "", "de_DE.UTF-8", "de"}, // German covers only part of the pages
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}
		if got := Language(func(key string) string { return env[key] }); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestASessionSpeaksItsLanguageAsFarAsTheCatalogueHasIt(t *testing.T) {
	_, out := played(t, Opening{Lang: "fr"}, &scripted{moves: []string{"A1"}}, "b2,quit")
	inOrder(t, out, "Noir> Blanc en A1\n", "Noir> ")
	_, out = played(t, Opening{Lang: "de"}, &scripted{moves: []string{"A1"}}, "b2,quit")
	inOrder(t, out, "Schwarz> Weiß A1\n", "Schwarz> ")
}
