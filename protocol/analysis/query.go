package analysis

import (
	"encoding/json"
	"fmt"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A query requests the analysis of some turns in a game.
type query struct {
	id             string
	bytes          int // length of the line
	open           int // waiting and running jobs; guarded by the queue
	graph          *board.Graph
	rules          game.Rules
	stones         []game.Move
	moves          []game.Move
	initialPlayer  board.Color // Empty if absent
	handicap       int
	turns          []int
	priority       int64
	turnPriorities map[int]int64 // priorities of turns with their own
	params         engine.SearchParams
	view           View
	lcbStdevs      float64 // distance of a lower bound below the mean, in standard deviations
	include        include
	warnings       []fieldError
}

// include selects the optional parts of an answer.
type include struct {
	ownership, ownershipStdev           bool
	movesOwnership, movesOwnershipStdev bool
	policy, pvVisits, noResultValue     bool
}

// priorityOf returns a turn's priority.
func (q *query) priorityOf(turn int) int64 {
	if p, ok := q.turnPriorities[turn]; ok {
		return p
	}
	return q.priority
}

// handle answers a line, or adds its query's jobs to the queue.
func (s *server) handle(l line) {
	if l.tooLong {
		s.refuseLine(fmt.Sprintf("line too long; a query has at most %d bytes", maxLineBytes))
		return
	}
	o, id, text := parseLine(l.text)
	if text != "" {
		s.refuseLine(text)
		return
	}
	if raw, ok := o["action"]; ok {
		var action string
		_ = json.Unmarshal(raw, &action) // no action is "", as for other types
		s.runAction(id, action, o)
		return
	}
	q, err := s.parse(id, o)
	if err == nil {
		q.bytes = len(l.text)
		for _, w := range append(q.warnings, s.caution(q)...) {
			s.warn(id, w)
		}
		err = s.add(q)
	}
	if err != nil {
		s.refuse(id, err)
	}
}

// caution returns a warning that analyses of a query's game are less reliable, once for each kind
// of game.
func (s *server) caution(q *query) []fieldError {
	if s.Caution == nil {
		return nil
	}
	text := s.Caution(q.graph, q.rules)
	if text == "" || s.cautions[text] {
		return nil
	}
	s.cautions[text] = true
	otherwise := q.rules
	if otherwise.Supply = (game.Supply{}); s.Caution(q.graph, otherwise) != text {
		return []fieldError{{"rules", text}}
	}
	return []fieldError{{"board", text}}
}

// maxIDBytes is the largest length of a query's id, because every answer repeats it.
const maxIDBytes = 1024

// parseLine decodes a line into fields, or describes the error in a line without a valid id.
func parseLine(text []byte) (o object, id, wrong string) {
	if err := json.Unmarshal(text, &o); err != nil || o == nil {
		if json.Valid(text) {
			return nil, "", "a query must be a JSON object, not " + excerpt(text)
		}
		return nil, "", fmt.Sprintf("not a line of JSON: %v: %s", err, excerpt(text))
	}
	if raw := o["id"]; len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &id) != nil {
		return nil, "", `a query must have an "id", a string`
	}
	if len(id) > maxIDBytes {
		return nil, "", fmt.Sprintf(`"id" has %d bytes; use at most %d`, len(id), maxIDBytes)
	}
	return o, id, ""
}

// excerpt returns the beginning of a text for an error message.
func excerpt(text []byte) string {
	const length = 80
	if len(text) > length {
		return string(text[:length]) + "…"
	}
	return string(text)
}

// parse parses all fields of a query.
func (s *server) parse(id string, o object) (*query, error) {
	q := &query{id: id, view: s.View, lcbStdevs: s.LCBStdevs}
	if q.view == "" {
		q.view = AsBlack
	}
	if q.lcbStdevs == 0 {
		q.lcbStdevs = 5
	}
	q.params.Visits = s.Visits
	q.params.Time = s.Time
	q.params.PVLen = s.PVLen
	if s.PVLen == 0 {
		q.params.PVLen = 15
	}
	q.params.PruneSymmetries = s.PruneSymmetries
	q.params.WideRootNoise, q.params.RootPolicyTemperature = s.WideRootNoise, s.RootPolicyTemperature
	if s.Visits == 0 && s.Time == 0 {
		q.params.Visits = DefaultVisits
	}
	for _, read := range []func(*query, object) error{
		s.readBoard, (*query).readMoves, (*query).readTurns, (*query).readPriorities, s.readRules, (*query).readFields,
		(*query).readBans, (*query).checkMoves,
	} {
		if err := read(q, o); err != nil {
			return nil, err
		}
	}
	q.params.OwnershipDetails = q.include.movesOwnership || q.include.movesOwnershipStdev || q.include.ownershipStdev
	if !s.IgnoreUnusedFields {
		q.warnUnused(o)
	}
	return q, nil
}

// gameAt returns a turn's position and the player to move. If players agree on dead stones, a pass
// just before the position does not count, like in KataGo's analysis: otherwise a search would
// treat another pass as the end of the game with every stone alive. Superko bans remain in force.
func (q *query) gameAt(turn int) (*game.Game, board.Color) {
	g, next, _ := q.replay(turn) // checkMoves has replayed them all
	if g.Passes() == 0 || q.rules.Ending == game.EndingAllAlive {
		return g, next
	}
	g.CountPassesFrom(g.Ply())
	return g, next
}

// replay plays a query's first moves and returns the player to move.
func (q *query) replay(turns int) (*game.Game, board.Color, error) {
	at := make([]board.Color, q.graph.Points())
	for _, stone := range q.stones {
		at[stone.Point] = stone.Color
	}
	b, err := board.Setup(q.graph, at)
	if err != nil {
		return nil, board.Empty, fieldError{"initialStones", err.Error()}
	}
	g := game.From(b, q.rules, q.initialPlayer)
	g.SetHandicap(q.handicap)
	next := q.initialPlayer
	for i, m := range q.moves[:turns] {
		if err := g.Play(m.Point, m.Color); err != nil {
			if err != game.ErrKo && err != game.ErrSuperko {
				return nil, board.Empty, fieldError{
					"moves", fmt.Sprintf("Illegal move %d: %s (%v)", i, q.graph.PointName(m.Point), err),
				}
			}
			g.Force(m.Point, m.Color) // as in KataGo: the record may come from a game under other rules
		}
		next = m.Color.Opponent()
	}
	return g, next, nil
}

// checkMoves sets the initial player and the handicap, and checks that the rules are consistent and
// the moves legal.
func (q *query) checkMoves(object) error {
	stones := map[board.Point]board.Color{}
	for _, m := range q.stones {
		stones[m.Point] = m.Color
	}
	q.handicap = inferHandicap(stones, q.moves)
	if q.initialPlayer == board.Empty {
		q.initialPlayer = board.Black
		if len(q.moves) > 0 {
			q.initialPlayer = q.moves[0].Color
		} else if q.handicap > 0 {
			q.initialPlayer = board.White
		}
	}
	if err := q.rules.Check(); err != nil {
		return fieldError{"rules", err.Error()}
	}
	_, _, err := q.replay(len(q.moves))
	return err
}

// inferHandicap counts Black's handicap stones: the initial stones if White has none, or else
// Black's consecutive first moves. A single stone is not a handicap.
func inferHandicap(stones map[board.Point]board.Color, moves []game.Move) int {
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

// seconds returns a number of seconds as a duration.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
