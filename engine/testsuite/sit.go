package testsuite

import (
	"context"
	"math"
	"sync"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// An Answer is what a mind says of a question. The move is asked at the komi at
// which perfect play wins by half a point, so that only the best moves win; the
// winner there and at the komi at which it loses by half a point.
type Answer struct {
	Move  board.Point
	Lost  int     // what the move gives away, 0 if it is one of the best
	Named int     // at how many of the two komi the winner was right
	Off   float64 // by how much the margin was wrong, the mean of the two
}

// A Paper is the answers to all questions in their order: at first look, and by a
// search.
type Paper struct {
	Look, Search []Answer
}

// A Sitting says how an exam is sat. What is answered does not follow from Threads.
type Sitting struct {
	Mind    func(seed uint64) engine.Evaluator
	Visits  int // of each search
	Seed    uint64
	Threads int
	Told    func(answered int) // hears how many questions are answered, if not nil
}

// half is how far komi is from an even game.
const half = 0.5

// Sit answers every question, or returns why it could not.
func (e *Exam) Sit(ctx context.Context, s Sitting) (*Paper, error) {
	paper := &Paper{Look: make([]Answer, len(e.Questions)), Search: make([]Answer, len(e.Questions))}
	next, done := 0, 0
	var mu sync.Mutex
	var hands sync.WaitGroup
	for range max(1, s.Threads) {
		hands.Go(func() {
			for mu.Lock(); next < len(e.Questions) && ctx.Err() == nil; mu.Lock() {
				i := next
				next++
				mu.Unlock()
				paper.Look[i], paper.Search[i] = s.answer(ctx, e, i)
				mu.Lock()
				if done++; s.Told != nil {
					s.Told(done)
				}
				mu.Unlock()
			}
			mu.Unlock()
		})
	}
	hands.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return paper, nil
}

// A prediction is a move, and the chance to win and the score of the player to
// move.
type prediction struct {
	move  board.Point
	win   float64
	score float64
}

// predictionFor converts Black's chance and score to those of the player to move.
// The move is a pass until it is set.
func predictionFor(next board.Color, win, score float32) prediction {
	return prediction{board.Pass, float64(engine.WinFor(next, win)), float64(engine.ScoreFor(next, score))}
}

// answer answers one question, with luck of its own.
func (s *Sitting) answer(ctx context.Context, e *Exam, i int) (look, searched Answer) {
	q, mind := &e.Questions[i], s.Mind(s.Seed+uint64(i))
	next, side := q.Next(), 1.0
	if next == board.White {
		side = -1
	}
	won, lost := e.game(q, float64(q.Margin)-side*half), e.game(q, float64(q.Margin)+side*half)
	look = q.mark(glance(mind, won, next), glance(mind, lost, next))
	searched = q.mark(s.search(ctx, mind, won, next), s.search(ctx, mind, lost, next))
	return look, searched
}

// mark holds opinions against what is proven: of the game that who is to move wins
// by half a point, and of the one that he loses so.
func (q *Question) mark(won, lost prediction) Answer {
	a := Answer{Move: won.move, Lost: q.Lost[won.move]}
	if won.win > 0.5 {
		a.Named++
	}
	if lost.win < 0.5 {
		a.Named++
	}
	a.Off = (math.Abs(won.score-half) + math.Abs(lost.score+half)) / 2
	return a
}

// glance is what a mind thinks at first look: a mind without a policy has the
// search's.
func glance(mind engine.Evaluator, g *game.Game, next board.Color) prediction {
	var o engine.Evaluation
	mind.Evaluate(g, next, &o)
	if len(o.Policy) == 0 {
		o.Policy = search.StaticPolicy(g, next)
	}
	said := predictionFor(next, o.Win, o.Score)
	most := o.Policy[len(o.Policy)-1]
	for _, move := range legal(g, next) {
		if move != board.Pass && o.Policy[move] > most {
			said.move, most = move, o.Policy[move]
		}
	}
	return said
}

// search is what comes of looking ahead.
func (s *Sitting) search(ctx context.Context, mind engine.Evaluator, g *game.Game, next board.Color) prediction {
	r := search.Run(ctx, g, next, []engine.Evaluator{mind}, engine.SearchParams{Visits: s.Visits})
	said := predictionFor(next, r.Win, r.Score)
	if len(r.Candidates) > 0 {
		said.move = r.Candidates[0].Move
	}
	return said
}
