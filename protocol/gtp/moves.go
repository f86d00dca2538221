package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
)

func (s *Session) play(_ context.Context, args []string) (string, error) {
	move, err := s.parseMove(args)
	if err != nil {
		return "", err
	}
	if s.game.Play(move.Point, move.Color) != nil {
		return "", errors.New("illegal move")
	}
	return "", nil
}

// playSequence plays all moves, or none if one is illegal.
func (s *Session) playSequence(_ context.Context, args []string) (string, error) {
	moves, err := s.parseMoves(args)
	if err != nil {
		return "", err
	}
	for i, m := range moves {
		if s.game.Play(m.Point, m.Color) != nil {
			for range i {
				s.game.Undo()
			}
			return "", fmt.Errorf("illegal move %s %s", m.Color, s.moveName(m.Point))
		}
	}
	return "", nil
}

func (s *Session) undo(context.Context, []string) (string, error) {
	if !s.game.Undo() {
		return "", errors.New("cannot undo")
	}
	return "", nil
}

// undoMoves takes back a number of moves, one by default, or none if fewer have been played.
func (s *Session) undoMoves(_ context.Context, args []string) (string, error) {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = parseCount(args[0], math.MaxInt); err != nil {
			return "", err
		}
	}
	if n > s.game.Ply() {
		return "", errors.New("cannot undo")
	}
	for range n {
		s.game.Undo()
	}
	return "", nil
}
