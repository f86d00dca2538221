package site

import (
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A state is a position as a browser shows it.
type state struct {
	Phase     string            `json:"phase"`
	Stones    string            `json:"stones"` // b, w or . for each point
	Last      string            `json:"last,omitempty"`
	ToMove    string            `json:"toMove"`         // empty when it is nobody's turn or anybody's
	Awaits    string            `json:"awaits"`         // who must do something: b, w, bw
	Undo      string            `json:"undo,omitempty"` // who has something to take back, who acted last first
	Asked     string            `json:"asked,omitempty"`
	Ply       int               `json:"ply"`
	Passes    int               `json:"passes,omitempty"` // in a row
	Pass      string            `json:"pass,omitempty"`   // what a pass would do besides: stop play or end the game
	Prisoners map[string]int    `json:"prisoners"`
	Komi      float64           `json:"komi"`
	Swapped   bool              `json:"swapped,omitempty"`  // the seats have changed colours
	Rosettes  []int             `json:"rosettes,omitempty"` // the filled ones
	Immortal  []board.Point     `json:"immortal,omitempty"` // stones that can never leave
	Illegal   map[string]string `json:"illegal,omitempty"`  // empty point → why the player to move may not play there
	Clock     *clockState       `json:"clock,omitempty"`
	Talk      *talk             `json:"talk,omitempty"`
	ToPlace   int               `json:"toPlace,omitempty"` // handicap stones
	Agreement *agreement        `json:"agreement,omitempty"`
	Trial     *trial            `json:"trial,omitempty"`
	Dead      []board.Point     `json:"dead,omitempty"` // as marked, and at the end as agreed
	Result    *result           `json:"result,omitempty"`
	Score     *score            `json:"score,omitempty"`     // as marked, and of a game that was counted
	Estimable bool              `json:"estimable,omitempty"` // it may be asked what the position comes to
}

// A talk is how far the players are with komi. No bid of a secret auction is
// told before both are in.
type talk struct {
	By   string             `json:"by,omitempty"` // whose offer or highest bid it is
	Komi float64            `json:"komi"`
	Made string             `json:"made,omitempty"` // whose secret bid is in
	Bids map[string]float64 `json:"bids,omitempty"` // secret ones, once they are settled
}

// An agreement is how far the players are with the dead.
type agreement struct {
	Proposed bool              `json:"proposed,omitempty"`
	Unsure   []board.Point     `json:"unsure,omitempty"`
	Agreed   string            `json:"agreed,omitempty"`
	Voided   string            `json:"voided,omitempty"` // who would let both lose
	Wish     map[string]string `json:"wish,omitempty"`   // who each says shall move
}

// A trial is a chain whose fate is played out on a board of its own.
type trial struct {
	Chain []board.Point `json:"chain"` // as it stood at the stop
	Color string        `json:"color"`
	Kos   []string      `json:"kos,omitempty"` // which the player to move takes back only after a pass for them
}

// A result is how a game ended.
type result struct {
	Text   string  `json:"text"`
	Winner string  `json:"winner"`
	By     string  `json:"by"`
	Margin float64 `json:"margin"`
}

func stateOf(m *play.Match, bids sealed, now time.Time) state {
	g := m.Game()
	b := g.Board()
	s := state{
		Phase: string(m.Phase()), Stones: line(b.Graph(), b.At),
		ToMove: letters[m.ToMove()], Awaits: those(m.Awaits),
		Undo: written(m.Undoers()), Asked: letters[m.AskedUndo()],
		Ply: g.Ply(), Passes: g.Passes(), Komi: g.Rules().Komi, Swapped: m.Swapped(),
		Prisoners: map[string]int{"b": g.Prisoners(board.Black), "w": g.Prisoners(board.White)},
		Clock:     clockOf(m, now), ToPlace: m.ToPlace(), Talk: talkOf(m, bids),
		Estimable: mayEstimate(m),
	}
	if last, ok := g.Last(); ok {
		s.Last = b.Graph().PointName(last.Point)
	}
	for h, points := range b.Graph().Rosettes() {
		if b.RosetteCount(h, board.Black) == len(points) || b.RosetteCount(h, board.White) == len(points) {
			s.Rosettes = append(s.Rosettes, h)
		}
	}
	for p := range board.Point(b.Graph().Points()) {
		if b.Immortal(p) {
			s.Immortal = append(s.Immortal, p)
		}
	}
	s.Pass = passing(m, now)
	if m.Over() {
		s.end(m)
	} else if show, ok := shows[m.Phase()]; ok {
		show(&s, m)
	}
	return s
}

// follows are the events that a pass may bring about, as the page calls them.
var follows = map[play.Kind]string{play.Stopped: "stops", play.Ended: "ends"}

// passing tells what a pass would bring about now. Deciding changes nothing.
func passing(m *play.Match, now time.Time) string {
	if m.Phase() != play.PhasePlay && m.Phase() != play.PhaseAgreement || m.ToMove() == board.Empty {
		return ""
	}
	events, err := m.Decide(play.Command{Kind: play.Pass, By: m.ToMove(), ID: "if"}, now)
	if err != nil || len(events) == 0 {
		return "" // a pass is not to be had
	}
	return follows[events[len(events)-1].Kind]
}

// shows fill in what belongs to a phase; add a line to teach one.
var shows = map[play.Phase]func(*state, *play.Match){
	play.PhasePlay: func(s *state, m *play.Match) { s.Illegal = illegal(m.Game(), m.ToMove()) },
	play.PhaseAgreement: func(s *state, m *play.Match) {
		s.agree(m)
		if m.ToMove() != board.Empty { // Flower's
			s.Illegal = illegal(m.Game(), m.ToMove())
		}
	},
	play.PhaseTurn:         (*state).agree,
	play.PhaseConfirmation: (*state).try,
}

// agree fills in what is marked and what it counts.
func (s *state) agree(m *play.Match) {
	a := &agreement{Proposed: m.Proposed(), Unsure: m.Unsure(), Agreed: those(m.Agreed), Voided: those(m.Voided)}
	for _, c := range board.Colors {
		if side := m.ChosenMover(c); side != board.Empty {
			if a.Wish == nil {
				a.Wish = map[string]string{}
			}
			a.Wish[letters[c]] = letters[side]
		}
	}
	s.Agreement, s.Dead, s.Score = a, sorted(m.Dead()), scoreOf(m)
}

func (s *state) try(m *play.Match) {
	g := m.Game()
	s.Illegal = illegal(g, m.ToMove())
	chain, owner := m.ConfirmationChain()
	s.Trial = &trial{Chain: sorted(chain), Color: letters[owner]}
	_, kos, _ := m.Confirmation()
	for _, p := range kos {
		s.Trial.Kos = append(s.Trial.Kos, g.Graph().PointName(p))
		s.Illegal[g.Graph().PointName(p)] = play.ErrKoBan.Error()
	}
}

// end fills in how the game ended.
func (s *state) end(m *play.Match) {
	r := m.Result()
	s.Result = &result{r.String(), letters[r.Winner], string(r.By), r.Margin}
	if r.By == game.ByScore {
		s.Dead, s.Score = sorted(m.Dead()), scoreOf(m)
	}
}

func sorted(points []board.Point) []board.Point {
	slices.Sort(points)
	return points
}

// illegal lists the empty points where c may not play, with the reason's key.
func illegal(g *game.Game, c board.Color) map[string]string {
	why := map[string]string{}
	for _, p := range g.Board().Empties() {
		if err := g.Legal(p, c); err != nil {
			why[g.Graph().PointName(p)] = err.Error()
		}
	}
	return why
}

// talkOf tells of komi while it is talked about, and how a secret auction went.
func talkOf(m *play.Match, bids sealed) *talk {
	secret := m.Settings().KomiBy == play.KomiSecret
	switch {
	case m.Phase() == play.PhaseKomi:
		komi, by := m.KomiBid()
		return &talk{By: letters[by], Komi: komi, Made: those(m.HasBid)}
	case secret && bids.opened:
		black, white := bids.of[board.Black], bids.of[board.White]
		if m.Swapped() {
			black, white = white, black
		}
		return &talk{Komi: m.Game().Rules().Komi, Bids: map[string]float64{"b": black, "w": white}}
	}
	return nil
}

// sealed are the bids of a secret auction by the colours of the talk.
type sealed struct {
	of     board.ByColor[float64]
	opened bool // both are in
}

func (s *sealed) note(e play.Event) {
	switch e.Kind {
	case play.Bade:
		s.of[e.Color] = e.Komi
	case play.Settled:
		s.opened = true
	}
}
