package terminal

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/i18n"
	"rosette/narrate"
	"rosette/play"
)

// scoreTable formats a score as a table: one item per line, the colours side by side. It omits
// items that are 0 for both.
func (s *Session) scoreTable(score game.Score) string {
	black, white := s.colorName(board.Black), s.colorName(board.White)
	rows := [][3]string{{"", black, white}}
	row := func(key string, b, w float64) {
		rows = append(rows, [3]string{s.text("score."+key, nil), i18n.Number(s.lang, b), i18n.Number(s.lang, w)})
	}
	for _, item := range score.Items() {
		if b, w := item.Points[board.Black], item.Points[board.White]; b != 0 || w != 0 {
			row(item.Key, b, w)
		}
	}
	row("total", score.Black, score.White)
	var width [3]int
	for _, cells := range rows {
		for i, cell := range cells {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var table strings.Builder
	for _, cells := range rows {
		fmt.Fprintf(&table, "%-*s  %*s  %*s\n", width[0], cells[0], width[1], cells[1], width[2], cells[2])
	}
	return table.String()
}

// scoreText describes the position's score with the marked dead stones and, before the end, the
// player who is ahead.
func (s *Session) scoreText() string {
	possible := s.match.ScoreRange()
	score := possible.Score
	lines := []string{s.text("terminal.score.alive", nil)}
	if len(score.Dead) > 0 {
		lines[0] = s.text("terminal.score.dead", i18n.Args{"points": s.joined(score.Dead)})
	}
	switch r := score.Result(); {
	case s.match.Over():
	case !possible.Certain():
		lines = append(lines, s.rangeText(possible)...)
	case r.Winner == board.Empty:
		lines = append(lines, s.text("terminal.score.even", nil))
	default:
		lines = append(lines, s.text("terminal.score.ahead", i18n.Args{"color": colorArg(r.Winner), "n": r.Margin}))
	}
	if !s.match.Over() {
		lines = append(lines, s.pendingText()...)
	}
	return s.scoreTable(score) + strings.Join(lines, "\n") + "\n"
}

// rangeText describes a range of results in lines, with the points for each block.
func (s *Session) rangeText(r game.ScoreRange) []string {
	first, second := r.Ends()
	var lines []string
	key := "score.range."
	if !slices.ContainsFunc(r.Open, func(block game.OpenBlock) bool { return block.Points > 0 }) {
		key = "score.range.first."
	}
	switch {
	case r.Least < 0 && r.Greatest > 0:
		lines = append(lines, s.text(key+"both", i18n.Args{"black": first.Margin, "white": second.Margin}))
	case first.Winner == board.Empty || second.Winner == board.Empty:
		winner := max(first.Winner, second.Winner)
		lines = append(lines, s.text(key+"draw", i18n.Args{
			"color": colorArg(winner), "n": max(first.Margin, second.Margin),
		}))
	default:
		lines = append(lines, s.text(key+"one", i18n.Args{
			"color": colorArg(first.Winner), "least": first.Margin, "greatest": second.Margin,
		}))
	}
	for _, block := range r.Open {
		key := "score.open"
		if block.Seki {
			key = "score.open.seki"
		}
		if block.Points > 0 {
			lines = append(lines, "  "+s.text(key, i18n.Args{
				"color": colorArg(block.Color), "points": s.joined(block.Stones), "n": block.Points,
			}))
		}
	}
	return lines
}

// pendingText describes, in lines, where a move is worth points, and how many.
func (s *Session) pendingText() (lines []string) {
	for _, region := range s.match.PendingRegions() {
		if lines == nil {
			lines = append(lines, s.text("score.pending", nil))
		}
		if region.Ko == board.Pass {
			lines = append(lines, s.gainsText(region)...)
			continue
		}
		key, args := "score.pending.ko.second", i18n.Args{"point": s.joined([]board.Point{region.Ko})}
		if region.Needs != board.Empty {
			key, args["color"] = "score.pending.ko", colorArg(region.Needs)
		}
		lines = append(lines, "  "+s.text(key, args))
	}
	return lines
}

// gainsText describes, in lines, each side's gain from moving first in a region.
func (s *Session) gainsText(region life.Pending) (lines []string) {
	for _, c := range board.Colors {
		key, at := "score.pending.move", region.Moves[c]
		if at == board.Pass {
			key, at = "score.pending.near", region.Points[0]
		}
		if region.Gain[c] > 0 {
			args := i18n.Args{"color": colorArg(c), "point": s.joined([]board.Point{at}), "n": region.Gain[c]}
			lines = append(lines, "  "+s.text(key, args))
		}
	}
	return lines
}

// filled draws the count on the board, with captured stones in territory of their own colour. It
// returns "" if captured stones do not count.
func (s *Session) filled() string {
	f, err := s.match.Game().Fill(s.match.Score())
	if err != nil {
		return "" // area scoring
	}
	captured, open := s.Style.FilledSymbols()
	legend := i18n.Args{
		"black": captured[board.Black], "white": captured[board.White], "b": open[board.Black], "w": open[board.White],
	}
	return "\n" + draw.Filled(f, s.Style) + "\n" + s.legend(s.Style) + s.text("terminal.legend.filled", legend) + "\n"
}

// position draws the position, compactly if the terminal has too few lines.
func (s *Session) position() string {
	text := s.draw(s.Style)
	if s.Height > 0 && strings.Count(text, "\n") >= s.Height {
		compact := s.Style
		compact.Compact = true
		text = s.draw(compact)
	}
	return text
}

// draw draws the position with the last move marked, a legend, the last move and the captures.
// During the agreement on dead stones it marks these instead.
func (s *Session) draw(style draw.Style) string {
	g, dead := s.match.Game(), s.match.Dead()
	if len(dead) > 0 && s.match.Phase() != play.PhaseConfirmation {
		return draw.Text(g.Board(), style, dead...) + "\n" + s.legend(style) + s.text("terminal.legend.dead", nil) +
			"\n"
	}
	text := s.legend(style)
	var marked []board.Point
	if last, ok := g.Last(); ok {
		m := narrate.Move{Color: last.Color}
		if last.Point != board.Pass {
			m.Point = g.Graph().PointName(last.Point)
			marked = append(marked, last.Point)
		}
		text += s.text("terminal.last", i18n.Args{"move": narrate.Text(s.lang, m.Messages()[0], narrate.Viewer{})}) +
			"\n"
	}
	text += s.text("terminal.captures", i18n.Args{
		"black": g.Prisoners(board.Black), "white": g.Prisoners(board.White),
	}) + "\n"
	if black, limited := g.StonesLeft(board.Black); limited {
		white, _ := g.StonesLeft(board.White)
		text += s.text("terminal.stones", i18n.Args{"black": black, "white": white}) + "\n"
	}
	return draw.Text(g.Board(), style, marked...) + "\n" + text
}

// legend explains a board's symbols in lines.
func (s *Session) legend(style draw.Style) string {
	stone, immortal := style.Symbols()
	text := s.text("terminal.legend.stones", i18n.Args{"black": stone[board.Black], "white": stone[board.White]}) + "\n"
	if len(s.match.Game().Graph().Rosettes()) > 0 {
		text += s.text("terminal.legend.rosettes", i18n.Args{
			"black": immortal[board.Black], "white": immortal[board.White],
		}) + "\n"
	}
	return text
}
