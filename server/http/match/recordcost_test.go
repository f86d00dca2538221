package match

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/internal/rng"
	"rosette/internal/waittest"
	"rosette/server/http/web"
	"rosette/server/match"
)

// largestRecord bounds a record that costs at most mostRecordMemory.
var largestRecord = sgf.Options{MaxBytes: 4 << 20, MaxNodes: 50_000, MaxValues: 100_000, MaxDepth: 1000}

const mostRecordMemory = 24 << 20

// longGame returns a record of a legal game with that many moves on 25 lines.
func longGame(tb testing.TB, moves int) string {
	tb.Helper()
	random, graph := rng.NewXoshiro(1), board.Square(25, 25)
	g, next := game.New(graph, game.DefaultRules(graph)), board.Black
	for range moves {
		p := board.Pass
		for range 50 {
			if q := board.Point(random.IntN(graph.Points())); g.Legal(q, next) == nil {
				p = q
				break
			}
		}
		if err := g.Play(p, next); err != nil {
			tb.Fatal(err)
		}
		next = next.Opponent()
	}
	root, err := sgf.FromGame(g)
	if err != nil {
		tb.Fatal(err)
	}
	return root.String()
}

// costlyRecords returns records that are costly to read, by the costly part.
func costlyRecords(tb testing.TB) map[string]string {
	tb.Helper()
	const head = "(;GM[1]SZ[25]"
	long := longGame(tb, 36_000)
	filled := strings.Repeat("x\n", 20) + strings.Repeat("y", 16)
	return map[string]string{
		"moves":       long,
		"comments":    head + strings.Repeat(";B[aa]C["+filled+"]W[bb]", 24_000) + ")",
		"full":        head + strings.Repeat(";B[aa]C["+filled+"]", 49_000) + ")",
		"text":        head + "C[" + strings.Repeat("\\]\"\x01<é ", 4<<20/8-100) + "])",
		"line breaks": head + "C[" + strings.Repeat("\n", 4<<20-100) + "];B[zz])",
		"values":      head + strings.Repeat("AB"+strings.Repeat("[aa]", 1000), 99) + ";B[bb])",
		"properties":  head + strings.Repeat(";A[]B[]C[]D[]E[]F[]", 16_000) + ")",
		"occupied":    head + strings.Repeat(";B[aa];W[ab]", 10_000) + strings.Repeat("(;B[aa])", 100) + ")",
		"set-ups":     head + "(" + strings.Repeat(";AB[aa];AW[ab]", 10_000) + ")(;B[cc]))",
		"variations":  head + strings.Repeat("(;AB[aa]", 900) + strings.Repeat("(;AW[ab])", 8_000) + strings.Repeat(")", 900) + ")",
		"long behind": long[:6*10_000] + strings.Repeat("(;AB[aa];B[bb])", 10_000) + ")",
	}
}

// A heapGauge is a context and a writer that sample the live heap while they are used.
type heapGauge struct {
	context.Context
	uses         int
	before, peak int
}

func (h *heapGauge) Err() error {
	if h.uses%10000 == 0 {
		h.peak = max(h.peak, liveHeap())
	}
	h.uses++
	return nil
}

func (h *heapGauge) Write(data []byte) (int, error) {
	h.peak = max(h.peak, liveHeap())
	return len(data), nil
}

// liveHeap returns the heap bytes in use.
func liveHeap() int {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return int(live[0].Value.Uint64())
}

func TestARecordCostsABoundedAmountOfMemory(t *testing.T) {
	for name, file := range costlyRecords(t) {
		gauge := &heapGauge{Context: t.Context(), before: liveHeap()}
		data := []byte(file)
		r, err := readRecord(gauge, data, largestRecord)
		if err == nil {
			gauge.peak = max(gauge.peak, liveHeap())
			err = r.encode(bufio.NewWriterSize(gauge, 1<<19))
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		cost := gauge.peak - gauge.before
		if cost > mostRecordMemory {
			t.Errorf("%s: a record of %d bytes costs %d bytes, want at most %d", name, len(data), cost, mostRecordMemory)
		}
	}
}

func TestTheRouteOfRecordsDeclaresWhatARecordTakes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2)) // also for the sizes
	text := make([]byte, maxRecord-100)
	for i := range text {
		text[i] = 'a' + byte(random.IntN(26))
	}
	files := costlyRecords(t)
	files["random text"] = "(;GM[1]SZ[25]" + strings.Repeat(";C["+string(text[:maxRecord/140])+"]", 139) + ")"
	for name, file := range files {
		size := maxRecord >> random.IntN(7)
		data := []byte(file[:min(len(file), size)])
		gauge := &heapGauge{Context: t.Context(), before: liveHeap()}
		r, err := readRecord(gauge, data, recordOptions)
		if err == nil {
			gauge.peak = max(gauge.peak, liveHeap())
			_, err = web.Pack(t.Context(), func(w io.Writer) error {
				return r.encode(bufio.NewWriterSize(io.MultiWriter(w, gauge), 1<<19))
			})
		}
		if cost := int64(gauge.peak - gauge.before); err != nil || cost > recordMemory(size) {
			t.Errorf("%s: %d bytes cost %d bytes, and the route declares %d: %v", name, len(data), cost, recordMemory(size), err)
		}
	}
}

// recordMemory returns the memory that the route declares for a file.
func recordMemory(size int) int64 {
	return recordCost.Least + (recordCost.Memory-recordCost.Least)*int64(size)/maxRecord
}

func TestReadingOfARecordStopsBetweenNodes(t *testing.T) {
	file := []byte("(;GM[1]SZ[9]" + strings.Repeat(";B[];W[]", 500) + ")")
	for _, checks := range []int{0, 1, 400, 1100, 1400} { // of some 1,000 to check and 1,000 to write
		ctx := &waittest.Countdown{Context: t.Context(), Checks: checks}
		r, err := readRecord(ctx, file, largestRecord)
		if err == nil {
			err = r.encode(io.Discard)
		}
		if !errors.Is(err, context.Canceled) || ctx.Checks < -2 {
			t.Errorf("after %d checks: %v, and %d more", checks, err, -1-ctx.Checks)
		}
	}
}

func BenchmarkRecord(b *testing.B) {
	s := serverOf(options{rules: rules{match.ServiceOptions{Host: newMemoryHost()}}, shared: shared{Sessions: &memorySessions{actors: map[string]string{}}, Limits: web.Limits{Requests: 1 << 30, Positions: 1 << 30}}})
	handler := s.Guard(s.Handler(s.Fail, s), s.Fail)
	for name, file := range costlyRecords(b) {
		file = file[:min(len(file), maxRecord)]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest("POST", "http://localhost/api/records", strings.NewReader(file))
				r.Header.Set("Content-Type", "application/octet-stream")
				handler.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
	}
}
