package match

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/server/work"
)

// A thought is a function that implements the estimator.
type thought func(ctx context.Context, who work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error)

func (t thought) Estimate(ctx context.Context, who work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error) {
	return t(ctx, who, g, next, visits)
}

// byStones assigns each stone to its colour and the lead to the player to move.
var byStones = thought(func(_ context.Context, _ work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error) {
	e := engine.Evaluation{Win: 0.71, Score: 1, Ownership: make([]float32, g.Graph().Points())}
	if next == board.White {
		e.Win, e.Score = 0.29, -1
	}
	for p := range e.Ownership {
		e.Ownership[p] = map[board.Color]float32{board.Black: 1, board.White: -0.333}[g.Board().At(board.Point(p))]
	}
	return engine.Estimate{Evaluation: e, Error: 0.4, Visits: visits}, nil
})

func estimating(t thought) func(*options) { return func(o *options) { o.Estimate = t } }

func TestAPositionIsEstimatedAsItWasAfterSoManyMoves(t *testing.T) {
	s := build(t, estimating(byStones))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-3","komi":0.5}`)
	if g, f := b.game(id); !g.Estimates || !f.State.Estimable {
		t.Errorf("the game does not offer it: %v, %v", g.Estimates, f.State.Estimable)
	}
	for i, point := range []string{"A1", "B1", "B2", "pass"} {
		s.move(id, board.Colors[i%2], point)
	}
	for query, want := range map[string]struct {
		ply          int
		next         string
		win          float64
		black, white int // stones
	}{
		"?ply=0": {0, "b", 0.71, 0, 0}, "?ply=1": {1, "w", 0.29, 1, 0}, "?ply=3": {3, "w", 0.29, 2, 1},
		"?ply=4": {4, "b", 0.71, 2, 1}, "": {4, "b", 0.71, 2, 1},
	} {
		got := get[Estimate](b, "/api/games/"+id+"/estimate"+query)
		black, white := 0, 0
		for _, x := range got.Owner {
			switch x {
			case 1:
				black++
			case -0.33:
				white++
			}
		}
		if got.Ply != want.ply || got.Next != want.next || got.Black != want.win || black != want.black || white != want.white || len(got.Owner) != 9 {
			t.Errorf("%s is %+v, want %+v", query, got, want)
		}
	}
	if st := b.state(id); st.Ply != 4 {
		t.Errorf("asking has left the game at move %d", st.Ply)
	}
}

func TestPassesThatStoppedAGameAreNotPartOfWhatItComesTo(t *testing.T) {
	var seen atomic.Int64
	s := build(t, estimating(func(ctx context.Context, who work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error) {
		seen.Store(int64(g.Ply()))
		return byStones(ctx, who, g, next, visits)
	}))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-3","rules":"tromp-taylor","komi":0.5}`)
	for i, point := range []string{"B2", "pass", "A2", "pass", "pass"} {
		s.move(id, board.Colors[i%2], point)
	}
	if st := b.state(id); st.Phase != "over" || !st.Estimable {
		t.Fatalf("%s, estimable %v", st.Phase, st.Estimable)
	}
	for query, want := range map[string]int64{"": 3, "?ply=4": 4, "?ply=2": 2} {
		get[Estimate](b, "/api/games/"+id+"/estimate"+query)
		if seen.Load() != want {
			t.Errorf("%s was asked of the position after %d moves, want %d", query, seen.Load(), want)
		}
	}
}

