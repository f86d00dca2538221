package site

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

// A thought is how a test estimates.
type thought func(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error)

func (t thought) Estimate(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
	return t(ctx, g, next)
}

// byStones takes the board as it stands: each stone owns its point, and who is
// to move is a point ahead.
func byStones(_ context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
	e := engine.Evaluation{Win: 0.71, Score: 1, Ownership: make([]float32, g.Graph().Points())}
	if next == board.White {
		e.Win, e.Score = 0.29, -1
	}
	for p := range e.Ownership {
		e.Ownership[p] = map[board.Color]float32{board.Black: 1, board.White: -0.333}[g.Board().At(board.Point(p))]
	}
	return e, nil
}

func estimating(t thought) func(*Options) { return func(o *Options) { o.Estimator = t } }

// weigh asks for an estimate and wants it.
func (b *browser) weigh(id, query string, headers ...string) (e estimate) {
	b.Helper()
	answer, text := b.do("GET", "/games/"+id+"/estimate"+query, "", headers...)
	if err := json.Unmarshal([]byte(text), &e); err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "application/json" {
		b.Fatalf("%s: %s %s: %v", query, answer.Status, text, err)
	}
	return e
}

func TestAPositionIsEstimatedAsItWasAfterSoManyMoves(t *testing.T) {
	h := build(t, estimating(byStones))
	b := h.browser()
	id := b.open("opponent=people&board=square-3&komi=0.5")
	if m := b.match(id); !m.Estimates || !m.News.State.Estimable {
		t.Errorf("the page does not offer it: %v, %v", m.Estimates, m.News.State.Estimable)
	}
	h.move(id, board.Black, "A1")
	h.move(id, board.White, "B1")
	h.move(id, board.Black, "B2")
	h.move(id, board.White, "pass")
	for query, want := range map[string]estimate{
		"?ply=0": {0, "b", 0.71, 1, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0}, ""},
		"?ply=1": {1, "w", 0.29, -1, []float64{1, 0, 0, 0, 0, 0, 0, 0, 0}, ""},
		"?ply=3": {3, "w", 0.29, -1, []float64{1, -0.33, 0, 0, 1, 0, 0, 0, 0}, ""},
		"?ply=4": {4, "b", 0.71, 1, []float64{1, -0.33, 0, 0, 1, 0, 0, 0, 0}, ""},
		"":       {4, "b", 0.71, 1, []float64{1, -0.33, 0, 0, 1, 0, 0, 0, 0}, ""},
	} {
		got := b.weigh(id, query)
		sums := func(e estimate) (black, white int) {
			for _, x := range e.Owner {
				switch x {
				case 1:
					black++
				case -0.33:
					white++
				case 0:
				default:
					t.Errorf("%s: an owner is %v", query, x)
				}
			}
			return black, white
		}
		gotBlack, gotWhite := sums(got)
		wantBlack, wantWhite := sums(want)
		if got.Ply != want.Ply || got.Next != want.Next || got.Black != want.Black || got.Lead != want.Lead ||
			len(got.Owner) != 9 || gotBlack != wantBlack || gotWhite != wantWhite {
			t.Errorf("%s is %+v, want %+v", query, got, want)
		}
	}
	if s := b.match(id).News.State; s.Ply != 4 {
		t.Errorf("asking has left the game at move %d", s.Ply)
	}
}

func TestPassesThatStoppedAGameAreNotPartOfWhatItComesTo(t *testing.T) {
	var seen atomic.Int64
	h := build(t, estimating(func(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
		seen.Store(int64(g.Ply()))
		return byStones(ctx, g, next)
	}))
	b := h.browser()
	id := b.open("opponent=people&board=square-3&rules=tromp-taylor&komi=0.5")
	for _, point := range []string{"B2", "pass", "A2", "pass", "pass"} {
		h.move(id, b.match(id).next(), point)
	}
	if s := b.match(id).News.State; s.Phase != "over" || !s.Estimable {
		t.Fatalf("%s, estimable %v", s.Phase, s.Estimable)
	}
	for query, want := range map[string]struct {
		ply  int
		next string
	}{"": {3, "w"}, "?ply=4": {4, "b"}, "?ply=3": {3, "w"}} {
		if e := b.weigh(id, query); int(seen.Load()) != want.ply || e.Next != want.next {
			t.Errorf("%s was asked of the position after %d moves, %s next; want %d, %s", query, seen.Load(), e.Next, want.ply, want.next)
		}
	}
}

