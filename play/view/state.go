package view

import (
	"slices"
	"time"

	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A State is a position with everything that a client shows with it. Colours are "b", "w" and ""
// for none. Points are indices into [Board] or names.
type State struct {
	Phase        string               `json:"phase"`  // a [play.Phase]
	Stones       string               `json:"stones"` // "b", "w" or "." for each point
	Last         string               `json:"last,omitempty"`
	ToMove       string               `json:"toMove"`         // "" if neither or both may act
	Awaits       string               `json:"awaits"`         // players who must act: "b", "w" or "bw"
	Undo         string               `json:"undo,omitempty"` // players who can undo, the last to act first
	Asked        string               `json:"asked,omitempty"`
	Ply          int                  `json:"ply"`
	Passes       int                  `json:"passes,omitempty"` // consecutive
	Pass         string               `json:"pass,omitempty"`   // effect of a pass: "stops" play or "ends" the game
	Prisoners    wire.Prisoners       `json:"prisoners"`
	Left         *position.StonesLeft `json:"left,omitempty"`   // absent unless the rules limit stones
	Button       string               `json:"button,omitempty"` // who has taken it, if the rules have one
	Komi         float64              `json:"komi"`
	Start        *wire.Setup          `json:"start,omitempty"`    // handicap stones before the first move
	Swapped      bool                 `json:"swapped,omitempty"`  // the seats have exchanged colours
	Rosettes     []int                `json:"rosettes,omitempty"` // filled ones, by index in [Board]
	Immortal     []board.Point        `json:"immortal,omitempty"` // stones that can never be captured
	Illegal      map[string]string    `json:"illegal,omitempty"`  // empty point → reason key, for the player to move
	Clock        *wire.ClockState     `json:"clock,omitempty"`
	Bidding      *wire.Bidding        `json:"bidding,omitempty"`
	ToPlace      int                  `json:"toPlace,omitempty"` // handicap stones
	Agreement    *Agreement           `json:"agreement,omitempty"`
	Confirmation *Confirmation        `json:"confirmation,omitempty"`
	Dead         []board.Point        `json:"dead,omitempty"` // as marked, at the end as agreed
	Result       *wire.Result         `json:"result,omitempty"`
	Score        *wire.Score          `json:"score,omitempty"`     // as marked, or of a counted game
	Estimable    bool                 `json:"estimable,omitempty"` // an estimate of the position may be requested
	Aidable      bool                 `json:"aidable,omitempty"`   // the players may agree on aids
	Aided        bool                 `json:"aided,omitempty"`     // they have agreed
	Request      *wire.Question       `json:"request,omitempty"`   // open request to the opponent
	Abortable    bool                 `json:"abortable,omitempty"` // a player may abort the match
	GivesTime    bool                 `json:"givesTime,omitempty"` // a player may add time to the opponent's clock
	Paused       int64                `json:"paused,omitempty"`    // end of the pause, in milliseconds since 1970
	Starts       int64                `json:"starts,omitempty"`    // deadline for a first move; likewise
	Stall        *Stall               `json:"stall,omitempty"`     // a wait for the opponent
	Vacation     *Vacation            `json:"vacation,omitempty"`
}

// startOf returns a match's handicap stones, or nil.
func startOf(m *play.Match) *wire.Setup {
	if !m.Begun() || m.OriginalSettings().Handicap == 0 {
		return nil
	}
	g := m.GameAt(0)
	s := wire.Setup{Black: []string{}, White: []string{}}
	for p := range board.Point(g.Graph().Points()) {
		switch g.Board().At(p) {
		case board.Black:
			s.Black = append(s.Black, g.Graph().PointName(p))
		case board.White:
			s.White = append(s.White, g.Graph().PointName(p))
		}
	}
	if len(s.Black)+len(s.White) == 0 {
		return nil
	}
	return &s
}

// An Agreement is the state of the agreement on dead stones.
type Agreement struct {
	Proposed bool                 `json:"proposed,omitempty"`
	Unsure   []board.Point        `json:"unsure,omitempty"`
	Pending  []life.PendingRegion `json:"pending,omitempty"` // where a move is worth points
	Agreed   string               `json:"agreed,omitempty"`  // players who agree with the marking
	Voided   string               `json:"voided,omitempty"`  // players who request that both lose
	Mover    *Mover               `json:"mover,omitempty"`
}

// Mover gives the player that each player wants to move first after a dispute.
type Mover struct {
	Black string `json:"b,omitempty"`
	White string `json:"w,omitempty"`
}

// A Confirmation is a chain whose life is being played out on a copy of the board.
type Confirmation struct {
	Chain []board.Point `json:"chain"` // in the position at the stop
	Color string        `json:"color"`
	Kos   []string      `json:"kos,omitempty"` // kos that the player to move may retake only after a pass for them
}

// StateOf returns a match's state; at is the time of its last event.
func StateOf(m *play.Match, at time.Time) State {
	g := m.Game()
	b := g.Board()
	s := State{
		Phase: string(m.Phase()), Stones: position.Stones(b),
		ToMove: position.Letter(m.ToMove()), Awaits: which(m.Awaits),
		Undo: letters(m.Undoers()...), Asked: position.Letter(m.AskedUndo()),
		Ply: g.Ply(), Passes: g.PassesInRow(), Komi: g.Rules().Komi, Swapped: m.Swapped(),
		Prisoners: position.Prisoners(g), Left: position.LeftOf(g), Button: position.Letter(g.Button()),
		Rosettes: position.Rosettes(b),
		Immortal: position.Immortal(b),
		Start:    startOf(m),
		Clock:    clockOf(m, at), ToPlace: m.ToPlace(), Bidding: biddingOf(m),
		Pass: passEffect(m, at), Estimable: Estimable(m),
	}
	if last, ok := g.Last(); ok {
		s.Last = b.Graph().PointName(last.Point)
	}
	s.meet(m, at)
	if fill, ok := byPhase[m.Phase()]; ok {
		fill(&s, m)
	}
	return s
}

// byPhase fills in the fields for a single phase.
var byPhase = map[play.Phase]func(*State, *play.Match){
	play.PhasePlay: func(s *State, m *play.Match) { s.Illegal = position.Illegal(m.Game(), m.ToMove()) },
	play.PhaseAgreement: func(s *State, m *play.Match) {
		s.agree(m)
		if m.ToMove() != board.Empty { // under Flower
			s.Illegal = position.Illegal(m.Game(), m.ToMove())
		}
	},
	play.PhaseTurn:         (*State).agree,
	play.PhaseConfirmation: (*State).confirm,
	play.PhaseOver:         (*State).end,
}

// Estimable reports whether an estimate of the position may be requested: during the moves if the
// players may have advice, and after a match that had begun.
func Estimable(m *play.Match) bool {
	_, _, confirming := m.Confirmation()
	playing := m.Phase() == play.PhasePlay && !m.Unaided()
	return m.Begun() && !confirming && (playing || m.Phase() == play.PhaseOver)
}

// passEffects maps the events that may follow a pass to values of State.Pass.
var passEffects = map[play.Kind]string{play.Stopped: "stops", play.Ended: "ends"}

// passEffect returns the effect of a pass now. It calls Decide, which changes nothing.
func passEffect(m *play.Match, at time.Time) string {
	if m.Phase() != play.PhasePlay && m.Phase() != play.PhaseAgreement || m.ToMove() == board.Empty {
		return ""
	}
	if m.Phase() == play.PhasePlay && !m.Game().Passed() {
		return "" // a game's first pass ends nothing, so most moves need no decision
	}
	events, err := m.Decide(play.Command{Kind: play.Pass, By: m.ToMove()}, at)
	if err != nil || len(events) == 0 {
		return "" // a pass is impossible
	}
	return passEffects[events[len(events)-1].Kind]
}

// biddingOf returns the komi negotiation while it lasts, and later the bids in a secret auction.
func biddingOf(m *play.Match) *wire.Bidding {
	if m.Phase() == play.PhaseKomi {
		komi, by := m.KomiBid()
		return &wire.Bidding{By: position.Letter(by), Komi: komi, Made: which(m.HasBid)}
	}
	if bids, ok := m.SecretBids(); ok {
		return &wire.Bidding{
			Komi: m.Game().Rules().Komi, Bids: &wire.Bids{Black: bids[board.Black], White: bids[board.White]},
		}
	}
	return nil
}

// agree fills in the marked dead stones and the count.
func (s *State) agree(m *play.Match) {
	a := &Agreement{
		Proposed: m.Proposed(), Unsure: sorted(m.Unsure()),
		Pending: life.NamedPending(m.Game().Graph(), m.PendingRegions()),
		Agreed:  which(m.Agreed), Voided: which(m.Voided),
	}
	black, white := m.ChosenMover(board.Black), m.ChosenMover(board.White)
	if black != board.Empty || white != board.Empty {
		a.Mover = &Mover{position.Letter(black), position.Letter(white)}
	}
	s.Agreement = a
	s.Dead = sorted(m.Dead())
	s.Score = scoreOf(m)
}

// confirm fills in the chain being played out.
func (s *State) confirm(m *play.Match) {
	g := m.Game()
	s.Illegal = position.Illegal(g, m.ToMove())
	chain, owner := m.ConfirmationChain()
	s.Confirmation = &Confirmation{Chain: notNil(sorted(chain)), Color: position.Letter(owner)}
	_, kos, _ := m.Confirmation()
	for _, p := range kos {
		name := g.Graph().PointName(p)
		s.Confirmation.Kos = append(s.Confirmation.Kos, name)
		s.Illegal[name] = play.ErrKoBan.Error()
	}
}

// end fills in the result.
func (s *State) end(m *play.Match) {
	r := m.Result()
	s.Result = &wire.Result{Text: r.String(), Winner: position.Letter(r.Winner), By: string(r.By), Margin: r.Margin}
	if m.Counted() {
		s.Dead, s.Score = sorted(m.Dead()), scoreOf(m)
	}
}

func sorted(points []board.Point) []board.Point {
	slices.Sort(points)
	return points
}
