package retrograde

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/runlog"
)

// Options configure a [Solver].
type Options struct {
	Memory    int64         // limit for the tables, in bytes
	Folder    string        // for layers and answers, so that a later run can resume; "" keeps none
	SaveEvery time.Duration // interval between saves after the first sweep
	Threads   int           // goroutines that sweep a large table
	// sweeps after which a table answers once every root is settled, and an answer from an earlier
	// run suffices; 0 means all
	Sweeps int
	Tax    game.Tax       // TaxNone, or TaxSeki: points in seki do not count
	Guess  int            // Black's margin: thresholds next to it are decided first
	Report func(Progress) // called a few times a second, never concurrently, if not nil
	Note   func(string)   // called with a line for the user, if not nil
}

// Bounds are bounds on Black's margin, without komi. Low and High hold under situational superko.
// StrictLow and StrictHigh also hold under simple ko and natural situational superko: there every
// repetition counts against the side that proves the bound. They may be too wide if tables answered
// before their last sweep.
type Bounds struct {
	Low, High             int
	StrictLow, StrictHigh int
}

// Tell calls Note if it is set.
func (o *Options) Tell(note string) {
	if o.Note != nil {
		o.Note(note)
	}
}

// A Solver finds margins by retrograde analysis. It is not safe for concurrent use.
type Solver struct {
	words   *words
	index   *classes
	graph   *board.Graph
	options Options
	roots   []root
	answers map[int]answer
	lines   map[int][]board.Point // lines of best play, by margin
	proofs  map[int]*graph        // tables in memory, by threshold
	tables  int                   // number labelled, by this process or before
	cells   int64
	started time.Time
	log     *runlog.Log // answers and lines, or nil
}

// Check returns the reason that retrograde analysis cannot solve a board under rules, or nil.
func Check(g *board.Graph, r game.Rules) error {
	switch {
	case g.Points() > MostPoints:
		return fmt.Errorf("%s has %d points; retrograde analysis takes up to %d", g.Name(), g.Points(), MostPoints)
	case r.Suicide, r.Scoring != game.ScoringArea, r.Repetition != game.KoSituational, r.Tax == game.TaxAll,
		r.Libertyless != game.LibertylessAllowed, r.Supply.Limited(), r.Button, r.FirstPass == game.FirstPassHalfPoint:
		return errors.New("retrograde analysis needs area scoring, ko SITUATIONAL, tax NONE or SEKI, and no suicide")
	}
	return nil
}

// A SizeError means that a table does not fit into the allowed memory.
type SizeError struct {
	Board        string
	Need, Memory int64 // bytes
}

// Error reports the memory that is needed.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a table of every position on %s takes %s of memory, %s are allowed", e.Board,
		gigabytes(e.Need), gigabytes(e.Memory))
}

func gigabytes(bytes int64) string { return fmt.Sprintf("%.2g GB", float64(bytes)/1e9) }

// LeastMemory returns the least bytes that a table takes, assuming the greatest possible symmetry.
func LeastMemory(g *board.Graph) int64 {
	if g.Points() > MostPoints {
		return math.MaxInt64
	}
	cells := int64(1)
	for range g.Points() {
		cells *= 3
	}
	return cells / int64(len(automorphisms(g, newWords(g)))) * cellBits / 8
}

// New returns a solver for the roots of all starts, at least one, on the same board. The error is a
// [*SizeError] if a table does not fit into the memory. The rules have to pass [Check].
func New(starts []Start, o Options) (*Solver, error) {
	g := starts[0].Board.Graph()
	if need := LeastMemory(g); need > o.Memory {
		return nil, &SizeError{g.Name(), need, o.Memory}
	}
	s := &Solver{
		graph: g, options: o, answers: map[int]answer{}, lines: map[int][]board.Point{}, proofs: map[int]*graph{},
		started: time.Now(), words: newWords(g),
	}
	s.words.taxed = o.Tax == game.TaxSeki
	s.index = newClasses(g, s.words)
	for _, size := range s.index.sizes {
		s.cells += int64(size) * wordCells
	}
	if need := s.tableBytes() + s.index.bytes(); need > o.Memory {
		return nil, &SizeError{g.Name(), need, o.Memory}
	}
	for i := range starts {
		s.roots = append(s.roots, s.words.rootsOf(&starts[i])...)
	}
	return s, s.open()
}

// tableBytes returns a table's size in memory.
func (s *Solver) tableBytes() int64 { return s.cells * cellBits / 8 }

// rootKey identifies the board and the roots.
func (s *Solver) rootKey() string {
	sum := sha256.New()
	for _, r := range s.roots {
		fmt.Fprint(sum, r.node, r.before, ";")
	}
	return fmt.Sprintf("%s, %d roots, %.8x", strings.TrimSpace(layerHeader(s.words, 0, 0)), len(s.roots), sum.Sum(nil))
}

// open locks the folder for this process and reads the answers from earlier runs.
func (s *Solver) open() error {
	free := FreeMemory()
	if s.tableBytes() > free {
		return fmt.Errorf("a table of every position on %s takes %s of memory, %s are free", s.graph.Name(),
			gigabytes(s.tableBytes()), gigabytes(free))
	}
	s.options.Memory = min(s.options.Memory, free)
	if s.options.Folder == "" {
		return nil
	}
	if err := os.MkdirAll(s.options.Folder, 0o777); err != nil {
		return err
	}
	log, contents, err := runlog.Open(filepath.Join(s.options.Folder, "answers.jsonl"))
	if err != nil {
		return err
	}
	s.log = log
	return errors.Join(s.read(contents), s.checkDisk())
}