// next is whose turn it is on the page.
func (m match) next() board.Color {
	if m.News.State.ToMove == "w" {
		return board.White
	}
	return board.Black
}

func TestWhatCannotBeEstimatedIsRefusedInOneLine(t *testing.T) {
	h := build(t, estimating(byStones))
	b := h.browser()
	playing := b.open("opponent=people&board=square-3&rules=chinese")
	h.move(playing, board.Black, "B2")
	bidding, _, _ := h.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiOpen})
	agreeing := b.open("opponent=people&board=square-3&rules=chinese")
	h.move(agreeing, board.Black, "pass")
	h.move(agreeing, board.White, "pass")
	for path, want := range map[string]struct {
		code int
		line string
	}{
		strings.Repeat("a", 26) + "/estimate":    {404, "There is no game at this address. Check that the address is complete."},
		"a/estimate":                             {404, "There is no game at this address. Check that the address is complete."},
		playing + "/estimate?ply=2":              {400, "“2” is not a move number of this game. Use 0 to 1."},
		playing + "/estimate?ply=-1":             {400, "“-1” is not a move number of this game. Use 0 to 1."},
		playing + "/estimate?ply=two":            {400, "“two” is not a move number of this game. Use 0 to 1."},
		playing + "/estimate?lang=klingon":       {400, "“klingon” is not a language of this site. Use one of: en, fr, es, ht."},
		bidding + "/estimate":                    {409, "A position can be estimated during play and after the game."},
		agreeing + "/estimate":                   {409, "A position can be estimated during play and after the game."},
		playing + "/estimate?ply=99999999999999": {400, "“99999999999999” is not a move number of this game. Use 0 to 1."},
	} {
		if answer, text := b.do("GET", "/games/"+path, ""); answer.StatusCode != want.code || text != want.line+"\n" {
			t.Errorf("%s: %s %q", path, answer.Status, text)
		}
	}
	for id, want := range map[string]bool{playing: true, bidding: false, agreeing: false} {
		if s := b.match(id).News.State; s.Estimable != want {
			t.Errorf("in the phase %s the page offers it: %v", s.Phase, s.Estimable)
		}
	}
	if answer, _ := b.do("POST", "/games/"+playing+"/estimate", ""); answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", answer.Status)
	}
}

func TestASiteWithoutAnEstimatorOffersNone(t *testing.T) {
	b := build(t).browser()
	id := b.open("board=square-9")
	if answer, text := b.do("GET", "/games/"+id+"/estimate", ""); answer.StatusCode != 404 || text != "Positions are not estimated here.\n" || b.match(id).Estimates {
		t.Errorf("%s %q", answer.Status, text)
	}
}

func TestAnAddressAsksOnlySoOften(t *testing.T) {
	now := time.Now()
	h := build(t, estimating(byStones), func(o *Options) { o.MaxEstimates, o.Now = 2, func() time.Time { return now } })
	b := h.browser()
	id := b.open("board=square-9&color=black")
	b.weigh(id, "")
	b.weigh(id, "")
	answer, text := b.do("GET", "/games/"+id+"/estimate", "")
	if wait, err := strconv.Atoi(answer.Header.Get("Retry-After")); answer.StatusCode != 429 || err != nil || wait < 1 || wait > 61 ||
		text != "There were many estimates from this address. Please wait 61 seconds.\n" {
		t.Errorf("%s, retry after %q: %q", answer.Status, answer.Header.Get("Retry-After"), text)
	}
	now = now.Add(time.Minute)
	b.weigh(id, "")
}

