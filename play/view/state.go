package view

import (
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/server/http/wire"
)

// A State is a position with all that a client shows beside it. Colours are "b", "w"
// and "" for nobody; points are numbers in the order of [Board] or names.
type State struct {
	Phase        string            `json:"phase"`  // a [play.Phase]
	Stones       string            `json:"stones"` // "b", "w" or "." for each point
	Last         string            `json:"last,omitempty"`
	ToMove       string            `json:"toMove"`         // "" when it is nobody's turn or that of both
	Awaits       string            `json:"awaits"`         // who must act: "b", "w" or "bw"
	Undo         string            `json:"undo,omitempty"` // who can take something back, the one who acted last first
	Asked        string            `json:"asked,omitempty"`
	Ply          int               `json:"ply"`
	Passes       int               `json:"passes,omitempty"` // in a row
	Pass         string            `json:"pass,omitempty"`   // what a pass would do: "stops" play or "ends" the game
	Prisoners    wire.Prisoners    `json:"prisoners"`
	Left         *StonesLeft       `json:"left,omitempty"`   // absent where the rules do not limit stones
	Button       string            `json:"button,omitempty"` // who has taken it, where the rules have one
	Komi         float64           `json:"komi"`
	Start        *wire.Setup       `json:"start,omitempty"`    // handicap stones, set before the first move
	Swapped      bool              `json:"swapped,omitempty"`  // the seats have exchanged colours
	Rosettes     []int             `json:"rosettes,omitempty"` // the filled ones, by their number in [Board]
	Immortal     []board.Point     `json:"immortal,omitempty"` // stones that can never be captured
	Illegal      map[string]string `json:"illegal,omitempty"`  // empty point → key of the reason why the player to move may not play there
	Clock        *wire.ClockState  `json:"clock,omitempty"`
	Bidding      *wire.Bidding     `json:"bidding,omitempty"`
	ToPlace      int               `json:"toPlace,omitempty"` // handicap stones
	Agreement    *Agreement        `json:"agreement,omitempty"`
	Confirmation *Confirmation     `json:"confirmation,omitempty"`
	Dead         []board.Point     `json:"dead,omitempty"` // as marked, and at the end as agreed
	Result       *wire.Result      `json:"result,omitempty"`
	Score        *wire.Score       `json:"score,omitempty"`     // as marked, and of a game that was counted
	Estimable    bool              `json:"estimable,omitempty"` // an estimate of the position may be asked for
	Aidable      bool              `json:"aidable,omitempty"`   // the players may agree on estimates and hints for both
	Aided        bool              `json:"aided,omitempty"`     // they have
	Request      *wire.Question    `json:"request,omitempty"`   // what waits for an answer of the opponent
	Abortable    bool              `json:"abortable,omitempty"` // a player may abort the match
	GivesTime    bool              `json:"givesTime,omitempty"` // a player may give the opponent time
	Paused       int64             `json:"paused,omitempty"`    // until then both clocks stand still, in milliseconds since 1970
	Starts       int64             `json:"starts,omitempty"`    // until then who must act makes a first move, else the match is aborted; likewise
	Stall        *Stall            `json:"stall,omitempty"`     // who keeps whom waiting
	Vacation     *Vacation         `json:"vacation,omitempty"`
}

// startOf returns the handicap stones of a match, nil if there are none.
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

// StonesLeft are the stones that each player still has to play.
type StonesLeft struct {
	Black int `json:"b"`
	White int `json:"w"`
}

// stonesLeft returns the stones left in a game, nil where they are not limited.
func stonesLeft(g *game.Game) *StonesLeft {
	black, limited := g.StonesLeft(board.Black)
	if !limited {
		return nil
	}
	white, _ := g.StonesLeft(board.White)
	return &StonesLeft{black, white}
}

// An Agreement is the state of the agreement on dead stones.
type Agreement struct {
	Proposed bool                 `json:"proposed,omitempty"`
	Unsure   []board.Point        `json:"unsure,omitempty"`
	Pending  []life.PendingRegion `json:"pending,omitempty"` // where a move is worth points, so that the game is not over
	Agreed   string               `json:"agreed,omitempty"`  // who agrees with the marking
	Voided   string               `json:"voided,omitempty"`  // who has asked that both lose
	Mover    *Mover               `json:"mover,omitempty"`
}

// Mover says whom each player has named to move first after a dispute.
type Mover struct {
	Black string `json:"b,omitempty"`
	White string `json:"w,omitempty"`
}

// A Confirmation is a chain whose life is being played out on a copy of the board.
type Confirmation struct {
	Chain []board.Point `json:"chain"` // as it stood at the stop
	Color string        `json:"color"`
	Kos   []string      `json:"kos,omitempty"` // which the player to move may retake only after a pass for them
}

