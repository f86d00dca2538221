package lobby_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/server/lobby"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// guest returns a guest whose ID repeats one digit.
func guest(digit string) play.Seat {
	return play.Seat{Kind: play.SeatGuest, ID: strings.Repeat(digit, 32), Name: "Guest " + digit}
}

// person returns a person with a single guest actor.
func person(digit string) lobby.Person {
	return lobby.Person{Seat: guest(digit), Actors: []string{guest(digit).Actor()}}
}

// seek returns an offer from guest a that anybody may accept.
func seek() lobby.Offer {
	return lobby.Offer{
		ID: "seek", Kind: lobby.Seek, Maker: guest("a"),
		Game: play.Settings{Board: "rosette-4", Rules: rules("mindsports-chinese")},
	}
}

func rules(name string) game.Rules {
	r, err := game.Preset(name)
	if err != nil {
		panic(err)
	}
	return r
}

// tenMinutes returns the clock for a live game.
func tenMinutes() clock.Control {
	control, err := clock.ParseControl("10m+3x30s")
	if err != nil {
		panic(err)
	}
	return control
}

// made makes an offer.
func made(t *testing.T, o lobby.Offer, live bool) lobby.Offer {
	t.Helper()
	o, err := lobby.Make(o, live, noon)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestAnOfferIsMadeOrRefused(t *testing.T) {
	for name, one := range map[string]struct {
		change func(*lobby.Offer)
		want   error
	}{
		"a seek":                            {func(*lobby.Offer) {}, nil},
		"a link":                            {func(o *lobby.Offer) { o.Kind = lobby.Link }, nil},
		"a challenge":                       {func(o *lobby.Offer) { o.Kind, o.To = lobby.Challenge, guest("b").Actor() }, nil},
		"a seek for some ratings":           {func(o *lobby.Offer) { o.Elo.Least = 1000 }, nil},
		"no kind":                           {func(o *lobby.Offer) { o.Kind = "shout" }, lobby.ErrNoKind},
		"a challenge to nobody":             {func(o *lobby.Offer) { o.Kind = lobby.Challenge }, lobby.ErrNoInvitee},
		"a seek to somebody":                {func(o *lobby.Offer) { o.To = guest("b").Actor() }, lobby.ErrNoInvitee},
		"a challenge to oneself":            {func(o *lobby.Offer) { o.Kind, o.To = lobby.Challenge, guest("a").Actor() }, lobby.ErrOwnOffer},
		"a link for some ratings":           {func(o *lobby.Offer) { o.Kind, o.Elo.Most = lobby.Link, 1000 }, lobby.ErrBadRange},
		"a range that nobody is in":         {func(o *lobby.Offer) { o.Elo = lobby.Range{Least: 1500, Most: 1400} }, lobby.ErrBadRange},
		"a range of negative ratings":       {func(o *lobby.Offer) { o.Elo.Least = -1 }, lobby.ErrBadRange},
		"a game that cannot be played":      {func(o *lobby.Offer) { o.Game.Board = "round" }, errAny},
		"a maker who is not a player":       {func(o *lobby.Offer) { o.Maker.ID = "x" }, errAny},
		"handicap stones with a bid for it": {func(o *lobby.Offer) { o.Game.Handicap, o.Game.KomiBy = 2, play.KomiDivide }, errAny},
	} {
		o := seek()
		one.change(&o)
		got, err := lobby.Make(o, true, noon)
		if one.want == errAny && err != nil {
			continue
		}
		if !errors.Is(err, one.want) || err == nil && (got.State != lobby.Open || !got.Made.Equal(noon)) {
			t.Errorf("%s: %+v, %v, want %v", name, got, err, one.want)
		}
	}
}

// errAny represents an error from another package.
var errAny = errors.New("any")

func TestAnOfferEndsByItselfOrWithItsMaker(t *testing.T) {
	live, slow := made(t, seek(), true), made(t, seek(), false)
	for name, one := range map[string]struct {
		offer lobby.Offer
		after time.Duration
		want  lobby.State
	}{
		"just made":               {live, 0, lobby.Open},
		"a moment later":          {live, 59 * time.Second, lobby.Open},
		"its maker is gone":       {live, time.Minute, lobby.Expired},
		"for a slow game":         {slow, 13 * 24 * time.Hour, lobby.Open},
		"for a slow game, at end": {slow, 14 * 24 * time.Hour, lobby.Expired},
		"withdrawn before":        {lobby.Offer{State: lobby.Withdrawn}, time.Hour, lobby.Withdrawn},
	} {
		if got := one.offer.At(noon.Add(one.after)); got != one.want {
			t.Errorf("%s: %s, want %s", name, got, one.want)
		}
	}
	if got, want := live.EndsIfPresent(noon.Add(10*time.Minute)), noon.Add(11*time.Minute); !got.Equal(want) {
		t.Errorf("seen again it ends at %v, want %v", got, want)
	}
	if got := live.EndsIfPresent(noon.Add(100 * time.Hour)); !got.Equal(live.Until) {
		t.Errorf("it ends at %v, after %v", got, live.Until)
	}
}

func TestWhoMayAcceptAnOffer(t *testing.T) {
	asked := seek()
	asked.Kind, asked.To = lobby.Challenge, guest("b").Actor()
	rated := seek()
	rated.Elo, rated.Game.Clock = lobby.Range{Least: 1000, Most: 1500}, tenMinutes()
	avoiding := person("b")
	avoiding.Avoids = []string{guest("a").Actor()}
	renamed := person("c")
	renamed.Actors = append(renamed.Actors, guest("a").Actor())
	for name, one := range map[string]struct {
		offer  lobby.Offer
		who    lobby.Person
		rating int
		after  time.Duration
		want   error
	}{
		"anybody":                           {seek(), person("b"), 0, 0, nil},
		"its maker":                         {seek(), person("a"), 0, 0, lobby.ErrOwnOffer},
		"its maker, who has signed in":      {seek(), renamed, 0, 0, lobby.ErrOwnOffer},
		"its maker, too late":               {seek(), person("a"), 0, time.Hour, lobby.ErrOwnOffer},
		"anybody, too late":                 {seek(), person("b"), 0, time.Hour, lobby.ErrExpired},
		"who is challenged":                 {asked, person("b"), 0, 0, nil},
		"who is not challenged":             {asked, person("c"), 0, 0, lobby.ErrNotInvited},
		"who blocks its maker":              {seek(), avoiding, 0, 0, lobby.ErrBlocked},
		"within the range":                  {rated, person("b"), 1500, 0, nil},
		"below the range":                   {rated, person("b"), 999, 0, lobby.ErrRating},
		"above the range":                   {rated, person("b"), 1501, 0, lobby.ErrRating},
		"without a rating, outside a range": {rated, person("b"), 0, 0, lobby.ErrRating},
	} {
		if one.rating != 0 {
			one.who.Points = map[rating.Pool]float64{{Family: rating.Rosette, Speed: clock.Live}: float64(one.rating)}
		}
		if err := made(t, one.offer, true).MayAccept(one.who, noon.Add(one.after)); !errors.Is(err, one.want) {
			t.Errorf("%s: %v, want %v", name, err, one.want)
		}
	}
}

func TestRatingsDecideTheHandicap(t *testing.T) {
	at := func(who string, points float64) lobby.Person {
		p := person(who)
		p.Points = map[rating.Pool]float64{{Family: rating.Rosette, Speed: clock.Live}: points}
		return p
	}
	for name, one := range map[string]struct {
		rules           string
		even            bool
		maker, opponent float64 // 0 if unknown
		color           board.Color
		handicap        int
		komi            float64
		komiBy          play.KomiBy
	}{
		"the maker is weaker":         {"mindsports-chinese", true, 1000, 3000, board.Black, 5, 0.5, ""},
		"the maker is stronger":       {"mindsports-chinese", true, 3000, 1000, board.White, 5, 0.5, ""},
		"a fraction, under Flower":    {"flower", true, 1000, 1100, board.Black, 0, 0, ""},
		"more, under Flower":          {"flower", true, 1900, 1000, board.White, 2, 0, ""},
		"close to each other":         {"mindsports-chinese", true, 1000, 1100, board.Empty, 0, 5.5, ""},
		"who has not played":          {"mindsports-chinese", true, 1000, 0, board.Empty, 0, 5.5, ""},
		"where nobody asked for that": {"mindsports-chinese", false, 1000, 3000, board.Empty, 0, 5.5, ""},
	} {
		o := seek()
		o.Game.Board = "rosette-4"
		o.Game.Rules = rules(one.rules)
		o.Game.Clock = tenMinutes()
		o.Even = one.even
		o, err := made(t, o, true).Level(at("a", one.maker), at("b", one.opponent))
		if g := o.Game; err != nil || o.Color != one.color || g.Handicap != one.handicap || g.Rules.Komi != one.komi || g.KomiBy != one.komiBy {
			t.Errorf("%s: %v, a handicap of %d, komi %g %q, %v", name, o.Color, g.Handicap, g.Rules.Komi, g.KomiBy, err)
		}
		if _, err := o.Accept(at("b", one.opponent), board.White, noon); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnAcceptedOfferIsAMatchOfBoth(t *testing.T) {
	for _, one := range []struct {
		color, coin, want board.Color
	}{
		{board.Black, board.White, board.Black},
		{board.White, board.Black, board.White},
		{board.Empty, board.White, board.White},
		{board.Empty, board.Black, board.Black},
	} {
		o := seek()
		o.Color = one.color
		o.Game.Black.Rank = "5k"
		o.Game.White.Rank = "2d"
		o, err := made(t, o, true).Accept(person("b"), one.coin, noon)
		if err != nil || o.State != lobby.Accepted {
			t.Fatal(o, err)
		}
		if maker, other := o.Game.Seat(one.want), o.Game.Seat(one.want.Opponent()); maker.ID != guest("a").ID || other.ID != guest("b").ID {
			t.Errorf("%v: %+v, %+v", one, maker, other)
		}
		if o.Game.Black.Rank != "5k" || o.Game.White.Rank != "2d" {
			t.Errorf("ranks %q and %q", o.Game.Black.Rank, o.Game.White.Rank)
		}
		if _, err := play.Open(o.Game, noon); err != nil {
			t.Error(err)
		}
		if again, err := o.Accept(person("b"), one.coin.Opponent(), noon.Add(time.Hour)); err != nil || again != o {
			t.Errorf("accepted again: %+v, %v", again, err)
		}
		if _, err := o.Accept(person("c"), one.coin, noon); !errors.Is(err, lobby.ErrAccepted) {
			t.Errorf("accepted by another one: %v", err)
		}
		if _, err := o.Withdraw(person("a"), noon); !errors.Is(err, lobby.ErrAccepted) {
			t.Errorf("withdrawn when it was accepted: %v", err)
		}
	}
}

func TestOffersAreWithdrawnAndDeclined(t *testing.T) {
	asked := seek()
	asked.Kind, asked.To = lobby.Challenge, guest("b").Actor()
	asked = made(t, asked, true)
	for name, one := range map[string]struct {
		do   func() (lobby.Offer, error)
		want lobby.State
		err  error
	}{
		"its maker withdraws it":     {func() (lobby.Offer, error) { return asked.Withdraw(person("a"), noon) }, lobby.Withdrawn, nil},
		"another one withdraws it":   {func() (lobby.Offer, error) { return asked.Withdraw(person("b"), noon) }, lobby.Open, lobby.ErrNotMaker},
		"who is asked declines":      {func() (lobby.Offer, error) { return asked.Decline(person("b"), "", noon) }, lobby.Declined, nil},
		"… with a reason":            {func() (lobby.Offer, error) { return asked.Decline(person("b"), "later", noon) }, lobby.Declined, nil},
		"… with a reason of his own": {func() (lobby.Offer, error) { return asked.Decline(person("b"), "<b>", noon) }, lobby.Open, lobby.ErrNoReason},
		"another one declines":       {func() (lobby.Offer, error) { return asked.Decline(person("c"), "", noon) }, lobby.Open, lobby.ErrNotInvited},
		"nobody is asked":            {func() (lobby.Offer, error) { return made(t, seek(), true).Decline(person("c"), "", noon) }, lobby.Open, lobby.ErrNotInvited},
	} {
		if o, err := one.do(); !errors.Is(err, one.err) || o.State != one.want {
			t.Errorf("%s: %s, %v", name, o.State, err)
		}
	}
	withdrawn, err := asked.Withdraw(person("a"), noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := withdrawn.Accept(person("b"), board.Black, noon); !errors.Is(err, lobby.ErrWithdrawn) {
		t.Errorf("accepted when it was withdrawn: %v", err)
	}
}

func TestTheMakerOfALinkNamesTheGuest(t *testing.T) {
	link, seek := seek(), made(t, seek(), true)
	link.Kind = lobby.Link
	link = made(t, link, false)
	gone, err := link.Withdraw(person("a"), noon)
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]struct {
		offer lobby.Offer
		by    string
		want  string
		err   error
	}{
		"its maker":       {link, "a", "Bruno", nil},
		"another one":     {link, "b", "", lobby.ErrNotMaker},
		"of a seek":       {seek, "a", "", lobby.ErrNoKind},
		"after it is off": {gone, "a", "", lobby.ErrWithdrawn},
	} {
		if o, err := one.offer.NameGuest(person(one.by), "Bruno", noon); !errors.Is(err, one.err) || o.GuestSeat != one.want {
			t.Errorf("%s: %q, %v", name, o.GuestSeat, err)
		}
	}
}

func TestOfTwoEqualSeeksTheYoungerFindsTheOlder(t *testing.T) {
	first, second := made(t, seek(), true), seek()
	second.ID = "younger"
	second.Maker = guest("b")
	second.Game.TieBreakSeed = 7
	second, err := lobby.Make(second, true, noon.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	other := func(change func(*lobby.Offer)) lobby.Offer {
		o := first
		o.ID = "other"
		change(&o)
		return o
	}
	no := func(lobby.Offer) int { return 0 }
	black := second
	black.Color = board.Black
	for name, one := range map[string]struct {
		wanted lobby.Offer
		who    lobby.Person
		seeks  []lobby.Offer
		want   string
	}{
		"the younger":              {second, person("b"), []lobby.Offer{second, first}, "seek"},
		"the older":                {first, person("a"), []lobby.Offer{second, first}, ""},
		"before it is made":        {lobby.Offer{Game: second.Game}, person("c"), []lobby.Offer{second, first}, "seek"},
		"another board":            {second, person("b"), []lobby.Offer{other(func(o *lobby.Offer) { o.Game.Board = "rosette-5" })}, ""},
		"the same colour":          {black, person("b"), []lobby.Offer{other(func(o *lobby.Offer) { o.Color = board.Black })}, ""},
		"the other colour":         {black, person("b"), []lobby.Offer{other(func(o *lobby.Offer) { o.Color = board.White })}, "other"},
		"a link is found nowhere":  {second, person("b"), []lobby.Offer{other(func(o *lobby.Offer) { o.Kind = lobby.Link })}, ""},
		"its maker is gone":        {second, person("b"), []lobby.Offer{other(func(o *lobby.Offer) { o.Ends = noon })}, ""},
		"one's own from elsewhere": {second, person("a"), []lobby.Offer{first}, ""},
	} {
		if got, ok := lobby.Pair(one.wanted, one.who, one.seeks, no, noon); got.ID != one.want || ok != (one.want != "") {
			t.Errorf("%s: %q, %t", name, got.ID, ok)
		}
	}
	strong := second
	strong.Elo.Least = 1800
	for points, want := range map[int]bool{1700: false, 1900: true} {
		if _, ok := lobby.Pair(strong, person("b"), []lobby.Offer{first}, func(lobby.Offer) int { return points }, noon); ok != want {
			t.Errorf("a seek of %d: %t", points, ok)
		}
	}
}

func TestARematchExchangesColors(t *testing.T) {
	opened := seek().Game
	opened.Black, opened.White = guest("a"), guest("b")
	opened.Black.Rank, opened.White.Rank = "5k", "4k"
	handicap := opened
	handicap.Handicap = 3
	flower, bidding := opened, opened
	flower.Board, flower.Rules = "rosette-4", rules("flower")
	bidding.Board = "rosette-4"
	bidding.Rules = rules("flower")
	bidding.KomiBy = play.KomiDivide
	alone, computer := opened, opened
	alone.White = guest("a")
	computer.White = play.Seat{Kind: play.SeatBot, ID: "level-1", Name: "Rosette"}
	for name, one := range map[string]struct {
		opened play.Settings
		over   bool
		who    lobby.Person
		color  board.Color
		black  string // rank
		want   error
	}{
		"Black asks":          {opened, true, person("a"), board.White, "4k", nil},
		"White asks":          {opened, true, person("b"), board.Black, "4k", nil},
		"with a handicap":     {handicap, true, person("a"), board.Black, "5k", nil},
		"with a first move":   {flower, true, person("b"), board.White, "5k", nil},
		"with bids":           {bidding, true, person("b"), board.Black, "4k", nil},
		"a spectator asks":    {opened, true, person("c"), board.Empty, "", lobby.ErrNotMaker},
		"while it runs":       {opened, false, person("a"), board.Empty, "", lobby.ErrNotOver},
		"alone":               {alone, true, person("a"), board.Empty, "", lobby.ErrNoOpponent},
		"against the machine": {computer, true, person("a"), board.Empty, "", lobby.ErrNoOpponent},
	} {
		o, err := lobby.NewRematch("old", one.opened, one.over, one.who, 7)
		if !errors.Is(err, one.want) || o.Color != one.color || o.Game.Black.Rank != one.black {
			t.Errorf("%s: %+v, %v", name, o, err)
			continue
		}
		if err != nil {
			continue
		}
		o.ID = "new"
		if o := made(t, o, true); o.To == o.Maker.Actor() || o.After != "old" || o.Game.TieBreakSeed != 7 {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestAnOfferIsReadAsItWasWritten(t *testing.T) {
	o := seek()
	o.Elo = lobby.Range{Least: 900}
	o.Color = board.White
	o.Game.TieBreakSeed = 1<<64 - 1
	o = made(t, o, true)
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var read lobby.Offer
	if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(read, o) {
		t.Errorf("%s\n%+v\n%+v, %v", text, read, o, err)
	}
}
