package game

import (
	"math"
	"slices"

	"rosette/game/board"
	"rosette/game/life"
)

// A ScoreRange holds the possible scores while some chains are open.
type ScoreRange struct {
	Score    Score       // score with every open chain alive
	Least    float64     // smallest possible margin, Black's points minus White's
	Greatest float64     // largest possible margin
	Open     []OpenBlock // in order of first stones; seki groups last
}

// An OpenBlock is either a set of chains with one colour that may be dead, or a group that may be
// in seki. Chains that share liberties or an eye live or die together.
type OpenBlock struct {
	Color  board.Color
	Stones []board.Point // sorted
	Points float64       // points at stake; 0 if no stone could capture the block
	Seki   bool          // the block is alive, in seki or not
}

// ScoreRange counts the position like [Game.Score] with the chains at dead, and also with chains at
// unsure dead: each block, all black blocks, or all white blocks. The range also includes both
// outcomes for divided groups (see [Score.Divided]). Each count costs as much as a Score.
func (g *Game) ScoreRange(dead, unsure []board.Point) ScoreRange {
	r := ScoreRange{Score: g.Score(dead...), Open: g.openBlocks(dead, unsure)}
	r.Least, r.Greatest = r.Score.Least(), r.Score.Greatest()
	var ofColor board.ByColor[[]OpenBlock]
	for i, block := range r.Open {
		without := g.scoreWithout(dead, block)
		r.Open[i].Points = math.Abs(without.Margin() - r.Score.Margin())
		r.include(without)
		ofColor[block.Color] = append(ofColor[block.Color], block)
	}
	for _, blocks := range ofColor {
		if len(blocks) > 1 {
			r.include(g.scoreWithout(dead, blocks...))
		}
	}
	for _, group := range r.Score.Divided {
		r.Open = append(r.Open, OpenBlock{Color: group.Color, Stones: group.Stones, Points: group.Points, Seki: true})
	}
	return r
}

func (r *ScoreRange) include(s Score) {
	r.Least, r.Greatest = min(r.Least, s.Least()), max(r.Greatest, s.Greatest())
}

// Widen returns the range extended by points that Black, or White, may still gain.
func (r ScoreRange) Widen(black, white int) ScoreRange {
	r.Greatest += float64(black)
	r.Least -= float64(white)
	return r
}

// ProposalRange counts the position with a proposal of dead stones. The range covers its unsure
// chains, and both players moving first where a move is worth points.
func (g *Game) ProposalRange(p life.Proposal) ScoreRange {
	return g.ScoreRange(p.Dead, p.Unsure).Widen(p.Gains())
}

// Certain reports whether the result does not depend on open chains.
func (r ScoreRange) Certain() bool { return r.Least == r.Greatest }

// Ends returns the results at both ends of the range, for a text such as "between B+97.5 and
// W+6.5": Black's win first, or the smaller win if only one player can win.
func (r ScoreRange) Ends() (first, second Result) {
	if r.Least >= 0 {
		return resultOf(r.Least), resultOf(r.Greatest)
	}
	return resultOf(r.Greatest), resultOf(r.Least)
}

// String returns the result if it is certain, and otherwise the range in words.
func (r ScoreRange) String() string {
	first, second := r.Ends()
	if r.Certain() {
		return first.String()
	}
	return "between " + first.String() + " and " + second.String()
}

// scoreWithout counts without the dead stones and without the blocks. A block stays if, with all of
// them removed, no opposing stone could have captured it.
func (g *Game) scoreWithout(dead []board.Point, blocks ...OpenBlock) Score {
	for {
		off := slices.Clone(dead)
		for _, block := range blocks {
			off = append(off, block.Stones...)
		}
		b, _ := g.withoutDead(off)
		taken := slices.DeleteFunc(slices.Clone(blocks),
			func(block OpenBlock) bool { return !reaches(b, block.Stones[0], block.Color.Opponent()) })
		if len(taken) == len(blocks) {
			return g.Score(off...)
		}
		blocks = taken
	}
}

// reaches reports whether a stone of c borders the empty region around p.
func reaches(b *board.View, p board.Point, c board.Color) bool {
	_, touched := emptyRegion(b, p, make([]bool, b.Graph().Points()))
	return touched[c]
}

// openBlocks groups the mortal chains at unsure into blocks. After the dead stones are removed, two
// chains of one colour belong together if both touch the same empty point, or the same region that
// no other colour touches.
func (g *Game) openBlocks(dead, unsure []board.Point) []OpenBlock {
	b, _ := g.withoutDead(dead)
	blocks := newBlockSet(b, unsure)
	done := make([]bool, b.Graph().Points())
	for p := range board.Point(len(done)) {
		if b.At(p) != board.Empty {
			continue
		}
		blocks.join(b, b.Graph().Near(p))
		if done[p] {
			continue
		}
		region, touched := emptyRegion(b, p, done)
		if touched[board.Black] == touched[board.White] {
			continue
		}
		var border []board.Point
		for _, q := range region {
			border = append(border, b.Graph().Near(q)...)
		}
		blocks.join(b, border)
	}
	return blocks.list(b)
}

// A blockSet maps each open chain to its block, both given by a root stone.
type blockSet map[board.Point]board.Point

func newBlockSet(b *board.View, unsure []board.Point) blockSet {
	set := blockSet{}
	for _, p := range unsure {
		if b.At(p) != board.Empty && !b.Immortal(p) {
			set[b.Root(p)] = b.Root(p)
		}
	}
	return set
}

// join merges the blocks of the open chains at those points, separately for each colour.
func (set blockSet) join(b *board.View, points []board.Point) {
	var head board.ByColor[board.Point]
	head[board.Black], head[board.White] = board.Pass, board.Pass
	for _, p := range points {
		c := b.At(p)
		if c == board.Empty {
			continue
		}
		mine, open := set[b.Root(p)]
		switch {
		case !open:
		case head[c] == board.Pass:
			head[c] = mine
		case head[c] != mine:
			for root, block := range set {
				if block == mine {
					set[root] = head[c]
				}
			}
		}
	}
}

// list returns the blocks in order of their first stones.
func (set blockSet) list(b *board.View) (blocks []OpenBlock) {
	index := map[board.Point]int{}
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty {
			continue
		}
		head, open := set[b.Root(p)]
		if !open {
			continue
		}
		i, known := index[head]
		if !known {
			i, index[head] = len(blocks), len(blocks)
			blocks = append(blocks, OpenBlock{Color: b.At(p)})
		}
		blocks[i].Stones = append(blocks[i].Stones, p)
	}
	return blocks
}