// checkDisk returns an error if the missing layers do not fit on the disk. Replacing a layer takes
// space for two copies.
func (s *Solver) checkDisk() error {
	free, err := freeDisk(s.options.Folder)
	if err != nil {
		return err
	}
	need := s.tableBytes() + 8*int64(slices.Max(s.index.sizes))
	there, err := filepath.Glob(filepath.Join(s.options.Folder, "*", "layer-*"))
	for _, name := range there {
		if info, err := os.Stat(name); err == nil {
			need -= info.Size()
		}
	}
	if need > free {
		return fmt.Errorf("the labels for %s take %s more in %s, %s are free there", s.graph.Name(), gigabytes(need),
			s.options.Folder, gigabytes(free))
	}
	return err
}

// Close releases the folder for other processes.
func (s *Solver) Close() error {
	if s.log == nil {
		return nil
	}
	return s.log.Close()
}

// Bounds proves bounds on the margin for a game that begins at a root. known holds valid bounds. An
// answer from before the last sweep of an earlier run is computed again if it leaves the root open.
// If the bounds do not meet although ctx has not ended, a component is too hard, the graph of open
// nodes is too large, or reading ended at its limit.
func (s *Solver) Bounds(ctx context.Context, root int, known Bounds) (Bounds, error) {
	for {
		b := s.Proven(root, known)
		threshold, more := s.nextThreshold(root, b)
		if !more {
			return b, nil
		}
		if err := s.decide(ctx, threshold); err != nil {
			return b, err
		}
	}
}

// Decide computes for all roots whether Black reaches a threshold, unless there is an answer or
// every possible margin is on one side.
func (s *Solver) Decide(ctx context.Context, threshold int) error {
	if _, known := s.answers[threshold]; known || threshold <= -s.words.points || threshold > s.words.points {
		return nil
	}
	return s.decide(ctx, threshold)
}

// nextThreshold returns a threshold that may narrow bounds: one near the guess, or the middle of
// the longest range without an answer.
func (s *Solver) nextThreshold(root int, b Bounds) (threshold int, more bool) {
	if threshold = s.besideGuess(b); b.Low < threshold && threshold <= b.High {
		if !s.answered(root, threshold) {
			return threshold, true
		}
	}
	longest, from := 0, b.Low+1
	for t := b.Low + 1; t <= b.High+1; t++ {
		if t > b.High || s.answered(root, t) {
			if t-from > longest {
				longest, threshold = t-from, from+(t-from)/2
			}
			from = t + 1
		}
	}
	return threshold, longest > 0
}

// besideGuess returns a threshold that tests the guess or, if the guess is refuted, one about twice
// as far from it as the bound.
func (s *Solver) besideGuess(b Bounds) int {
	switch guess := min(max(s.options.Guess, -s.words.points), s.words.points); {
	case b.Low > guess:
		return min(b.Low+b.Low-guess+1, b.High)
	case b.High > guess:
		return guess + 1
	case b.High == guess:
		return guess
	default:
		return max(b.High-(guess-b.High), b.Low+1)
	}
}

// mostStates and mostEffort limit the graph with a table's open states, and the nodes with history
// for each way to enter a component.
const (
	mostStates = 1 << 20
	mostEffort = 1 << 20
)

// decide computes and logs the answer for a threshold. The table yields a second answer: with the
// colours swapped it decides whether White reaches the threshold, hence whether Black stays below 1
// - threshold.
func (s *Solver) decide(ctx context.Context, threshold int) error {
	if a, known := s.answers[1-threshold]; known && !a.Swapped {
		threshold = 1 - threshold // its table was labelled, but ctx ended before both answers
	}
	if a, known := s.answers[threshold]; known && s.early(a) {
		s.options.Tell(fmt.Sprintf("the result at %+d came after sweep %d, which may not be the last; continuing", threshold, a.Sweeps))
	}
	r, err := s.run(ctx, threshold)
	if err != nil {
		return err
	}
	for _, t := range []int{threshold, 1 - threshold} {
		if a, known := s.answers[t]; known && !s.early(a) {
			continue
		}
		if err := s.answer(ctx, r, t); err != nil {
			return err
		}
	}
	return nil
}

// run sweeps the table for a threshold. It first removes the files of tables that have both
// answers.
func (s *Solver) run(ctx context.Context, threshold int) (*run, error) {
	r := &run{Solver: s, store: store{s.options.Folder, s.words}, begun: time.Now()}
	for answered := range s.answers {
		if _, both := s.answers[1-answered]; !both || answered == threshold {
			continue
		}
		if err := r.store.remove(answered); err != nil {
			return nil, err
		}
	}
	kept := map[*table]bool{}
	for _, g := range s.proofs {
		kept[g.table] = true
	}
	if free := s.options.Memory - s.index.bytes(); s.proofBytes()*int64(len(kept)+1) > free {
		clear(s.proofs)
	}
	r.table = newTable(s.words, s.index, threshold)
	if s.proofBytes() <= s.options.Memory/4 {
		r.keepOrder()
	}
	return r, r.label(ctx)
}

// proofBytes returns the size of a table that keeps its labels' order.
func (s *Solver) proofBytes() int64 { return s.tableBytes() + 2*s.cells }

// Positions returns the number of labelled positions: arrangements of stones up to symmetry, legal
// or not, counted once for each table.
func (s *Solver) Positions() uint64 { return uint64(s.cells) * uint64(s.tables) }