func TestOnlySoManyPositionsAreEstimatedAtOnceAndTablesGoOnMeanwhile(t *testing.T) {
	var now, most atomic.Int64
	inside, goOn := make(chan bool, 16), make(chan bool)
	h := build(t, estimating(func(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		inside <- true
		<-goOn
		return byStones(ctx, g, next)
	}))
	b := h.browser()
	id := b.open("opponent=people&board=square-9")
	var asking sync.WaitGroup
	for range 3 * estimatesAtOnce {
		asking.Go(func() {
			if answer, text := b.do("GET", "/games/"+id+"/estimate", ""); answer.StatusCode != 200 {
				t.Errorf("%s %s", answer.Status, text)
			}
		})
	}
	for range estimatesAtOnce {
		<-inside
	}
	h.move(id, board.Black, "E5")
	if s := b.match(id).News.State; s.Ply != 1 {
		t.Errorf("the table waits for an estimate: it is at move %d", s.Ply)
	}
	close(goOn)
	asking.Wait()
	if most.Load() != estimatesAtOnce {
		t.Errorf("%d were estimated at once, want %d", most.Load(), estimatesAtOnce)
	}
}

func TestAnEstimatorThatFailsIsExcused(t *testing.T) {
	h := build(t, estimating(func(context.Context, *game.Game, board.Color) (engine.Evaluation, error) {
		return engine.Evaluation{}, errors.New("no luck left")
	}))
	b := h.browser()
	answer, text := b.do("GET", "/games/"+b.open("board=square-9")+"/estimate", "")
	if answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" || text != "The server cannot do this right now. Please try again in a moment.\n" {
		t.Errorf("%s %q", answer.Status, text)
	}
}

func TestAnEstimateIsSaidInTheLanguageThatIsAskedFor(t *testing.T) {
	b := build(t, estimating(byStones)).browser()
	id := b.open("opponent=people&board=square-9")
	for query, want := range map[string]string{
		"":         "Nwa devan ak anviwon 1 pwen, li gen 71\u00a0% chans pou l genyen.",
		"?lang=fr": "Noir mène d’environ 1 point, gagne à 71\u00a0%.",
		"?lang=en": "Black leads by about 1 point, wins 71\u00a0%.",
	} {
		if e := b.weigh(id, query, "Accept-Language", "ht"); e.Text != want {
			t.Errorf("%s says %q, want %q", query, e.Text, want)
		}
	}
}

func TestAnEstimateIsRoundedAndNeverCertain(t *testing.T) {
	for _, test := range []struct {
		e    engine.Evaluation
		want string
	}{
		{engine.Evaluation{Win: 0.71, Score: 3.4}, "Black leads by about 3.5 points, wins 71\u00a0%."},
		{engine.Evaluation{Win: 0.2, Score: -0.8}, "White leads by about 1 point, wins 80\u00a0%."},
		{engine.Evaluation{Win: 0.45, Score: 0.6}, "Black leads by about 0.5 points, wins 45\u00a0%."},
		{engine.Evaluation{Win: 0.52, Score: 0.2}, "Nobody leads; Black wins 52\u00a0%."},
		{engine.Evaluation{Win: 0.4, Score: -0.1}, "Nobody leads; White wins 60\u00a0%."},
		{engine.Evaluation{Win: 1, Score: 50}, "Black leads by about 50 points, wins 99\u00a0%."},
		{engine.Evaluation{Win: 1, Score: -50}, "White leads by about 50 points, wins 1\u00a0%."},
	} {
		if got := inWords("en", test.e); got != test.want {
			t.Errorf("%+v is %q, want %q", test.e, got, test.want)
		}
	}
	for _, lang := range i18n.Languages() {
		for _, key := range []string{"estimate.lead", "estimate.even"} {
			if text := i18n.T(lang, key, i18n.Args{"color": "C", "n": 2.5, "chance": 60}); strings.Contains(text, "{") || !strings.Contains(text, "C ") || !strings.Contains(text, "60") {
				t.Errorf("%s %s says %q", lang, key, text)
			}
		}
	}
}
