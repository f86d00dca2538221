package matches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
)

// An Opening is how a game begins, Black to move first. It is played twice,
// with the colours swapped.
type Opening []game.Move

// Openings are those of a tournament, in order.
type Openings struct {
	graph  *board.Graph
	rules  game.Rules
	length int
	rng    *rand.Rand
	fixed  []Opening
	win    winFunc    // of the next player; nil where openings need not be even
	within float64    // the largest distance of win from a half
	mu     sync.Mutex // guards drawn and seen
	drawn  []Opening
	seen   map[board.Hash]bool
}

// A winFunc returns the chance of the player to move to win. When ctx ends it returns
// soon, whatever.
type winFunc func(ctx context.Context, g *game.Game, next board.Color) float64

// RandomOpenings returns openings of that many random legal moves that are not
// suicide and fill no eye. No two are symmetric images of each other, as long as
// the board has others. Each is played with both colours; see [Openings.Balanced].
func RandomOpenings(g *board.Graph, r game.Rules, length int, seed uint64) *Openings {
	return &Openings{graph: g, rules: r, length: length, rng: rand.New(rand.NewPCG(seed, 0x6f70656e)), seen: map[board.Hash]bool{}}
}

// Balanced restricts o to openings in which win, the chance of the player to move,
// is within that distance of 1/2, or to the most balanced of many draws where few
// are. In unbalanced openings the same side wins both games of a pair, which does
// not distinguish the players. It returns o.
func (o *Openings) Balanced(within float64, win winFunc) *Openings {
	o.within, o.win = within, win
	return o
}

// ReadOpenings takes each game of a collection, as far as its main line goes, as
// an opening, in a charset or, with "", the one that the file names or a guess. When
// all have been played they begin again.
func ReadOpenings(g *board.Graph, r game.Rules, from io.Reader, charset string) (*Openings, error) {
	collection, err := foreign.Read(from, sgf.Options{Charset: charset})
	if err == nil {
		err = collection.Err()
	}
	if err != nil {
		return nil, err
	}
	o := &Openings{graph: g, rules: r}
	for i, root := range collection.Trees {
		line, err := sgf.Replay(root, -1, &r)
		if err == nil {
			err = line.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		opening, err := o.take(line.Game)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		o.fixed = append(o.fixed, opening)
	}
	if len(o.fixed) == 0 {
		return nil, errors.New("no game in it")
	}
	return o, nil
}

// take returns the moves of a game as an opening, if the tournament can play it.
func (o *Openings) take(played *game.Game) (Opening, error) {
	if played.Graph() != o.graph {
		return nil, fmt.Errorf("it is of %s, the match of %s", played.Graph().Name(), o.graph.Name())
	}
	if b, _, known := played.Start(); !known || b.Vacant() < o.graph.Points() {
		return nil, errors.New("it begins with stones; an opening is made of moves")
	}
	if played.Passes() >= 2 {
		return nil, errors.New("it is over; an opening ends before two passes")
	}
	var opening Opening
	next := board.Black
	for ply := range played.Ply() {
		m := played.Move(ply)
		if m.Color != next {
			return nil, fmt.Errorf("move %d is not %s's; both move in turn, Black first", ply+1, next)
		}
		next = next.Opponent()
		opening = append(opening, m)
	}
	return opening, nil
}

// At returns the opening of that index, or the cause of the end of ctx. Each opening
// follows from those before it, so that callers wait for each other while balanced ones
// are sought. It is safe for concurrent use; once ctx has ended, o is of no use any more.
func (o *Openings) At(ctx context.Context, i int) (Opening, error) {
	if len(o.fixed) > 0 {
		return o.fixed[i%len(o.fixed)], nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.drawn) <= i {
		next := o.next(ctx)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		o.drawn = append(o.drawn, next)
	}
	return o.drawn[i], nil
}

// repeated says that openings of a file begin again within so many pairs, "" if not.
func (o *Openings) repeated(pairs int) string {
	n := len(o.fixed)
	if n == 0 || pairs <= n {
		return ""
	}
	return fmt.Sprintf("%d pairs, and %d in the file of openings: from pair %d on they begin again; players that leave nothing to chance then repeat their games, "+
		"which tell nothing new, though the interval and --sprt count them", pairs, n, n+1)
}

// attempts is how often a new opening is sought before a known one will do.
const attempts = 200

// next draws an opening that is no image of an earlier one and even, if it is to
// be; the evenest of many, if it finds none or ctx ends.
func (o *Openings) next(ctx context.Context) (best Opening) {
	least, key := math.Inf(1), board.Hash{}
	for range attempts {
		if ctx.Err() != nil {
			break
		}
		opening, g := o.draw()
		k := canonical(g.Board())
		bias := o.imbalance(ctx, g, opening)
		if o.seen[k] {
			bias += 1 // so that one that is new is taken before
		}
		if bias < least {
			best, least, key = opening, bias, k
		}
		if least <= o.within {
			break
		}
	}
	o.seen[key] = true
	return best
}

// imbalance returns how far the chance of either side is from 1/2, 0 without
// Balanced.
func (o *Openings) imbalance(ctx context.Context, g *game.Game, opening Opening) float64 {
	if o.win == nil {
		return 0
	}
	next := board.Black
	if len(opening)%2 == 1 {
		next = board.White
	}
	return math.Abs(o.win(ctx, g, next) - 0.5)
}

// draw plays random moves.
func (o *Openings) draw() (Opening, *game.Game) {
	g := game.New(o.graph, o.rules)
	c := board.Black
	var opening Opening
	for range o.length {
		may := slices.DeleteFunc(slices.Sorted(slices.Values(g.Board().Empties())), func(p board.Point) bool {
			return !g.Board().IsPlayoutMove(p, c) || g.Legal(p, c) != nil
		})
		if len(may) == 0 {
			break
		}
		m := game.Move{Point: may[o.rng.IntN(len(may))], Color: c}
		g.Make(m.Point, m.Color)
		opening = append(opening, m)
		c = c.Opponent()
	}
	return opening, g
}

// canonical returns a key that a position shares only with its symmetric images.
func canonical(b *board.View) (least board.Hash) {
	for i, image := range b.Graph().Symmetries() {
		var h board.Hash
		for p := range board.Point(b.Graph().Points()) {
			if c := b.At(p); c != board.Empty {
				h = h.Xor(board.Key(image[p], c))
			}
		}
		if i == 0 || h.Hi < least.Hi || h.Hi == least.Hi && h.Lo < least.Lo {
			least = h
		}
	}
	return least
}

// openingNames returns the points of an opening, separated by spaces.
func openingNames(g *board.Graph, o Opening) string {
	points := make([]board.Point, len(o))
	for i, m := range o {
		points[i] = m.Point
	}
	return strings.Join(g.Names(points), " ")
}
