package reading

import "rosette/game/board"

// A problem is the statement that a search tries to prove.
type problem struct {
	goal   Goal
	prover board.Color
	rules  CaptureRules
	area   []board.Point
}

// A node is a position with the player to move. At the prover's nodes some move has to be won, at
// the other side's nodes every move.
type node struct {
	key        board.Hash
	parent     int32       // the node it was first reached from, −1 at the root
	move       board.Point // the move from parent
	mover      board.Color
	passed     bool // the other side has just passed
	won        bool
	next       int32 // the untried moves are moves[next:end]
	end        int32
	best       board.Point // the winning move, if the prover is to move and has won
	dependents int32       // head of the list of nodes waiting for this one, −1 if empty
}

// A dependent is an element in a list of nodes waiting for another to be won.
type dependent struct {
	node int32
	move board.Point // from node to the awaited node
	next int32       // −1 at the end
}

// A search is one proof. Its buffers are reused.
type search struct {
	problem
	board      board.Board
	limit      int
	nodes      []node
	moves      []board.Point
	dependents []dependent
	index      table
	at         int32                                 // the node on the board
	woken      []int32                               // nodes to expand again
	path       []int32                               // for moveTo
	history    board.ByColor[[board.MaxPoints]int32] // how often a play decided a position
}

// run proves the problem or finds that it cannot be proved.
func (s *search) run(b *board.View, what problem, first board.Color, limit int) Answer {
	s.problem, s.limit = what, limit
	s.start(b)
	won, root := s.enter(-1, board.Pass, first, false)
	for len(s.woken) > 0 && !won && !s.full() {
		n := s.woken[len(s.woken)-1]
		s.woken = s.woken[:len(s.woken)-1]
		if !s.nodes[n].won {
			s.moveTo(n)
			s.expand(n)
		}
		won = s.nodes[root].won
	}
	answer := Answer{Move: board.Pass, Nodes: len(s.nodes)}
	switch {
	case won:
		answer.Verdict = Yes
		if root >= 0 && first == s.prover {
			answer.Move = s.nodes[root].best
		}
	case !s.full():
		answer.Verdict = No
	}
	return answer
}

// start copies the position and clears the previous search.
func (s *search) start(b *board.View) {
	if s.board.Graph() != b.Graph() {
		s.board = *b.Clone()
	} else {
		s.board.Copy(b)
	}
	s.nodes = s.nodes[:0]
	s.moves = s.moves[:0]
	s.dependents = s.dependents[:0]
	s.woken = s.woken[:0]
	s.index.reset()
	for _, p := range s.area {
		s.history[board.Black][p], s.history[board.White][p] = 0, 0
	}
}

func (s *search) full() bool { return len(s.nodes) > s.limit }

// enter records the position on the board, reached by move from parent. It returns whether the
// position is won, and its node, or −1 if the goal is settled.
func (s *search) enter(parent int32, move board.Point, mover board.Color, passed bool) (won bool, n int32) {
	if v := s.goal.Settled(&s.board.View); v != Unknown {
		return v == Yes, -1
	}
	key := s.key(mover, passed)
	if n = s.index.find(s.nodes, key); n >= 0 {
		return s.nodes[n].won, n
	}
	n = int32(len(s.nodes))
	s.nodes = append(s.nodes, node{
		key: key, parent: parent, move: move, mover: mover, passed: passed, best: board.Pass, dependents: -1,
		next: int32(len(s.moves)),
	})
	s.index.add(s.nodes, n)
	if s.full() {
		return false, n
	}
	s.addMoves(mover, passed)
	s.nodes[n].end = int32(len(s.moves))
	s.at = n
	s.expand(n)
	return s.nodes[n].won, n
}

