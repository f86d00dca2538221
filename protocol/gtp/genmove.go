package gtp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game/board"
)

func (s *Session) genmove(ctx context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	return s.chooseAndPlay(ctx, c)
}

// chooseAndPlay lets the engine choose a move and plays it.
func (s *Session) chooseAndPlay(ctx context.Context, c board.Color) (string, error) {
	return s.playChosen(c, func() (board.Point, bool, error) { return s.choose(ctx, c) })
}

// playChosen plays the move that choose returns and subtracts its time from c's clock.
func (s *Session) playChosen(c board.Color, choose func() (board.Point, bool, error)) (string, error) {
	start := time.Now()
	move, resign, err := choose()
	s.spendTime(c, time.Since(start))
	if err != nil || resign {
		return "resign", err
	}
	if err := s.game.Play(move, c); err != nil {
		return "", fmt.Errorf("the engine chose %s, which is illegal: %w", s.names().PointName(move), err)
	}
	s.enginePlays, s.source.engine[c] = true, true
	return s.moveName(move), nil
}

// regGenmove chooses a move without playing it.
func (s *Session) regGenmove(ctx context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	move, resign, err := s.choose(ctx, c)
	if err != nil || resign {
		return "resign", err
	}
	return s.moveName(move), nil
}

func (s *Session) choose(ctx context.Context, c board.Color) (board.Point, bool, error) {
	if s.Player == nil {
		return board.Pass, false, errors.New("this session has no player; use play")
	}
	return s.Player.Choose(ctx, s.game, c, s.clocks[c])
}
