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

// A turn is what a bot must know of a match to act, copied from it, because the match
// goes on while the bot thinks.
type turn struct {
	mover    Mover
	opinion  *opinion
	color    board.Color // Empty for the server, which only proposes dead stones
	level    string
	settings play.Settings
	phase    play.Phase
	seq      int // of the last event
	changed  int // of the last event that changed the position

	game   *game.Game
	left   clock.Remaining
	bid    float64     // the komi that is offered or bid highest
	bidder board.Color // by whom; Empty if nobody has bid

	proposed  bool
	agreed    board.ByColor[bool]
	dead      []board.Point
	confirmed []board.Point // stones of chains whose fate was played out
	kos       []board.Point // where the bot may not retake before a pass for the ko

	onlyPasses bool // the confirmation has lasted too long for anything else
	mayAgree   bool // the bot is not to act, but may agree
	disagreed  bool // play goes on after a stop, so dead stones must be captured
}

// actions are what a bot does in each phase. A command without kind means that it
// waits for the other player.
var actions = map[play.Phase]func(t *turn, ctx context.Context) (play.Command, error){
	play.PhaseKomi:         (*turn).negotiate,
	play.PhaseHandicap:     (*turn).placeHandicap,
	play.PhasePlay:         (*turn).move,
	play.PhaseAgreement:    (*turn).agree,
	play.PhaseTurn:         (*turn).chooseMover,
	play.PhaseConfirmation: (*turn).confirm,
}

// due returns the players for whom the computer has to act now. Empty stands for the
// server, which proposes the dead stones if no bot does.
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

// newTurn copies what a thought for a player may need. The clock is read at the time
// since which the bot has been asked.
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

// levelOf returns the level that thinks for a player, and for the server that of a
// bot in the match; "" is full strength.
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

// act finds what to do.
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

// command completes a command. Its ID follows from the turn, so that two processes
// that think for the same bot make one move.
func (t *turn) command(cmd play.Command) play.Command {
	cmd.By, cmd.After = t.color, t.changed
	cmd.ID = fmt.Sprintf("computer-%d-%s", t.changed, cmd.Kind)
	return cmd
}

// move chooses a turn.
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

// placeHandicap puts the next handicap stone on one of the usual points.
func (t *turn) placeHandicap(context.Context) (play.Command, error) {
	points := game.PlaceHandicap(t.game.Graph(), t.settings.Handicap)
	i := slices.IndexFunc(points, func(p board.Point) bool { return t.game.Board().At(p) == board.Empty })
	if i < 0 {
		return play.Command{}, errors.New("the computer has no point for a handicap stone")
	}
	return play.Command{Kind: play.Place, Point: t.game.Graph().PointName(points[i])}, nil
}

// chooseMover says after a dispute that the bot will move first.
func (t *turn) chooseMover(context.Context) (play.Command, error) {
	return play.Command{Kind: play.ChooseMover, Side: t.color}, nil
}

// confirm plays on for the life of a disputed chain; a ko that may not be retaken yet
// is passed for. Where the confirmation has lasted too long, it passes.
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
