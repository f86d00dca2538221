package remote

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

// randomPosition returns a position after some random moves.
func randomPosition(g *board.Graph, r *rand.Rand) (*game.Game, board.Color) {
	rules := game.DefaultRules(g)
	rules.Komi = float64(r.IntN(40)-20) / 2
	at, next := game.New(g, rules), board.Black
	for range r.IntN(g.Points()) {
		if p := board.Point(r.IntN(g.Points())); at.Board().IsPlayoutMove(p, next) && at.Legal(p, next) == nil {
			at.Make(p, next)
			next = next.Opponent()
		}
	}
	return at, next
}

func TestTheServerComputesWhatTheNetworkComputes(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for _, s := range []*shared{honeycomb, grid} {
		server := s.serve(t)
		c := dial(t, server, Options{Batch: 5}) // smaller than the concurrent requests
		names := map[board.Lattice][]string{board.Honeycomb: {"rosette-2", "rosette-3", "rosette-5"}, board.Grid: {"square-7"}}[s.kind]
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				e, m := c.Evaluator(uint64(i)), neural.NewWorkspace(server.net)
				for k := range 6 {
					compare(t, e, m, named(t, names[(i+k)%len(names)]), r)
				}
			})
		}
		all.Wait()
		if err := c.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// compare compares the server's output with the network's, under the same symmetry.
func compare(t *testing.T, e *Evaluator, m *neural.Workspace, graph *board.Graph, r *rand.Rand) {
	const within = 1e-2
	g, next := randomPosition(graph, r)
	symmetries := graph.Symmetries()
	symmetry := symmetries[r.IntN(len(symmetries))]
	if !e.evaluate(g, next, symmetry) {
		t.Error(e.client.Err())
		return
	}
	var o neural.Output
	m.Evaluate(&e.features, symmetry, &o)
	var got, want engine.Evaluation
	e.output.Evaluation(next, e.features.KomiOffset, &got)
	o.Evaluation(next, e.features.KomiOffset, &want)
	difference := math.Abs(float64(got.Win-want.Win)) + math.Abs(float64(got.Score-want.Score))/(1+math.Abs(float64(want.Score)))
	difference += math.Abs(float64(got.ScoreStdev-want.ScoreStdev)) / (1 + float64(want.ScoreStdev))
	for i := range want.Policy {
		difference = max(difference, math.Abs(float64(got.Policy[i]-want.Policy[i])))
	}
	for p := range want.Ownership {
		difference = max(difference, math.Abs(float64(got.Ownership[p]-want.Ownership[p])))
	}
	if len(got.Policy) != len(want.Policy) || len(got.Ownership) != len(want.Ownership) || !(difference <= within) {
		t.Errorf("%s: %v apart: win %v, want %v; score %v, want %v", graph.Name(), difference, got.Win, want.Win, got.Score, want.Score)
	}
}

// fakeServer listens, sends the given greeting, and then only reads.
func fakeServer(t *testing.T, greeting []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return // the test is over
		}
		_, _ = conn.Write(greeting)
		_, _ = io.Copy(io.Discard, conn)
	}()
	return path
}

func TestAnythingButAServerOfThisReleaseIsRefused(t *testing.T) {
	hello := binary.LittleEndian.AppendUint32([]byte(magic), version)
	for _, c := range []struct{ greeting, want string }{
		{magic + "\x09\x00\x00\x00", "the evaluator has protocol version 9, this program 2; use the same release for both"},
		{"HTTP/1.1 400 Bad Request\r\n", "what listens there is no evaluator; start one with python3 -m learn.serve NET --socket PATH"},
		{string(hello) + "\x03\x00\x00\x00Eno.", "the evaluator reports: no."},
		{
			string(hello) + "\x00\x00\x00\x00?",
			"the evaluator sent a frame of kind '?', which this program does not know; use both of one release",
		},
		{string(hello) + "\xff\xff\xff\xffN", "the evaluator sent a frame of 4294967295 bytes, more than 1073741824; use the same release for both"},
		{
			string(hello) + "\x02\x00\x00\x00N{]",
			"the evaluator does not report its network: invalid character ']' looking for beginning of object key string",
		},
	} {
		if _, err := Dial(fakeServer(t, []byte(c.greeting)), Options{}); err == nil || strings.TrimSpace(err.Error()) != c.want {
			t.Errorf("%q: %v", c.greeting, err)
		}
	}
}

func TestTheServerRefusesAnotherVersion(t *testing.T) {
	conn, err := net.Dial("unix", honeycomb.serve(t).socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write(binary.LittleEndian.AppendUint32([]byte(magic), 7)); err != nil {
		t.Fatal(err)
	}
	from := bufio.NewReader(conn)
	if _, err := from.Discard(len(magic) + 4); err != nil {
		t.Fatal(err)
	}
	kind, text, err := readFrame(from)
	if want := "the other end speaks version 7, this program version 2: use both of one release"; err != nil ||
		kind != kindRefusal || string(text) != want {
		t.Errorf("kind %q, %q, %v", kind, text, err)
	}
}

func TestABoardOfTheOtherLatticeLosesTheServer(t *testing.T) {
	var lost error
	c := dial(t, grid.serve(t), Options{OnLost: func(err error) { lost = err }})
	g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
	if c.Network().Applies(g.Graph(), g.Rules()) || !c.Network().Applies(board.Square(7, 7), game.Rules{}) {
		t.Errorf("%+v", c.Network())
	}
	var o engine.Evaluation
	c.Evaluator(1).Evaluate(g, board.Black, &o)
	want := "the evaluator reports: a board has 13 taps a point, the network for a grid looks at 9: play on boards of that lattice"
	if lost == nil || lost.Error() != want {
		t.Errorf("lost: %v", lost)
	}
	if o.Win != 0.5 || len(o.Policy) != 25 {
		t.Errorf("without a server: %+v", o)
	}
}

func TestTheServerLoadsAnotherNetworkWithoutLosingRequests(t *testing.T) {
	s, err := start(t.TempDir(), board.Honeycomb)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	c := dial(t, s, Options{})
	load := func(kind board.Lattice) (string, error) {
		name, other, err := randomFile(t.TempDir(), kind, 77)
		if err != nil {
			t.Fatal(err)
		}
		cmd, err := learn("learn.serve", name, "--socket", s.socket, "--load")
		if err != nil {
			t.Fatal(err)
		}
		s.net = other
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	before := s.net
	if out, err := load(board.Grid); err == nil ||
		!strings.Contains(out, "is for a grid, what is played here is on a honeycomb: load one for that") {
		t.Errorf("%q, %v", out, err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	e := c.Evaluator(1)
	compare(t, e, neural.NewWorkspace(before), board.Rosette(2), r)
	if out, err := load(board.Honeycomb); err != nil {
		t.Fatal(out, err)
	}
	for deadline := time.Now().Add(waittest.Limit); c.Network().Hash != s.net.Hash; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%+v answers", c.Network())
		}
	}
	compare(t, e, neural.NewWorkspace(s.net), board.Rosette(2), r)
	if err := c.Err(); err != nil {
		t.Error(err)
	}
}

func TestAClosedClientHasAnErrorAndDoesNotReportALoss(t *testing.T) {
	c := dial(t, honeycomb.serve(t), Options{OnLost: func(error) { t.Error("lost") }})
	if err := errors.Join(c.Close(), c.Close()); err != nil || !errors.Is(c.Err(), errClosed) {
		t.Errorf("%v, %v", err, c.Err())
	}
	if _, err := os.Stat(honeycomb.socket); err != nil {
		t.Error(err)
	}
}
