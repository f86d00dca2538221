package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

// A thought is an estimator.
type thought func(ctx context.Context, who Owner, g *game.Game, next board.Color) (engine.Evaluation, error)

func (t thought) Estimate(ctx context.Context, who Owner, g *game.Game, next board.Color) (engine.Evaluation, error) {
	return t(ctx, who, g, next)
}

// byStones gives each stone to its colour and the lead to the player to move.
var byStones = thought(func(_ context.Context, _ Owner, g *game.Game, next board.Color) (engine.Evaluation, error) {
	e := engine.Evaluation{Win: 0.71, Score: 1, Ownership: make([]float32, g.Graph().Points())}
	if next == board.White {
		e.Win, e.Score = 0.29, -1
	}
	for p := range e.Ownership {
		e.Ownership[p] = map[board.Color]float32{board.Black: 1, board.White: -0.333}[g.Board().At(board.Point(p))]
	}
	return e, nil
})

func estimating(t thought) func(*Options) { return func(o *Options) { o.Estimate = t } }

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
	s := build(t, estimating(func(ctx context.Context, who Owner, g *game.Game, next board.Color) (engine.Evaluation, error) {
		seen.Store(int64(g.Ply()))
		return byStones(ctx, who, g, next)
	}))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-3","rules":"tromp-taylor","komi":0.5}`)
	for i, point := range []string{"B2", "pass", "A2", "pass", "pass"} {
		s.move(id, board.Colors[i%2], point)
	}
	if st := b.state(id); st.Phase != "over" || !st.Estimable {
		t.Fatalf("%s, estimable %v", st.Phase, st.Estimable)
	}
	for query, want := range map[string]int64{"": 3, "?ply=4": 4, "?ply=3": 3} {
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
	s := build(t, func(o *Options) { o.Limits.Estimates, o.Now = 2, func() time.Time { return now } },
		estimating(func(ctx context.Context, who Owner, g *game.Game, next board.Color) (engine.Evaluation, error) {
			owner.Store(who)
			return byStones(ctx, who, g, next)
		}))
	b := s.browser()
	at := "/api/games/" + b.open(`{}`) + "/estimate"
	get[Estimate](b, at)
	get[Estimate](b, at)
	if who, _ := owner.Load().(Owner); who.Address != "127.0.0.1" || !strings.HasPrefix(who.Person, "guest/") || s.server.LastAddress(who.Person) != "127.0.0.1" {
		t.Errorf("the owner is %+v", who)
	}
	if p, answer := b.refused("GET", at, ""); p.Code != "api.too-many-estimates" || answer.Header.Get("Retry-After") != "30" {
		t.Errorf("%+v, Retry-After %q", p, answer.Header.Get("Retry-After"))
	}
	now = now.Add(time.Minute)
	get[Estimate](b, at)
}

func TestAnEstimatorThatFailsIsExcusedAndOneThatIsBusyIsNoFault(t *testing.T) {
	for fault, logged := range map[error]bool{ErrBusy: false, errors.New("no network"): true} {
		s := build(t, estimating(func(context.Context, Owner, *game.Game, board.Color) (engine.Evaluation, error) {
			return engine.Evaluation{}, fault
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
		"":         "Nwa devan ak anviwon 1 pwen, li gen 71\u00a0% chans pou l genyen.",
		"?lang=fr": "Noir mène d’environ 1 point, gagne à 71\u00a0%.",
		"?lang=en": "Black leads by about 1 point, wins 71\u00a0%.",
	} {
		if e := get[Estimate](b, at+query, "Accept-Language", "ht"); e.Text != want {
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
