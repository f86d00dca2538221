package api

import (
	"context"
	"net/http"
	"slices"

	"rosette/api/web"
	"rosette/game"
	"rosette/play"
	"rosette/play/fair"
)

// Why the computer judges a position for nobody, or not for who asks.
var (
	unaided = web.ProblemOf(http.StatusForbidden, "privacy.unaided", nil)
	ownGame = web.ProblemOf(http.StatusForbidden, "privacy.own-game", nil)
)

// unfair returns a problem if a game has passed close to a position of a rated match that
// the visitor plays now, or somebody at the address of a visitor without an account. It
// leaves the game as it was.
func (s *Server) unfair(ctx context.Context, v web.Visitor, g *game.Game) error {
	if s.Games == nil || g.Ply() < fair.Free(g.Graph().Points()) {
		return nil
	}
	players := slices.DeleteFunc(v.Own(), func(a web.Actor) bool { return !a.IsUser() })
	if len(players) == 0 {
		players = s.neighbours(s.Address(web.RequestOf(ctx)))
	}
	for _, actor := range players {
		found, err := s.reservedFor(ctx, string(actor), g.Graph().Name())
		if err != nil {
			return s.notNow(err, "")
		}
		if found.Reached(g) {
			return ownGame
		}
	}
	return nil
}

// reservedFor returns the positions of the running rated matches of an actor on a board.
func (s *Server) reservedFor(ctx context.Context, actor, board string) (fair.Positions, error) {
	const atOnce = 50
	found := fair.Positions{}
	for before := int64(0); ; {
		games, err := s.Games.Of(ctx, actor, true, atOnce, before)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			before = g.Position
			if !g.Rated || g.Board != board {
				continue
			}
			if err := s.Host.Read(ctx, g.ID, func(m *play.Match) {
				if m.Begun() && !m.Over() {
					found.Add(m.GameAt(m.Moves()))
				}
			}); err != nil {
				return nil, err
			}
		}
		if len(games) < atOnce {
			return found, nil
		}
	}
}
