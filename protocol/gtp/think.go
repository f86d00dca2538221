package gtp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

func (s *Session) genmove(ctx context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	return s.move(ctx, c)
}

// move chooses a move and plays it.
func (s *Session) move(ctx context.Context, c board.Color) (string, error) {
	return s.moveBy(c, func() (board.Point, bool, error) { return s.choose(ctx, c) })
}

// moveBy plays what is chosen, on the clock of c.
func (s *Session) moveBy(c board.Color, choose func() (board.Point, bool, error)) (string, error) {
	start := time.Now()
	move, resign, err := choose()
	s.spend(c, time.Since(start))
	if err != nil || resign {
		return "resign", err
	}
	if err := s.game.Play(move, c); err != nil {
		return "", fmt.Errorf("the engine chose %s, which is illegal: %w", s.game.Graph().PointName(move), err)
	}
	s.chose = true
	return s.vertex(move), nil
}

// regGenmove chooses without playing.
func (s *Session) regGenmove(ctx context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	move, resign, err := s.choose(ctx, c)
	if err != nil || resign {
		return "resign", err
	}
	return s.vertex(move), nil
}

func (s *Session) choose(ctx context.Context, c board.Color) (board.Point, bool, error) {
	if s.Mover == nil {
		return board.Pass, false, errors.New("nobody is here to choose moves; use play")
	}
	return s.Mover.Choose(ctx, s.game, c, s.clocks[c])
}

// vertex writes a move as the protocol's examples do.
func (s *Session) vertex(p board.Point) string {
	if p == board.Pass {
		return "PASS"
	}
	return s.game.Graph().PointName(p)
}

// spend takes thinking time off the main time, for controllers that set a
// clock and never say what is left. Overtime stays as it was set.
func (s *Session) spend(c board.Color, used time.Duration) {
	s.clocks[c].Main = max(0, s.clocks[c].Main-used)
}

// longestTime bounds every time that a controller may set, in seconds.
const longestTime = 1 << 30

func (s *Session) timeSettings(_ context.Context, args []string) (string, error) {
	var n board.ByColor[int]
	for i, arg := range args {
		var err error
		if n[i], err = number(arg, longestTime); err != nil {
			return "", err
		}
	}
	main, overtime, stones := n[0], n[1], n[2]
	t := engine.Time{Main: seconds(main), Clocked: true}
	if overtime > 0 {
		t.Period, t.Stones, t.Periods = seconds(overtime), stones, 1
	}
	if overtime > 0 && stones == 0 { // the protocol's way to say no limit
		t = engine.Time{}
	}
	s.setClock(t)
	return "", nil
}

// setClock gives each player that clock.
func (s *Session) setClock(t engine.Time) {
	s.clock, s.byoyomi = t, false
	s.clocks = board.ByColor[engine.Time]{board.Black: t, board.White: t}
}

// timeLeft takes main time while the stones are 0, and then what is left of an
// overtime period; under byoyomi of KGS, where each period is for one move, the
// stones are the periods left.
func (s *Session) timeLeft(_ context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	left, err := number(args[1], longestTime)
	if err != nil {
		return "", err
	}
	stones, err := number(args[2], longestTime)
	if err != nil {
		return "", err
	}
	t := &s.clocks[c]
	t.Clocked = true
	t.Main = seconds(left)
	if stones > 0 {
		t.Main, t.Period, t.Stones, t.Periods = 0, seconds(left), stones, 1
	}
	if stones > 0 && s.byoyomi {
		t.Stones, t.Periods = 1, stones
	}
	return "", nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
