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

// An Opening is the list of moves that begin a game, Black first. It is played twice, with the
// colours swapped.
type Opening []game.Move

// Openings returns a tournament's openings in order.
type Openings struct {
	graph  *board.Graph
	rules  game.Rules
	length int
	rng    *rand.Rand
	fixed  []Opening
	win    winFunc    // win probability of the player to move; nil if openings need not be even
	within float64    // largest distance between win and 1/2
	mu     sync.Mutex // guards drawn and seen
	drawn  []Opening
	seen   map[board.Hash]bool
}

// A winFunc returns the win probability of the player to move. It must return soon after ctx ends.
type winFunc func(ctx context.Context, g *game.Game, next board.Color) float64

// RandomOpenings returns openings with length random legal moves that are not suicide and fill no
// eye. No opening is a symmetric image of another, as long as the board has others. See also
// [Openings.Balanced].
func RandomOpenings(g *board.Graph, r game.Rules, length int, seed uint64) *Openings {
	return &Openings{
		graph: g, rules: r, length: length, rng: rand.New(rand.NewPCG(seed, 0x6f70656e)), seen: map[board.Hash]bool{},
	}
}

// Balanced limits o to openings where win, the chance of the player to move, is at most within from
// 1/2; if few qualify, o takes the most balanced of many draws. In an unbalanced opening the same
// side wins both games of a pair, which does not distinguish the players. It returns o.
func (o *Openings) Balanced(within float64, win winFunc) *Openings {
	o.within, o.win = within, win
	return o
}

// ReadOpenings reads an opening from the main line of each game in an SGF collection. If charset is
// "", it uses the charset named in the file, or guesses. After the last opening it starts again
// with the first.
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
		line, err := sgf.Replay(root, -1, sgf.Override{Rules: &r, Komi: &r.Komi})
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
		return nil, errors.New("no game in the file")
	}
	return o, nil
}

// take returns the game's moves as an opening, if the tournament can play it.
func (o *Openings) take(played *game.Game) (Opening, error) {
	if played.Graph() != o.graph {
		return nil, fmt.Errorf("the game is on %s, the match on %s", played.Graph().Name(), o.graph.Name())
	}
	if b, _, known := played.Start(); !known || b.Vacant() < o.graph.Points() {
		return nil, errors.New("the game begins with set-up stones; use moves")
	}
	if played.Passes() >= 2 {
		return nil, errors.New("the game is over; end the opening before two passes")
	}
	var opening Opening
	next := board.Black
	for ply := range played.Ply() {
		m := played.Move(ply)
		if m.Color != next {
			return nil, fmt.Errorf("move %d is not by %s; alternate moves, Black first", ply+1, next)
		}
		next = next.Opponent()
		opening = append(opening, m)
	}
	return opening, nil
}

// At returns the opening with index i, or the cause if ctx ends. Each opening depends on those
// before it, so callers wait for each other while balanced openings are searched. It is safe for
// concurrent use. After ctx ends, o must not be used again.
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

// repeated returns a warning if the openings in a file repeat within that many pairs, or "" if not.
func (o *Openings) repeated(pairs int) string {
	n := len(o.fixed)
	if n == 0 || pairs <= n {
		return ""
	}
	return fmt.Sprintf("%d pairs, and %d in the file of openings: from pair %d on they begin again; players that leave nothing to chance then repeat their games, "+
		"which tell nothing new, though the interval and --sprt count them", pairs, n, n+1)
}

// attempts is the number of draws before an opening may repeat.
const attempts = 200

// next draws an opening that is no image of an earlier one and, if required, even. If there is no
// such opening or ctx ends, it returns the most even draw.
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
			bias += 1 // prefer new openings
		}
		if bias < least {
			best = opening
			least = bias
			key = k
		}
		if least <= o.within {
			break
		}
	}
	o.seen[key] = true
	return best
}

// imbalance returns the distance between either side's win probability and 1/2, or 0 without
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

// canonical returns a key shared only by a position and its symmetric images.
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

// openingNames returns the opening's points, separated by spaces.
func openingNames(g *board.Graph, o Opening) string {
	points := make([]board.Point, len(o))
	for i, m := range o {
		points[i] = m.Point
	}
	return strings.Join(g.Names(points), " ")
}
