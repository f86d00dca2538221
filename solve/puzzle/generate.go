package puzzle

import (
	"context"
	"math/rand/v2"
	"slices"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
	"rosette/solve"
)

// A Generator finds puzzles in games that the computer plays against itself, or composes them.
type Generator struct {
	Graph        *board.Graph
	Rules        game.Rules
	Seed         uint64
	Nodes        int                                // the solver's limit for each search
	NewEvaluator func(seed uint64) engine.Evaluator // plays the games
	NewPlayouts  func(seed uint64) engine.Evaluator // grades the puzzles

	// EscapeLiberties is the number of liberties with which a chain escapes, see
	// [solve.CaptureProblem]. It applies to chains that are not enclosed; an enclosed chain has to
	// live.
	EscapeLiberties int

	Composed bool    // compose random fights instead of playing games
	Only     []Theme // themes to look for; all if empty

	Easy     int // maximum puzzles with grade 1; 0 for no limit
	PerTheme int // maximum puzzles for each theme; 0 for no limit

	seen   map[shape]bool // problems tried
	easy   int            // puzzles with grade 1 so far
	themes map[Theme]int  // puzzles so far
}

// Parameters for the games and their positions.
const (
	gameVisits       = 12 // for each move
	openingMoves     = 4  // random, so that games differ
	maxMovesPerPoint = 2
	gamePuzzles      = 12 // maximum for a game
)

// Parameters for problems. The chain has two stones or more. It has to live if few points are
// enclosed, else to escape.
const (
	leastStones   = 2
	mostEnclosed  = 14 // points open to play
	mostLiberties = 4  // for an enclosed chain
)

// crops are the distances within which stones belong to a problem, in the order tried.
var crops = [...]int{2, 3}

// Game plays the game with that number, or composes a batch of fights, and returns the graded
// puzzles in it. No two puzzles from a Generator are equal under symmetry or exchange of colours. A
// game depends only on Seed and its number; its puzzles also depend on the games that the Generator
// has searched before. Game returns an error if ctx ends first.
func (gen *Generator) Game(ctx context.Context, number int) ([]Puzzle, error) {
	gen.begin()
	seed := rng.Stream(gen.Seed, number)
	random := rand.New(rand.NewPCG(seed, 1975))
	if gen.Composed {
		return gen.compose(ctx, random, seed)
	}
	computer, err := player.New(player.Options{
		Level: "full", Visits: gameVisits, Threads: 1, Seed: seed, NeverResign: true, NewEvaluator: gen.NewEvaluator,
	})
	if err != nil {
		return nil, err
	}
	g, next := game.New(gen.Graph, gen.Rules), board.Black
	scan := scan{gen, random, map[fight]bool{}}
	var found []Puzzle
	for g.Passes() < 2 && g.Ply() < maxMovesPerPoint*gen.Graph.Points() && len(found) < gamePuzzles {
		some, err := scan.position(ctx, g.Board())
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			if graded := Grade(ctx, p, gen.NewPlayouts(seed)); gen.wants(&graded) {
				found = append(found, graded)
			}
		}
		move := board.Point(scan.random.IntN(gen.Graph.Points()))
		if g.Ply() >= openingMoves || g.Legal(move, next) != nil {
			choice, err := computer.Choose(ctx, g, next, engine.Time{})
			if err != nil {
				return nil, err
			}
			move = choice.Move
		}
		g.Make(move, next)
		next = next.Opponent()
	}
	return found, ctx.Err()
}

// hasTheme reports whether puzzles with a theme are wanted.
func (gen *Generator) hasTheme(t Theme) bool {
	return len(gen.Only) == 0 || slices.Contains(gen.Only, t)
}

// wants reports whether a puzzle is wanted, and counts it if so.
func (gen *Generator) wants(p *Puzzle) bool {
	if !gen.hasTheme(p.Theme) || gen.Easy > 0 && p.Grade == 1 && gen.easy >= gen.Easy || gen.PerTheme > 0 &&
		gen.themes[p.Theme] >= gen.PerTheme {
		return false
	}
	if gen.themes[p.Theme]++; p.Grade == 1 {
		gen.easy++
	}
	return true
}

// A fight is a chain, named by a point, with the player to move.
type fight struct {
	chain board.Point
	first board.Color
}

// A scan looks for puzzles in a game's positions.
type scan struct {
	*Generator
	random *rand.Rand
	done   map[fight]bool // fights that have given a puzzle
}