// StateOf returns the state of a match; at is the time of its last event.
func StateOf(m *play.Match, at time.Time) State {
	g := m.Game()
	b := g.Board()
	s := State{
		Phase: string(m.Phase()), Stones: stonesOf(b),
		ToMove: letter(m.ToMove()), Awaits: which(m.Awaits),
		Undo: letters(m.Undoers()...), Asked: letter(m.AskedUndo()),
		Ply: g.Ply(), Passes: g.PassesInRow(), Komi: g.Rules().Komi, Swapped: m.Swapped(),
		Prisoners: prisonersOf(g), Left: stonesLeft(g), Button: letter(g.Button()), Rosettes: rosettesOf(b), Immortal: immortalOf(b),
		Start: startOf(m),
		Clock: clockOf(m, at), ToPlace: m.ToPlace(), Bidding: biddingOf(m),
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

// byPhase fills in what a state has in one phase only.
var byPhase = map[play.Phase]func(*State, *play.Match){
	play.PhasePlay: func(s *State, m *play.Match) { s.Illegal = illegal(m.Game(), m.ToMove()) },
	play.PhaseAgreement: func(s *State, m *play.Match) {
		s.agree(m)
		if m.ToMove() != board.Empty { // under Flower
			s.Illegal = illegal(m.Game(), m.ToMove())
		}
	},
	play.PhaseTurn:         (*State).agree,
	play.PhaseConfirmation: (*State).confirm,
	play.PhaseOver:         (*State).end,
}

// Estimable reports whether an estimate of the position may be asked for: while moves
// are made on the board of a game in which the computer may advise, and when a match
// that had begun is over.
func Estimable(m *play.Match) bool {
	_, _, confirming := m.Confirmation()
	playing := m.Phase() == play.PhasePlay && !m.Unaided()
	return m.Begun() && !confirming && (playing || m.Phase() == play.PhaseOver)
}

// passEffects are the events that may follow from a pass, as State.Pass names them.
var passEffects = map[play.Kind]string{play.Stopped: "stops", play.Ended: "ends"}

// passEffect returns what a pass would do now. To decide it changes nothing.
func passEffect(m *play.Match, at time.Time) string {
	if m.Phase() != play.PhasePlay && m.Phase() != play.PhaseAgreement || m.ToMove() == board.Empty {
		return ""
	}
	if m.Phase() == play.PhasePlay && !m.Game().Passed() {
		return "" // the first pass of a game ends nothing, so that most moves decide no pass
	}
	events, err := m.Decide(play.Command{Kind: play.Pass, By: m.ToMove()}, at)
	if err != nil || len(events) == 0 {
		return "" // no pass is possible
	}
	return passEffects[events[len(events)-1].Kind]
}

// biddingOf returns the komi negotiation while it lasts, and the bids of a secret
// auction after it.
func biddingOf(m *play.Match) *wire.Bidding {
	if m.Phase() == play.PhaseKomi {
		komi, by := m.KomiBid()
		return &wire.Bidding{By: letter(by), Komi: komi, Made: which(m.HasBid)}
	}
	if bids, ok := m.SecretBids(); ok {
		return &wire.Bidding{Komi: m.Game().Rules().Komi, Bids: &wire.Bids{Black: bids[board.Black], White: bids[board.White]}}
	}
	return nil
}

// agree fills in the marking of dead stones and its count.
func (s *State) agree(m *play.Match) {
	a := &Agreement{
		Proposed: m.Proposed(), Unsure: sorted(m.Unsure()), Pending: life.NamedPending(m.Game().Graph(), m.PendingRegions()),
		Agreed: which(m.Agreed), Voided: which(m.Voided),
	}
	black, white := m.ChosenMover(board.Black), m.ChosenMover(board.White)
	if black != board.Empty || white != board.Empty {
		a.Mover = &Mover{letter(black), letter(white)}
	}
	s.Agreement, s.Dead, s.Score = a, sorted(m.Dead()), scoreOf(m)
}

// confirm fills in the chain whose life is played out.
func (s *State) confirm(m *play.Match) {
	g := m.Game()
	s.Illegal = illegal(g, m.ToMove())
	chain, owner := m.ConfirmationChain()
	s.Confirmation = &Confirmation{Chain: notNil(sorted(chain)), Color: letter(owner)}
	_, kos, _ := m.Confirmation()
	for _, p := range kos {
		name := g.Graph().PointName(p)
		s.Confirmation.Kos = append(s.Confirmation.Kos, name)
		s.Illegal[name] = play.ErrKoBan.Error()
	}
}

// end fills in how the match ended.
func (s *State) end(m *play.Match) {
	r := m.Result()
	s.Result = &wire.Result{Text: r.String(), Winner: letter(r.Winner), By: string(r.By), Margin: r.Margin}
	if m.Counted() {
		s.Dead, s.Score = sorted(m.Dead()), scoreOf(m)
	}
}

func sorted(points []board.Point) []board.Point {
	slices.Sort(points)
	return points
}