// expand tries the remaining moves of the node on the board: for the prover until a move is won,
// for the other side until a move is not.
func (s *search) expand(n int32) {
	at := &s.nodes[n]
	mover, proving := at.mover, at.mover == s.prover
	for !s.full() {
		at = &s.nodes[n] // the slice may have moved
		if at.won {
			return
		}
		if at.next == at.end {
			if !proving {
				s.win(n, board.Pass)
			}
			return
		}
		move := s.moves[at.next]
		won, child := s.try(n, move)
		if won == proving && move != board.Pass {
			s.history[mover][move]++
		}
		switch {
		case won && proving:
			s.win(n, move)
			return
		case won:
			s.nodes[n].next++
		case proving:
			s.nodes[n].next++
			s.wait(n, move, child)
		default:
			s.wait(n, move, child)
			return
		}
	}
}

// try makes a move from the node on the board, enters the position and undoes the move. child is −1
// if the game is over.
func (s *search) try(n int32, move board.Point) (won bool, child int32) {
	mover, passed := s.nodes[n].mover, s.nodes[n].passed
	if move == board.Pass {
		if passed {
			return s.goal.Stands(&s.board.View), -1
		}
		won, child = s.enter(n, move, mover.Opponent(), true)
	} else {
		s.board.Play(move, mover)
		won, child = s.enter(n, move, mover.Opponent(), false)
		s.board.Undo()
	}
	s.at = n
	return won, child
}

// wait makes n wait for child to be won.
func (s *search) wait(n int32, move board.Point, child int32) {
	if child < 0 {
		return
	}
	c := &s.nodes[child]
	s.dependents = append(s.dependents, dependent{n, move, c.dependents})
	c.dependents = int32(len(s.dependents) - 1)
}

// win marks a node as won, with all the prover's nodes that follow from it, and wakes the other
// side's nodes that wait for one of them.
func (s *search) win(n int32, move board.Point) {
	s.nodes[n].won, s.nodes[n].best = true, move
	for d := s.nodes[n].dependents; d >= 0; d = s.dependents[d].next {
		waiting := s.dependents[d]
		switch w := &s.nodes[waiting.node]; {
		case w.won:
		case w.mover == s.prover:
			s.win(waiting.node, waiting.move)
		default:
			s.woken = append(s.woken, waiting.node)
		}
	}
}

// moveTo sets the board to the position of a node.
func (s *search) moveTo(n int32) {
	for ; s.at >= 0; s.at = s.nodes[s.at].parent {
		if s.nodes[s.at].move != board.Pass {
			s.board.Undo()
		}
	}
	s.path = s.path[:0]
	for i := n; i >= 0; i = s.nodes[i].parent {
		s.path = append(s.path, i)
	}
	for i := len(s.path) - 1; i >= 0; i-- {
		if at := &s.nodes[s.path[i]]; at.move != board.Pass {
			s.board.Play(at.move, at.mover.Opponent())
		}
	}
	s.at = n
}

// addMoves appends the legal moves: plays that decided most often first, and a
// pass, which is last for the prover unless it ends the game.
func (s *search) addMoves(mover board.Color, passed bool) {
	passFirst := mover != s.prover || passed
	if passFirst {
		s.moves = append(s.moves, board.Pass)
	}
	from, history := len(s.moves), &s.history[mover]
	for _, p := range s.area {
		if !s.legal(p, mover) {
			continue
		}
		s.moves = append(s.moves, p)
		for i := len(s.moves) - 1; i > from && history[s.moves[i]] > history[s.moves[i-1]]; i-- {
			s.moves[i-1], s.moves[i] = s.moves[i], s.moves[i-1]
		}
	}
	if !passFirst {
		s.moves = append(s.moves, board.Pass)
	}
}

// legal reports whether the mover may play at p. A suicide of one stone is left out: it is a pass
// that changes no position.
func (s *search) legal(p board.Point, mover board.Color) bool {
	switch s.board.PlayResult(p, mover) {
	case board.HasLiberty:
		return true
	case board.Libertyless:
		return s.rules != ForbidLibertyless
	case board.Suicide:
		return s.rules == AllowSuicide && s.board.Neighbours(p, mover) > 0
	}
	return false
}

func (s *search) key(mover board.Color, passed bool) board.Hash {
	h := s.board.Hash()
	h.Lo ^= uint64(mover) << 1
	if passed {
		h.Lo ^= 1
	}
	return h
}
