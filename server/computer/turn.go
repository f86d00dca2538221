package computer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A turn is a copy of the match state that a bot needs to act, because the match continues while
// the bot searches.
type turn struct {
	mover    Mover
	opinion  *opinion
	color    board.Color // Empty for the server, which only proposes dead stones
	level    string
	settings play.Settings
	phase    play.Phase
	seq      int // last event
	changed  int // last event that changed the position

	game   *game.Game
	left   clock.Remaining
	bid    float64     // offered komi or highest bid
	bidder board.Color // player of that bid; Empty before the first

	proposed  bool
	agreed    board.ByColor[bool]
	dead      []board.Point
	confirmed []board.Point // stones whose status was played out
	kos       []board.Point // points where the bot must pass for the ko before retaking

	onlyPasses bool // the confirmation allows only passes
	mayAgree   bool // the bot need not act, but may agree
	disagreed  bool // play was resumed after a stop, so dead stones must be captured
}

// actions holds a bot's action in each phase. A command without a kind means that it waits for the
// other player.
var actions = map[play.Phase]func(t *turn, ctx context.Context) (play.Command, error){
	play.PhaseKomi:         (*turn).negotiate,
	play.PhaseHandicap:     (*turn).placeHandicap,
	play.PhasePlay:         (*turn).move,
	play.PhaseAgreement:    (*turn).agree,
	play.PhaseTurn:         (*turn).chooseMover,
	play.PhaseConfirmation: (*turn).confirm,
}

// due returns the players that the computer must act for now. Empty stands for the server, which
// proposes the dead stones if no bot does.
func due(m *play.Match, bot func(board.Color) bool) (colors []board.Color) {
	for _, c := range board.Colors {
		if bot(c) && (m.Awaits(c) || m.MayAgree(c)) {
			colors = append(colors, c)
		}
	}
	if len(colors) == 0 && m.Phase() == play.PhaseAgreement && !m.Proposed() {
		colors = []board.Color{board.Empty}
	}
	return colors
}

// newTurn copies the state for a player. It reads the clock at since, the start of the turn.
func newTurn(m *play.Match, c board.Color, since time.Time) *turn {
	t := &turn{
		color: c, level: levelOf(m, c), settings: m.Settings(), phase: m.Phase(), seq: m.Seq(), changed: m.Changed(),
		game: m.Game().Clone(), left: m.Clock(c, since),
		proposed: m.Proposed(), dead: m.Dead(), confirmed: m.Confirmed(), disagreed: m.Disagreed(),
		agreed: board.ByColor[bool]{board.Black: m.Agreed(board.Black), board.White: m.Agreed(board.White)},
	}
	t.bid, t.bidder = m.KomiBid()
	_, t.kos, _ = m.Confirmation()
	t.onlyPasses, t.mayAgree = m.ConfirmationFull(), m.MayAgree(c)
	return t
}

// levelOf returns a player's level or, for the server, the level of a bot in the match. "" means
// full strength.
func levelOf(m *play.Match, c board.Color) string {
	if c != board.Empty {
		return m.Seat(c).ID
	}
	for _, c := range board.Colors {
		if s := m.Seat(c); s.Bot() {
			return s.ID
		}
	}
	return ""
}

// act finds the command.
func (t *turn) act(ctx context.Context) (play.Command, error) {
	action, ok := actions[t.phase]
	switch {
	case t.color == board.Empty:
		return t.propose(ctx)
	case !ok:
		return play.Command{}, nil
	}
	return action(t, ctx)
}

// command completes a command. The turn determines its ID, so that two processes that search for
// the same bot make one move.
func (t *turn) command(cmd play.Command) play.Command {
	cmd.By, cmd.After = t.color, t.changed
	cmd.ID = fmt.Sprintf("computer-%d-%s", t.changed, cmd.Kind)
	return cmd
}

// move chooses a move or resigns.
func (t *turn) move(ctx context.Context) (play.Command, error) {
	if t.disagreed {
		t.game.DisableFriendlyPass()
	}
	choice, err := t.mover.Choose(ctx, t.game, t.color, t.left)
	if err != nil {
		return play.Command{}, err
	}
	graph := t.game.Graph()
	switch p := choice.Point; {
	case choice.Resign:
		return play.Command{Kind: play.Resign}, nil
	case p == board.Pass:
		return play.Command{Kind: play.Pass}, nil
	case p < 0 || int(p) >= graph.Points():
		return play.Command{}, fmt.Errorf("the computer chose point %d of a board with %d", p, graph.Points())
	default:
		return play.Command{Kind: play.Play, Point: graph.PointName(p)}, nil
	}
}

// placeHandicap places the next handicap stone on a usual point.
func (t *turn) placeHandicap(context.Context) (play.Command, error) {
	points := game.PlaceHandicap(t.game.Graph(), t.settings.Handicap)
	i := slices.IndexFunc(points, func(p board.Point) bool { return t.game.Board().At(p) == board.Empty })
	if i < 0 {
		return play.Command{}, errors.New("the computer has no point for a handicap stone")
	}
	return play.Command{Kind: play.Place, Point: t.game.Graph().PointName(points[i])}, nil
}

// chooseMover names the bot as the first to move after a dispute.
func (t *turn) chooseMover(context.Context) (play.Command, error) {
	return play.Command{Kind: play.ChooseMover, Side: t.color}, nil
}

// confirm plays for or against the life of a disputed chain, and passes for a ko that it may not
// retake yet. After the move limit it passes.
func (t *turn) confirm(ctx context.Context) (play.Command, error) {
	if t.onlyPasses {
		return play.Command{Kind: play.Pass}, nil
	}
	cmd, err := t.move(ctx)
	if err != nil || cmd.Kind != play.Play {
		if cmd.Kind == play.Resign {
			cmd = play.Command{Kind: play.Pass}
		}
		return cmd, err
	}
	if slices.Contains(t.game.Graph().Names(t.kos), cmd.Point) {
		cmd.Kind = play.Pass
	}
	return cmd, nil
}
