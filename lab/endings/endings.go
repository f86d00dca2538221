// Package endings generates final positions with a proven outcome. They are drawn at random: half
// of the board is fought out on a few points. Exhaustive search proves whether each chain there is
// dead, alive or in seki, or that the first move or a ko decides. A judge of dead stones must be
// right or unsure about them.
package endings

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Kind is a position's proven property.
type Kind string

// The kinds.
const (
	Seki  Kind = "seki"  // chains of both colours are in seki
	Dead  Kind = "dead"  // some chain is dead and none in seki
	First Kind = "first" // the player to move first decides
	Ko    Kind = "ko"    // a ko decides
)

// Kinds lists all kinds.
var Kinds = []Kind{Seki, Dead, First, Ko}

// A Position is a final position with its chains' proven status.
type Position struct {
	Kind      Kind              `json:"kind"`
	Board     string            `json:"board"`
	Rules     string            `json:"rules"`
	Black     []string          `json:"black"` // stones
	White     []string          `json:"white"`
	Status    map[string]string `json:"status"`              // by each chain's first stone: dead, alive, seki or open
	Nodes     int               `json:"nodes,omitempty"`     // size of the proof in positions
	Authority string            `json:"authority,omitempty"` // source of the status, where there is no proof
}

// open is the status if the first move or a ko decides a chain.
const open = "open"

// Game returns the position as a game without moves.
func (p *Position) Game() (*game.Game, error) {
	graph, err := board.Named(p.Board)
	if err != nil {
		return nil, err
	}
	rules, err := game.ParseRules(p.Rules)
	if err != nil {
		return nil, err
	}
	rules.Komi = 0
	stones := make([]board.Color, graph.Points())
	for color, names := range map[board.Color][]string{board.Black: p.Black, board.White: p.White} {
		for _, name := range names {
			at, err := graph.Point(name)
			if err != nil {
				return nil, err
			}
			stones[at] = color
		}
	}
	b, err := board.Setup(graph, stones)
	if err != nil {
		return nil, err
	}
	return game.From(b, rules, board.Black), nil
}

// Read reads positions, one JSON value per line.
func Read(r io.Reader) (all []Position, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var p Position
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil || !slices.Contains(Kinds, p.Kind) {
			return nil, fmt.Errorf("line %d is not a position from rosette lab exam endings", n)
		}
		if _, err := p.Game(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, p)
	}
	if len(all) == 0 && lines.Err() == nil {
		return nil, errors.New("the file has no positions")
	}
	return all, lines.Err()
}

// ReadFile reads a file of positions. Id identifies its contents.
func ReadFile(name string) (all []Position, id string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	if all, err = Read(bytes.NewReader(text)); err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return all, fmt.Sprintf("positions %x", sha256.Sum256(text)), nil
}

// Write writes positions, one JSON value per line.
func Write(w io.Writer, all []Position) error {
	lines := json.NewEncoder(w)
	for _, p := range all {
		if err := lines.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// A Verdict compares a proposal of dead stones with the proof.
type Verdict struct {
	Wrong  []string // chains judged with certainty, but wrongly, by first stone
	Unsure []string // chains wrongly left unsure
}

// Compare compares a proposal with the proof.
func (p *Position) Compare(g *game.Game, found life.Proposal) (v Verdict) {
	for _, c := range found.Chains {
		name := g.Graph().PointName(c.Stones[0])
		want, known := p.Status[name]
		switch {
		case !known || string(c.Status) == want:
		case c.Status != life.Unsure:
			v.Wrong = append(v.Wrong, fmt.Sprintf("%s is %s, not %s", name, want, c.Status))
		case want != open:
			v.Unsure = append(v.Unsure, name)
		}
	}
	return v
}
