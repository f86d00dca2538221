package terminal

import (
	"fmt"
	"strings"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// sumText writes in a line how the points of a colour add up.
func sumText(s game.Score, c board.Color) string {
	var items []string
	for _, item := range s.Items() {
		if n := item.Points[c]; n != 0 {
			items = append(items, fmt.Sprintf("%s %v", item.Name, n))
		}
	}
	points := board.ByColor[float64]{board.Black: s.Black, board.White: s.White}[c]
	if len(items) == 0 {
		return fmt.Sprintf("%s %v", capitalized(c), points)
	}
	return fmt.Sprintf("%s %v: %s", capitalized(c), points, strings.Join(items, ", "))
}

// scoreText writes in lines the score of the position with the dead stones that
// are marked.
func (s *Session) scoreText() string {
	score := s.match.Score()
	dead := "every stone alive"
	if n := len(score.Dead); n > 0 {
		dead = fmt.Sprintf("dead: %s", s.joined(score.Dead))
	}
	return fmt.Sprintf("%s\n%s\n%s, %s\n", sumText(score, board.Black), sumText(score, board.White), score.Result(), dead)
}

// position draws the position, without its upright lines if the terminal is too
// low for them.
func (s *Session) position() string {
	text := s.draw(s.Style)
	if s.Height > 0 && strings.Count(text, "\n") >= s.Height {
		compact := s.Style
		compact.Compact = true
		text = s.draw(compact)
	}
	return text
}

// draw draws the position; while the players agree on the dead stones, it marks
// these.
func (s *Session) draw(style draw.Style) string {
	g, dead := s.match.Game(), s.match.Dead()
	if len(dead) == 0 || s.match.Phase() == play.PhaseConfirmation {
		return draw.Game(g, style)
	}
	return draw.Text(g.Board(), style, dead...) + "\n" + draw.Legend(g.Graph(), style) + "  ( ) dead\n"
}