// position returns the puzzles in a position, with either player to move. It skips positions with a
// ko, since a record stores only the position.
func (s *scan) position(ctx context.Context, b *board.View) (found []solve.Puzzle, err error) {
	if b.Ko() != board.Pass {
		return nil, nil
	}
	for p := range board.Point(s.Graph.Points()) {
		if b.At(p) == board.Empty || b.Root(p) != p || b.Immortal(p) || b.Size(p) < leastStones {
			continue
		}
		for _, first := range board.Colors {
			some, err := s.fight(ctx, b, fight{p, first})
			if err != nil {
				return nil, err
			}
			found = append(found, some...)
		}
	}
	return found, nil
}

// fight returns the puzzle in a fight, if any, and a puzzle from a variation. A chain in atari that
// the opponent may take has none.
func (s *scan) fight(ctx context.Context, b *board.View, f fight) (found []solve.Puzzle, err error) {
	if _, atari := b.Atari(f.chain); atari && b.At(f.chain) != f.first {
		return nil, nil
	}
	chain := chainAt(b, f.chain)
	for _, q := range chain {
		if s.done[fight{q, f.first}] {
			return nil, nil
		}
	}
	natural := s.problems(b, chain, f)
	var varied []solve.CaptureProblem
	hopeful := slices.ContainsFunc(chain, func(q board.Point) bool { return isHopeful(b, q, b.At(q)) })
	if len(natural) > 0 && (hopeful || natural[0].EscapeLiberties == 0) {
		varied = variationsOf(natural[0], s.random)
	}
	for _, some := range [][]solve.CaptureProblem{natural, varied} {
		for _, q := range some {
			p, ok, err := s.try(ctx, q)
			if err != nil {
				return nil, err
			}
			if ok {
				found = append(found, p)
				break
			}
		}
	}
	for _, q := range chain {
		s.done[fight{q, f.first}] = len(found) > 0
	}
	return found, nil
}

// problems returns the problems for a chain: life and death if few points are enclosed, else escape,
// with only the stones near the chain.
func (gen *Generator) problems(b *board.View, chain []board.Point, f fight) (all []solve.CaptureProblem) {
	liberties := len(b.Liberties(f.chain))
	q := solve.CaptureProblem{Board: b.Clone(), Chain: f.chain, First: f.first, Rules: gen.Rules, Nodes: gen.Nodes}
	if n := len(q.Moves()); liberties <= mostLiberties && n > 1 && n <= mostEnclosed {
		return append(all, q)
	}
	if liberties >= gen.EscapeLiberties {
		return nil
	}
	q.EscapeLiberties = gen.EscapeLiberties
	for _, most := range crops {
		var ok bool
		if q.Board, ok = nearby(b, chain, most); ok {
			all = append(all, q)
		}
	}
	return all
}

// try returns the puzzle for a problem that has not been tried, with as few stones as possible.
func (gen *Generator) try(ctx context.Context, q solve.CaptureProblem) (p solve.Puzzle, ok bool, err error) {
	if !gen.isNew(&q) {
		return p, false, nil
	}
	if p, ok, err = solve.FindPuzzle(ctx, q); err != nil || !ok || len(gen.Only) > 0 && !gen.hasTheme(themeOf(&p)) {
		return p, false, err
	}
	whole := shapeOf(&p.CaptureProblem)
	if p, err = reduce(ctx, p); err != nil {
		return p, false, err
	}
	return p, !isForced(&p) && (shapeOf(&p.CaptureProblem) == whole || gen.isNew(&p.CaptureProblem)), nil
}

// isNew reports whether a problem has not been tried, and records it.
func (gen *Generator) isNew(q *solve.CaptureProblem) bool {
	s := shapeOf(q)
	known := gen.seen[s]
	gen.seen[s] = true
	return !known
}

// isForced reports whether the move is obvious: it extends a chain in atari that no capture saves,
// or captures a chain whose neighbour is in atari.
func isForced(p *solve.Puzzle) bool {
	last, atari := p.Board.Atari(p.Chain)
	if !atari {
		return false
	}
	for _, q := range p.Moves() {
		if q != last && captures(p.Board, q, p.First) {
			return false
		}
	}
	return p.Move == last
}

// captures reports whether a play captures stones.
func captures(b *board.Board, p board.Point, c board.Color) bool {
	for _, n := range b.Graph().Near(p) {
		if last, atari := b.Atari(n); atari && last == p && b.At(n) != c {
			return true
		}
	}
	return false
}

// Know records a known puzzle, so that the generator skips and counts it.
func (gen *Generator) Know(p *Puzzle) {
	gen.begin()
	gen.seen[shapeOf(&p.CaptureProblem)] = true
	gen.wants(p)
}

func (gen *Generator) begin() {
	if gen.seen == nil {
		gen.seen, gen.themes = map[shape]bool{}, map[Theme]int{}
	}
}
