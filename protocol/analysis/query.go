package analysis

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A query is what one line asks: some turns of one game.
type query struct {
	id       string
	size     int // of the line, in bytes
	left     int // positions that are open; the queue's
	graph    *board.Graph
	rules    game.Rules
	komi     *float64 // if told
	stones   []game.Move
	moves    []game.Move
	first    board.Color // Empty if nobody says
	handicap int
	turns    []int
	priority int64
	each     map[int]int64 // priorities of turns, if they have their own
	question engine.SearchParams
	view     View
	line     int     // moves of a variation behind the first
	doubt    float64 // standard deviations that a lower bound lies below
	include  include
	warnings []fault
}

// include says what an answer holds besides what every one does.
type include struct {
	ownership, doubt           bool
	movesOwnership, movesDoubt bool
	policy, visits, noResult   bool
}

// urgency is the priority of a turn.
func (q *query) urgency(turn int) int64 {
	if p, ok := q.each[turn]; ok {
		return p
	}
	return q.priority
}

// take answers a line, or lets what it asks wait for its turn.
func (s *service) take(l line) {
	if l.long {
		s.complain(fmt.Sprintf("line too long; a query has at most %d bytes", longest))
		return
	}
	o, id, text := open(l.text)
	if text != "" {
		s.complain(text)
		return
	}
	var action string
	if raw, ok := o["action"]; ok && json.Unmarshal(raw, &action) == nil {
		s.act(id, action, o)
		return
	}
	q, err := s.ask(id, o)
	if err == nil {
		q.size = len(l.text)
		for _, w := range q.warnings {
			s.warn(id, w)
		}
		err = s.add(q)
	}
	if err != nil {
		s.refuse(id, err)
	}
}

// longestID bounds the name of a query, in bytes: every answer repeats it.
const longestID = 1024

// open takes a line apart, and says what is wrong with one that has no name.
func open(text []byte) (o object, id, wrong string) {
	if err := json.Unmarshal(text, &o); err != nil || o == nil {
		if json.Valid(text) {
			return nil, "", "a query must be a JSON object, not " + short(text)
		}
		return nil, "", fmt.Sprintf("not a line of JSON: %v: %s", err, short(text))
	}
	if raw := o["id"]; len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &id) != nil {
		return nil, "", `a query must have an "id", a string`
	}
	if len(id) > longestID {
		return nil, "", fmt.Sprintf(`"id" has %d bytes; use at most %d`, len(id), longestID)
	}
	return o, id, ""
}

// short is the beginning of a text, to recognise it by.
func short(text []byte) string {
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// ask reads a query whole.
func (s *service) ask(id string, o object) (*query, error) {
	q := &query{id: id, view: s.View, line: s.Line, doubt: s.Doubt}
	if q.view == "" {
		q.view = AsBlack
	}
	if q.line == 0 {
		q.line = 15
	}
	if q.doubt == 0 {
		q.doubt = 5
	}
	q.question.Visits, q.question.Time = s.Visits, s.Time
	q.question.WideRootNoise, q.question.RootPolicyTemperature = s.Noise, s.Temperature
	if s.Visits == 0 && s.Time == 0 {
		q.question.Visits = DefaultVisits
	}
	for _, read := range []func(*query, object) error{s.ground, (*query).position, (*query).analyzed, (*query).urgencies, s.ruled, (*query).simple, (*query).banned, (*query).played} {
		if err := read(q, o); err != nil {
			return nil, err
		}
	}
	q.question.OwnershipDetails = q.include.movesOwnership || q.include.movesDoubt || q.include.doubt
	if !s.Trusting {
		q.strange(o)
	}
	return q, nil
}

// strange warns of fields that mean nothing.
func (q *query) strange(o object) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if _, ok := simple[key]; !ok && !slices.Contains(compound, key) {
			q.warnings = append(q.warnings, fault{key, "no such field; it is ignored"})
		}
	}
}

// compound are the fields that are more than a value of their own.
var compound = []string{
	"id", "action", "terminateId", "turnNumbers", "board", "boardXSize", "boardYSize", "initialStones", "moves", "initialPlayer",
	"analyzeTurns", "priorities", "rules", "komi", "whiteHandicapBonus", "allowMoves", "avoidMoves",
}

// at returns the position of a turn and who is to move. A pass that was just
// made is forgotten where players agree on the dead, so that no search takes
// another one for the end with every stone alive; KataGo's analysis does not
// trust such a pass either.
func (q *query) at(turn int) (*game.Game, board.Color) {
	g, next, _ := q.replay(turn) // played has replayed them all
	if g.Passes() == 0 || q.rules.Ending == game.EndingAllAlive {
		return g, next
	}
	on := game.From(g.Board().Clone(), q.rules, next)
	on.CarryOver(g)
	return on, next
}

// replay makes the first moves of a query.
func (q *query) replay(turns int) (*game.Game, board.Color, error) {
	at := make([]board.Color, q.graph.Points())
	for _, stone := range q.stones {
		at[stone.Point] = stone.Color
	}
	b, err := board.Setup(q.graph, at)
	if err != nil {
		return nil, board.Empty, fault{"initialStones", err.Error()}
	}
	g := game.From(b, q.rules, q.first)
	g.SetHandicap(q.handicap)
	next := q.first
	for i, m := range q.moves[:turns] {
		if err := g.Play(m.Point, m.Color); err != nil {
			if g, err = q.tolerate(g, m); err != nil {
				return nil, board.Empty, fault{"moves", fmt.Sprintf("Illegal move %d: %s (%v)", i, q.graph.PointName(m.Point), err)}
			}
		}
		next = m.Color.Opponent()
	}
	return g, next, nil
}

// tolerate makes a move that was played though only repetition forbids it, as
// KataGo does: records come from everywhere. What stood before is then forgotten.
func (q *query) tolerate(g *game.Game, m game.Move) (*game.Game, error) {
	err := g.Legal(m.Point, m.Color)
	if err != game.ErrKo && err != game.ErrSuperko {
		return g, err
	}
	b := g.Board().Clone()
	b.Play(m.Point, m.Color)
	on := game.From(b, q.rules, m.Color.Opponent())
	on.CarryOver(g)
	return on, nil
}

// played finds out who moves first and whether the moves can be played.
func (q *query) played(object) error {
	stones := map[board.Point]board.Color{}
	for _, m := range q.stones {
		stones[m.Point] = m.Color
	}
	q.handicap = handicap(stones, q.moves)
	if q.first == board.Empty {
		q.first = board.Black
		if len(q.moves) > 0 {
			q.first = q.moves[0].Color
		} else if q.handicap > 0 {
			q.first = board.White
		}
	}
	if err := q.rules.Check(); err != nil {
		return fault{"rules", err.Error()}
	}
	_, _, err := q.replay(len(q.moves))
	return err
}

// handicap counts the stones that Black was given: those set up, if none are
// White's, or those of Black's first turns in a row. One is none.
func handicap(stones map[board.Point]board.Color, moves []game.Move) int {
	n := 0
	for _, c := range stones {
		if c == board.White {
			return 0
		}
		n++
	}
	for _, m := range moves {
		if len(stones) > 0 || m.Color == board.White && m.Point != board.Pass {
			break
		}
		if m.Color == board.Black && m.Point != board.Pass {
			n++
		}
	}
	if n < 2 {
		return 0
	}
	return n
}

// seconds turns a number of seconds into a duration.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