func TestWhatCannotBeEstimatedIsRefused(t *testing.T) {
	s := build(t, estimating(byStones))
	b := s.browser()
	playing := b.open(`{"opponent":"people","board":"square-3","rules":"chinese"}`)
	s.move(playing, board.Black, "B2")
	bidding, _, _ := s.sit(play.Settings{Board: "square-9", Rules: preset(t, "tromp-taylor"), KomiBy: play.KomiOpen})
	agreeing := b.open(`{"opponent":"people","board":"square-3","rules":"chinese"}`)
	s.move(agreeing, board.Black, "pass")
	s.move(agreeing, board.White, "pass")
	for path, want := range map[string]string{
		strings.Repeat("a", 26) + "/estimate":    "404 api.no-game",
		"a/estimate":                             "404 api.no-game",
		playing + "/estimate?ply=2":              "400 api.no-ply",
		playing + "/estimate?ply=-2":             "400 api.no-ply",
		playing + "/estimate?ply=two":            "422 api.wrong-type",
		playing + "/estimate?lang=klingon":       "404 api.no-language",
		bidding + "/estimate":                    "409 api.no-estimate-now",
		agreeing + "/estimate":                   "409 api.no-estimate-now",
		playing + "/estimate?ply=99999999999999": "400 api.no-ply",
	} {
		if p, answer := b.refused("GET", "/api/games/"+path, ""); answer.Status[:3]+" "+p.Code != want {
			t.Errorf("%s: %+v, want %s", path, p, want)
		}
	}
	for id, want := range map[string]bool{playing: true, bidding: false, agreeing: false} {
		if st := b.state(id); st.Estimable != want {
			t.Errorf("in the phase %s the game offers it: %v", st.Phase, st.Estimable)
		}
	}
}

func TestAServerWithoutAnEstimatorOffersNone(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{}`)
	if p, _ := b.refused("GET", "/api/games/"+id+"/estimate", ""); p.Code != "api.no-estimate" {
		t.Errorf("%+v", p)
	}
	if g, _ := b.game(id); g.Estimates {
		t.Error("the game offers it")
	}
}

func TestAnAddressAsksOnlySoOftenAndIsTheOwnerOfTheWork(t *testing.T) {
	now := time.Now()
	var owner atomic.Value
	s := build(t, func(o *options) { o.Limits.Estimates, o.Now = 3, func() time.Time { return now } },
		estimating(func(ctx context.Context, who work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error) {
			owner.Store(who)
			return byStones(ctx, who, g, next, visits)
		}))
	b := s.browser()
	at := "/api/games/" + b.open(`{}`) + "/estimate"
	get[Estimate](b, at)
	get[Estimate](b, at+"?visits=400")
	get[Estimate](b, at)
	get[Estimate](b, at+"?visits=400") // continuing a cached estimate costs nothing
	if who, _ := owner.Load().(work.Owner); who.Address != "127.0.0.1" || !strings.HasPrefix(who.Person, "guest/") || s.server.LastAddress(who.Person) != "127.0.0.1" {
		t.Errorf("the owner is %+v", who)
	}
	if p, answer := b.refused("GET", at+"?visits=1000", ""); p.Code != "api.too-many-estimates" || answer.Header.Get("Retry-After") != "20" {
		t.Errorf("%+v, Retry-After %q", p, answer.Header.Get("Retry-After"))
	}
	now = now.Add(time.Minute)
	get[Estimate](b, at+"?visits=1000")
}

func TestAnEstimateGrowsStepByStepAndIsKept(t *testing.T) {
	var asked atomic.Int64
	s := build(t, estimating(func(ctx context.Context, who work.Owner, g *game.Game, next board.Color, visits int) (engine.Estimate, error) {
		asked.Add(1)
		return byStones(ctx, who, g, next, visits)
	}))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-3"}`)
	at := "/api/games/" + id + "/estimate?visits="
	want := []Estimate{{Visits: 100, More: 400}, {Visits: 400, More: 1000}, {Visits: 1000}}
	for range 2 {
		for i, wanted := range []string{"0", "400", "1000"} {
			if got := get[Estimate](b, at+wanted); got.Visits != want[i].Visits || got.More != want[i].More || got.Error != 0.4 {
				t.Errorf("%s visits give %+v, want %+v", wanted, got, want[i])
			}
		}
	}
	if n := asked.Load(); n != 3 {
		t.Errorf("the estimator was asked %d times for three estimates", n)
	}
	if got := get[Estimate](b, at+"5000"); got.Visits != 1000 || asked.Load() != 3 {
		t.Errorf("5000 visits give %+v", got)
	}
	s.move(id, board.Black, "A1")
	first := get[Estimate](b, at+"0")
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Undo, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	s.move(id, board.Black, "B2")
	if second := get[Estimate](b, at+"0"); slices.Equal(second.Owner, first.Owner) {
		t.Error("another move at the same ply has the estimate of the one that was taken back")
	}
}

