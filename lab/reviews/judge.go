package reviews

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"rosette/engine/review"
	"rosette/game/board"
	"rosette/internal/runlog"
	"rosette/lab/matches"
)

// A Judge analyses positions with an engine that implements KataGo's parallel analysis protocol. It
// stores the results in a file and reuses them, so that an interrupted comparison can resume.
type Judge struct {
	visits  int
	log     *runlog.Log
	known   map[string]Verdict // by key
	process *matches.Process   // nil until the first query
	command []string
	lines   *bufio.Reader
	errs    io.Writer
}

// A Verdict is the judge's analysis of a position, from Black's view.
type Verdict struct {
	Key  string  `json:"position"` // query hash
	Lead float64 `json:"lead"`     // expected score in points
	Win  float64 `json:"win"`      // probability
	Best string  `json:"best"`     // first choice, a point or "pass"
}

// NewJudge returns a judge that runs a command when it needs an analysis. It reads the file's
// verdicts, if it exists, and adds new ones. They must come from the same engine and network.
func NewJudge(command []string, visits int, file string, errs io.Writer) (*Judge, error) {
	log, contents, err := runlog.Open(file)
	if err != nil {
		return nil, err
	}
	verdicts, err := runlog.Decode[Verdict](contents)
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	j := &Judge{visits: visits, log: log, known: map[string]Verdict{}, command: command, errs: errs}
	for _, v := range verdicts {
		j.known[v.Key] = v
	}
	return j, nil
}

// Close ends the engine and closes the file.
func (j *Judge) Close() error {
	err := j.log.Close()
	if j.process != nil {
		err = errors.Join(err, j.process.In.Close(), j.process.End())
	}
	return err
}

// A query requests the analysis for positions in one game.
type query struct {
	ID            string            `json:"id"`
	Board         string            `json:"board,omitempty"` // for boards that KataGo does not have
	Width         int               `json:"boardXSize,omitempty"`
	Height        int               `json:"boardYSize,omitempty"`
	Rules         string            `json:"rules"`
	Komi          float64           `json:"komi"`
	InitialStones [][2]string       `json:"initialStones"`
	InitialPlayer string            `json:"initialPlayer"`
	Moves         [][2]string       `json:"moves"`
	Turns         []int             `json:"analyzeTurns,omitempty"`
	Visits        int               `json:"maxVisits"`
	Settings      map[string]string `json:"overrideSettings"`
}

// response holds the fields in use from a response.
type response struct {
	Error     string `json:"error"`
	Warning   string `json:"warning"`
	Turn      int    `json:"turnNumber"`
	MoveInfos []struct {
		Move string `json:"move"`
	} `json:"moveInfos"`
	RootInfo struct {
		Lead float64 `json:"scoreLead"`
		Win  float64 `json:"winrate"`
	} `json:"rootInfo"`
}

// queryOf returns the query about a record without turns.
func (j *Judge) queryOf(record Record, r *review.Review) (*query, error) {
	q := &query{
		Rules: record.Rules, Komi: record.Komi, Visits: j.visits,
		Settings:      map[string]string{"reportAnalysisWinratesAs": "BLACK"},
		InitialStones: [][2]string{}, Moves: [][2]string{}, InitialPlayer: letter(r.Turns[0].Next),
	}
	if width, height := r.Graph.Size(); r.Graph.Lattice() == board.Grid {
		q.Width, q.Height = width, height
	} else {
		q.Board = r.Graph.Name()
	}
	first := r.Turns[0].Game.Board()
	for p := range board.Point(r.Graph.Points()) {
		if c := first.At(p); c != board.Empty {
			q.InitialStones = append(q.InitialStones, [2]string{letter(c), r.Graph.PointName(p)})
		}
	}
	for i, t := range r.Turns[:len(r.Turns)-1] {
		if t.SetUp && i > 0 {
			return nil, fmt.Errorf("stones are set up before move %d; use another record", i+1)
		}
		q.Moves = append(q.Moves, [2]string{letter(t.Move.Color), r.Graph.PointName(t.Move.Point)})
	}
	return q, nil
}

// letter returns the protocol's name for a colour.
func letter(c board.Color) string {
	return map[board.Color]string{board.Black: "B", board.White: "W"}[c]
}

// key returns a hash for the query about one turn.
func (q query) key(turn int) (string, error) {
	q.ID, q.Turns = "", nil
	q.Moves = q.Moves[:turn]
	text, err := json.Marshal(q)
	return fmt.Sprintf("%x", sha256.Sum256(text)), err
}

// Verdicts returns the judge's analysis for a record: before each move to compare, and after the last.
// They are indexed by the moves before the position. It calls progress with the count so far.
func (j *Judge) Verdicts(
	ctx context.Context, record Record, r *review.Review, progress func(done int),
) (map[int]Verdict, error) {
	q, err := j.queryOf(record, r)
	if err != nil {
		return nil, err
	}
	all, keys := map[int]Verdict{}, map[int]string{}
	for turn := record.First - 1; turn <= min(record.Last, len(r.Turns)-1); turn++ {
		if keys[turn], err = q.key(turn); err != nil {
			return nil, err
		}
		if v, ok := j.known[keys[turn]]; ok {
			all[turn] = v
		} else {
			q.Turns = append(q.Turns, turn)
		}
	}
	if err := j.send(ctx, q); err != nil {
		return nil, err
	}
	for range q.Turns {
		v, turn, err := j.receive()
		if err != nil {
			return nil, err
		}
		v.Key = keys[turn]
		if err := j.log.Append(v); err != nil {
			return nil, err
		}
		all[turn], j.known[v.Key] = v, v
		progress(len(all))
	}
	return all, nil
}

// send starts the engine if necessary and sends it a query, unless the query has no turns.
func (j *Judge) send(ctx context.Context, q *query) error {
	if len(q.Turns) == 0 {
		return nil
	}
	if j.process == nil {
		process, err := matches.Command(j.command)(ctx, j.errs)
		if err != nil {
			return err
		}
		j.process, j.lines = process, bufio.NewReader(process.Out)
	}
	q.ID = strconv.Itoa(len(j.known))
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	if _, err := j.process.In.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("the judge ended: %w", err)
	}
	return nil
}

// receive returns the next verdict without its key, and its turn.
func (j *Judge) receive() (v Verdict, turn int, err error) {
	for {
		line, err := j.lines.ReadBytes('\n')
		if err != nil {
			return v, 0, fmt.Errorf("the judge ended: %w", err)
		}
		var r response
		if err := json.Unmarshal(line, &r); err != nil {
			return v, 0, fmt.Errorf("the judge's response is not JSON: %w", err)
		}
		switch {
		case r.Error != "":
			return v, 0, fmt.Errorf("the judge refused a query: %s", r.Error)
		case r.Warning != "":
			continue
		case len(r.MoveInfos) > 0:
			v.Best = r.MoveInfos[0].Move
		}
		v.Lead, v.Win = r.RootInfo.Lead, r.RootInfo.Win
		return v, r.Turn, nil
	}
}
