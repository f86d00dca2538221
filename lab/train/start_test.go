package train

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/lab/matches"
)

func TestARunGoesOnFromANetwork(t *testing.T) {
	start := filepath.Join(t.TempDir(), "any.rnet")
	if err := writeNetwork(start, 7); err != nil {
		t.Fatal(err)
	}
	f := &fake{t: t, dir: t.TempDir(), start: start, gating: []matches.Standing{loss, win}, rating: nearWin}
	r := f.open(2)
	if got := r.trainer().Start; got != filepath.Join(networkDir, startFile) || r.best == nil {
		t.Fatalf("learning begins with %q, playing with %v", got, r.best)
	}
	hash := r.best.Hash
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if against := []string{f.reported[0].Against, f.reported[1].Against}; !slices.Equal(against, []string{startFile, startFile}) {
		t.Errorf("the gating matches are against %v", against)
	}
	reports, err := readLog[BatchReport](filepath.Join(f.dir, selfPlayLog), func(string) {})
	if err != nil || len(reports) < 4 {
		t.Fatalf("%d batches: %v", len(reports), err)
	}
	for _, b := range reports {
		if b.Network != hash {
			t.Errorf("batch %d was played by %s, not by %s", b.Batch, b.Network, hash)
		}
	}
	f.start = ""
	if again := f.open(2); again.trainer().Start == "" || again.state.Best != "000001.rnet" {
		t.Errorf("the next command learns from %q and plays %s", again.trainer().Start, again.state.Best)
	}
}

func TestARunKeepsTheNetworkThatItBeganWith(t *testing.T) {
	dir := t.TempDir()
	one, other := filepath.Join(dir, "one.rnet"), filepath.Join(dir, "other.rnet")
	for seed, name := range []string{one, other} {
		if err := writeNetwork(name, uint64(seed)); err != nil {
			t.Fatal(err)
		}
	}
	f := &fake{t: t, dir: t.TempDir(), start: one, gating: []matches.Standing{loss}}
	plan := f.open(1).Plan
	without := (&fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss}}).open(1)
	if err := without.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, start, size, want string }{
		{plan.Dir, other, "b1c16", "began with a network other than " + other},
		{without.Dir, one, "b1c16", "began without " + one},
		{t.TempDir(), writeTemp(t, "no network"), "", "not a network file"},
		{t.TempDir(), filepath.Join(dir, "none"), "", "no such file"},
	} {
		p := plan
		p.Dir = c.dir
		p.Start = c.start
		p.Size = c.size
		if _, err := p.Open(); !errors.As(err, new(*StartError)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.want, err)
		}
	}
	plan.Size = ""
	if r, err := plan.Open(); err != nil || r.Size != "b1c16" {
		t.Errorf("size %s: %v", r.Size, err)
	}
}
