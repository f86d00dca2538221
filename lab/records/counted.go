package records

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
)

// errNoCount means that the judge does not confirm a record's result.
var errNoCount = errors.New("the judge is not sure of the count, or it differs from the recorded result")

// shortestRecord is the least number of moves in a record that Counted accepts.
const shortestRecord = 8

// Counted reads an SGF record and returns its final position and the dead stones. The record must
// have a komi and a counted result, propose must be sure about every stone, and the count must equal
// the result: by the record's rules or, if it has none, by Japanese or by Chinese rules.
func Counted(
	ctx context.Context, text []byte, propose func(context.Context, *game.Game) (life.Proposal, error),
) (*game.Game, []board.Point, error) {
	c, err := sgf.Parse(bytes.NewReader(text), sgf.Options{})
	if err != nil {
		return nil, nil, err
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		return nil, nil, err
	}
	g := line.Game
	result, known := c.Trees[0].Result()
	switch {
	case len(line.Problems) > 0:
		return nil, nil, line.Problems[0]
	case !known || result.By != game.ByScore:
		return nil, nil, errors.New("its result is not a count")
	case c.Trees[0].Info("KM") == "":
		return nil, nil, errors.New("it has no komi")
	case g.Ply() < shortestRecord:
		return nil, nil, fmt.Errorf("it has only %d moves", g.Ply())
	}
	p, err := propose(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	if len(p.Unsure)+len(p.Pending)+len(p.Open) > 0 {
		return nil, nil, errNoCount
	}
	for _, name := range rulesets(c.Trees[0]) {
		under := g
		if name != "" {
			r, err := game.Preset(name)
			if err != nil {
				return nil, nil, err
			}
			r.Komi = g.Rules().Komi
			if under, known = g.WithRules(r); !known {
				return nil, nil, errors.New("its first moves are not known")
			}
		}
		if under.Score(p.Dead...).Result() == result {
			return under, p.Dead, nil
		}
	}
	return nil, nil, errNoCount
}

// rulesets returns presets for counting a record, or "" for the record's own rules.
func rulesets(root *sgf.Node) []string {
	if root.Info("RU") != "" {
		return []string{""}
	}
	return []string{"japanese", "chinese"}
}