func TestAnEstimatorThatFailsIsExcusedAndOneThatIsBusyIsNoFault(t *testing.T) {
	for fault, logged := range map[error]bool{work.ErrBusy: false, errors.New("no network"): true} {
		s := build(t, estimating(func(context.Context, work.Owner, *game.Game, board.Color, int) (engine.Estimate, error) {
			return engine.Estimate{}, fault
		}))
		b := s.browser()
		p, answer := b.refused("GET", "/api/games/"+b.open(`{}`)+"/estimate", "")
		if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" || p.Code != "api.not-now" {
			t.Errorf("%v: %+v", fault, p)
		}
		if (s.log.String() != "") != logged {
			t.Errorf("%v is logged as %q", fault, s.log)
		}
	}
}

func TestAnEstimateIsSaidInTheLanguageThatIsAskedFor(t *testing.T) {
	b := build(t, estimating(byStones)).browser()
	at := "/api/games/" + b.open(`{"opponent":"people"}`) + "/estimate"
	for query, want := range map[string]string{
		"":         "Nwa devan ak anviwon 1 pwen (± 0,5), li gen 71\u00a0% chans pou l genyen.",
		"?lang=fr": "Noir mène d’environ 1 point (± 0,5) et gagne à 71\u00a0%.",
		"?lang=en": "Black leads by about 1 point (± 0.5), 71\u00a0% to win.",
	} {
		if e := get[Estimate](b, at+query, "Accept-Language", "ht"); e.Text != want {
			t.Errorf("%s says %q, want %q", query, e.Text, want)
		}
	}
}

// Ten points are never about even, a lead within its own error is, and the leader
// has the better chance.
func TestLeaderAndChanceOfAnEstimateAgree(t *testing.T) {
	for _, test := range []struct {
		win, score, off float32
		want            string
	}{
		{0.71, 3.4, 1.2, "Black leads by about 3.5 points (± 1), 71\u00a0% to win."},
		{0.2, -0.8, 0.1, "White leads by about 1 point (± 0.5), 80\u00a0% to win."},
		{0.501, 0.6, 0.5, "Black leads by about 0.5 points (± 0.5), 51\u00a0% to win."},
		{0.52, 0.6, 2, "About even (± 2 points)."},
		{0.45, -5.4, 5.5, "About even (± 5.5 points)."},
		{0.5, 0.1, 0.05, "About even (± 0.5 points)."},
		{0.6, 9.4, 12, "About even (± 12 points)."},
		{0.6, 9.5, 12, "Black leads by about 9.5 points (± 12), 60\u00a0% to win."},
		{0.4, -10, 30, "White leads by about 10 points (± 30), 60\u00a0% to win."},
		{0.66, 7, 8.2, "Black leads by about 7 points (± 8), 66\u00a0% to win."},
		{0.34, -7, 8.2, "White leads by about 7 points (± 8), 66\u00a0% to win."},
		{1, 50, 3, "Black leads by about 50 points (± 3), 99\u00a0% to win."},
		{0, -50, 3, "White leads by about 50 points (± 3), 99\u00a0% to win."},
	} {
		e := engine.Estimate{Evaluation: engine.Evaluation{Win: test.win, Score: test.score}, Error: test.off}
		if got := leadInWords("en", e); got != test.want {
			t.Errorf("%+v is %q, want %q", test, got, test.want)
		}
	}
	for _, lang := range i18n.Languages() {
		for _, key := range []string{"estimate.lead", "estimate.even"} {
			if text := i18n.T(lang, key, i18n.Args{"color": "C", "n": 2.5, "off": 3, "chance": 60}); strings.Contains(text, "{") || !strings.Contains(text, "±") {
				t.Errorf("%s %s says %q", lang, key, text)
			}
		}
	}
}

func TestAMatchThatEndedBeforeItsGameBeganHasNoEstimate(t *testing.T) {
	s := build(t, estimating(byStones))
	b := s.browser()
	id := b.open(`{"board":"rosette-5","opponent":"people","komiBy":"divide"}`)
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	if p, _ := b.refused("GET", "/api/games/"+id+"/estimate", ""); p.Status != 409 || p.Code != "api.no-estimate-now" {
		t.Errorf("%+v", p)
	}
	if b.state(id).Estimable {
		t.Error("the page offers an estimate")
	}
}
