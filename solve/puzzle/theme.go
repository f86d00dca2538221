package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/reading"
	"rosette/solve"
)

// A Theme is the subject of a puzzle.
type Theme string

// The themes. A puzzle gets the first theme in the order of [Themes] that fits.
const (
	Ko       Theme = "ko"        // the best result is a ko
	Seki     Theme = "seki"      // the chain is saved, and cannot live by two eyes or a rosette
	Rosette  Theme = "rosette"   // making, threatening or stopping a rosette decides
	FalseEye Theme = "false-eye" // the move, or the opponent's there, makes an eye false
	Connect  Theme = "connect"   // the move connects the chain with another and saves it
	Live     Theme = "live"      // the chain lives
	Kill     Theme = "kill"      // the chain would live and dies
	Escape   Theme = "escape"    // the chain gets away
	Capture  Theme = "capture"   // the chain would get away and is captured
)

// Themes returns all themes.
func Themes() []Theme {
	return []Theme{Ko, Seki, Rosette, FalseEye, Connect, Live, Kill, Escape, Capture}
}

// ParseThemes parses a list of themes, separated by commas. An empty text is an empty list.
func ParseThemes(text string) (list []Theme, err error) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(Themes(), Theme(name)) {
			return nil, fmt.Errorf("no theme %q; use some of %s", name, strings.Trim(fmt.Sprint(Themes()), "[]"))
		}
		list = append(list, Theme(name))
	}
	return list, nil
}

// themeOf returns the theme of a puzzle.
func themeOf(p *solve.Puzzle) Theme {
	switch {
	case p.Goal == solve.ByKo:
		return Ko
	case isSeki(p):
		return Seki
	case concernsRosette(p):
		return Rosette
	case falsifies(p):
		return FalseEye
	case connects(p):
		return Connect
	}
	saved := p.Goal == solve.Saved
	switch {
	case saved && p.EscapeLiberties == 0:
		return Live
	case saved:
		return Escape
	case p.EscapeLiberties == 0:
		return Kill
	}
	return Capture
}

// concernsRosette reports whether the move completes a hexagon of its player, or is the fifth stone
// in a hexagon without opposing stones, or takes the last point of the opponent's hexagon. It also
// reports true if without immortal hexagons the move would be wrong or a wrong move right.
func concernsRosette(p *solve.Puzzle) bool {
	g, b := p.Board.Graph(), p.Board
	for _, i := range g.RosettesAt(p.Move) {
		all := len(g.Rosettes()[i])
		mine, theirs := b.RosetteCount(int(i), p.First), b.RosetteCount(int(i), p.First.Opponent())
		if theirs == 0 && mine >= all-2 || mine == 0 && theirs == all-1 {
			return true
		}
	}
	plain, ok := withoutRosettes(p)
	if !ok {
		return false
	}
	ctx := context.Background()
	if got, err := solve.Capture(ctx, plain.After(p.Move)); err != nil || got != p.Goal {
		return err == nil && got != solve.Unknown
	}
	return slices.ContainsFunc(p.Wrong, func(wrong board.Point) bool {
		got, err := solve.Capture(ctx, plain.After(wrong))
		return err == nil && got == p.Goal
	})
}

// withoutRosettes returns the problem on a board without hexagons. It returns false for a position
// with a rosette, which may support a wall, and for a square board.
func withoutRosettes(p *solve.Puzzle) (q solve.CaptureProblem, ok bool) {
	f := p.Board.Graph().File()
	if len(f.Rosettes) == 0 {
		return q, false
	}
	for at := range board.Point(p.Board.Graph().Points()) {
		if p.Board.Immortal(at) {
			return q, false
		}
	}
	f.Name, f.Rosettes = "plain", nil
	plain, err := f.Graph()
	if err != nil {
		return q, false
	}
	q = p.CaptureProblem
	q.Board, err = board.Setup(plain, stonesOf(&p.Board.View))
	return q, err == nil
}

// falsifies reports whether an attacker's stone at the move leaves some chain of the defender only
// one liberty, an empty point that several chains of the defender surround alone, and the problem's
// chain is one of them.
func falsifies(p *solve.Puzzle) bool {
	defender := p.Board.At(p.Chain)
	b := p.Board.Clone()
	if b.PlayResult(p.Move, defender.Opponent()) != board.HasLiberty {
		return false
	}
	b.Play(p.Move, defender.Opponent())
	if b.At(p.Chain) != defender {
		return false
	}
	for eye := range board.Point(b.Graph().Points()) {
		if b.At(eye) != board.Empty {
			continue
		}
		roots := 0
		ours := false
		last := false
		var seen []board.Point
		for _, n := range b.Graph().Near(eye) {
			if b.At(n) != defender {
				roots = 0
				break
			}
			if root := b.Root(n); !slices.Contains(seen, root) {
				seen = append(seen, root)
				roots++
				ours = ours || root == b.Root(p.Chain)
				only, atari := b.Atari(n)
				last = last || atari && only == eye
			}
		}
		if roots > 1 && ours && last {
			return true
		}
	}
	return false
}

// connects reports whether the move saves the chain by joining it to another.
func connects(p *solve.Puzzle) bool {
	if p.Goal != solve.Saved {
		return false
	}
	chain, others := false, false
	for _, n := range p.Board.Graph().Near(p.Move) {
		if p.Board.At(n) == p.First {
			joins := p.Board.Root(n) == p.Board.Root(p.Chain)
			chain, others = chain || joins, others || !joins
		}
	}
	return chain && others
}

// lifeNodes limits the search for life of a saved chain.
const lifeNodes = 30_000

// isSeki reports whether the chain is saved for good but cannot live with two eyes or a rosette,
// even if its owner wins every ko.
func isSeki(p *solve.Puzzle) bool {
	if p.Goal != solve.Saved || p.EscapeLiberties > 0 {
		return false
	}
	after := p.After(p.Move)
	goal := lives{chain: p.Chain, owner: p.First, rules: p.Rules}
	if goal.Settled(&after.Board.View) != reading.Unknown {
		return false
	}
	reader := reading.Reader{Limit: lifeNodes}
	// The attacker loses every ko here, and still proves that the chain never lives.
	never := reading.Goal(staysUnsettled{goal})
	return reader.Prove(&after.Board.View, p.Rules.CaptureRules(), never, p.First.Opponent(), p.First.Opponent(),
		p.Region()).Verdict == reading.Yes
}

// lives is the goal that a chain is unconditionally alive.
type lives struct {
	chain board.Point
	owner board.Color
	rules game.Rules
}

// Settled implements [reading.Goal].
func (l lives) Settled(b *board.View) reading.Verdict {
	switch {
	case b.At(l.chain) != l.owner:
		return reading.No
	case b.Immortal(l.chain) || life.Unconditional(b, l.owner, l.rules.CaptureRules()).Alive[l.chain]:
		return reading.Yes
	}
	return reading.Unknown
}

// Stands implements [reading.Goal].
func (l lives) Stands(*board.View) bool { return false }

// staysUnsettled is the goal that a chain does not live, though it may stay on the board.
type staysUnsettled struct{ lives }

// Settled implements [reading.Goal].
func (s staysUnsettled) Settled(b *board.View) reading.Verdict {
	switch s.lives.Settled(b) {
	case reading.Yes:
		return reading.No
	case reading.No:
		return reading.Yes
	}
	return reading.Unknown
}

// Stands implements [reading.Goal].
func (s staysUnsettled) Stands(*board.View) bool { return true }
