package storm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rosette/internal/rng"
	"rosette/internal/runlog"
)

// KillOptions describes how servers are killed.
type KillOptions struct {
	Kills int // total
	Games int // concurrent
	// Out is a folder for kills.jsonl, which has a line for each batch, so that the same command
	// continues; "" for none.
	Out string
	// A batch of Batch kills uses new games and ends with their verification.
	Batch int
	// A server runs for a random time up to Life before it is killed.
	Life time.Duration
	// After every LongEvery-th kill the server is down for Downtime; otherwise it is restarted at
	// once.
	LongEvery int
	Downtime  time.Duration
}

// A KillReport is the result of one or more batches.
type KillReport struct {
	Kills        int     `json:"kills"`
	Games        int     `json:"games"`
	Sent         int64   `json:"sent"`
	Resent       int64   `json:"resent"` // after a restart, with the same IDs
	Acknowledged int64   `json:"acknowledged"`
	Down         float64 `json:"downSeconds"`    // total downtime
	StartMean    float64 `json:"startMillis"`    // mean time until the address was printed
	StartMax     float64 `json:"startMaxMillis"` // longest such time
	Faults
}

// add adds another batch.
func (r *KillReport) add(of KillReport) {
	if n := r.Kills + of.Kills; n > 0 {
		r.StartMean = (r.StartMean*float64(r.Kills) + of.StartMean*float64(of.Kills)) / float64(n)
	}
	r.StartMax = max(r.StartMax, of.StartMax)
	r.Kills += of.Kills
	r.Games += of.Games
	r.Sent += of.Sent
	r.Resent += of.Resent
	r.Acknowledged += of.Acknowledged
	r.Down += of.Down
	r.Faults.add(of.Faults)
}

// Line returns the report in one line.
func (r KillReport) Line() string {
	return fmt.Sprintf("%d kills, %d games, %d moves sent, %d sent again, %d acknowledged, %.0f s down, start %.0f ms (longest %.0f): "+
		"LOST %d  TWICE %d  WRONG %d  GAPS %d  FLAGS %d",
		r.Kills, r.Games, r.Sent, r.Resent, r.Acknowledged, r.Down, r.StartMean, r.StartMax, r.Lost, r.Twice, r.Wrong,
		r.Gaps, r.Flags)
}

// Kill plays games on a server that it kills and restarts k.Kills times, and compares the records
// with the acknowledgements. After a fault the games are not removed, and the error names their
// place.
func (o *Options) Kill(ctx context.Context, k KillOptions) (total KillReport, err error) {
	keep := func(KillReport) error { return nil }
	if k.Out != "" {
		if err := os.MkdirAll(k.Out, 0o755); err != nil {
			return total, err
		}
		log, contents, err := runlog.Open(filepath.Join(k.Out, "kills.jsonl"))
		if err != nil {
			return total, err
		}
		defer log.Close() // every line is on disk
		before, err := runlog.Decode[KillReport](contents)
		if err != nil {
			return total, err
		}
		for _, r := range before {
			total.add(r)
		}
		keep = func(r KillReport) error { return log.Append(r) }
	}
	for total.Kills < k.Kills && err == nil {
		b := &batch{Options: o, KillOptions: k, total: total}
		b.kills = min(k.Batch, k.Kills-total.Kills)
		b.rng = rng.NewXoshiro(rng.Seed(o.Seed, total.Kills))
		err = b.run(ctx)
		if b.verified {
			total.add(b.report)
			err = errors.Join(err, keep(b.report))
		}
	}
	return total, err
}

// A batch is a series of kills with the same storage.
type batch struct {
	*Options
	KillOptions
	total    KillReport // of earlier batches
	kills    int
	rng      rng.Xoshiro
	report   KillReport
	verified bool
}

func (b *batch) run(ctx context.Context) (err error) {
	data, remove, err := b.place(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if !b.report.Any() {
			err = errors.Join(err, remove())
		}
	}()
	l, end := b.newLoad(ctx, "http://127.0.0.1")
	defer end()
	l.seed = b.rng.Uint64()
	for b.report.Kills < b.kills {
		if err := b.live(ctx, l, data); err != nil {
			return err
		}
		b.report.Kills++
		b.Report("%d of %d kills, %d moves acknowledged", b.total.Kills+b.report.Kills, b.Kills,
			b.total.Acknowledged+l.acks.Load())
		if b.LongEvery > 0 && b.report.Kills%b.LongEvery == 0 {
			b.report.Down += b.Downtime.Seconds()
			if err := pause(ctx, b.Downtime, "the server is down", b.Report); err != nil {
				return err
			}
		}
	}
	if err := b.settle(ctx, l, data); err != nil {
		return err
	}
	if err := b.verify(ctx, l, data); err != nil || !b.report.Any() {
		return err
	}
	return fmt.Errorf("the games in %s differ from the acknowledgements", data)
}

// start starts a server for the load.
func (b *batch) start(ctx context.Context, l *load, data string) (*Server, error) {
	s, err := b.Launch.Start(ctx, data)
	if err != nil {
		return nil, err
	}
	l.target = b.Target(s.URL)
	started := ms(s.Started)
	n := float64(b.report.Kills)
	b.report.StartMean = (b.report.StartMean*n + started) / (n + 1)
	b.report.StartMax = max(b.report.StartMax, started)
	return s, nil
}

// live starts a server, plays on it and kills it.
func (b *batch) live(ctx context.Context, l *load, data string) error {
	s, err := b.start(ctx, l, data)
	if err != nil {
		return err
	}
	defer s.Kill()
	if len(l.players) == 0 {
		if err := l.open(b.Games); err != nil {
			return err
		}
	}
	played := make(chan error, 1)
	go func() { played <- l.play(ctx, b.interval(), false) }()
	life := time.NewTimer(time.Duration(b.rng.Uint64() % uint64(b.Life)))
	defer life.Stop()
	select {
	case <-life.C:
	case <-s.Ended():
		err = fmt.Errorf("the server exited: %s", s.Log())
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.Kill()
	<-played // the lost connection was intended
	l.close()
	return err
}

// settle starts a last server, sends the unacknowledged moves and stops it.
func (b *batch) settle(ctx context.Context, l *load, data string) error {
	s, err := b.start(ctx, l, data)
	if err != nil {
		return err
	}
	defer s.Kill()
	err = l.each(len(l.players), func(i int) error { return l.players[i].finish() })
	l.close()
	return errors.Join(err, s.Stop())
}

// verify compares the records and fills in the report.
func (b *batch) verify(ctx context.Context, l *load, data string) error {
	all := l.played()
	b.report.Games, b.report.Sent = len(all), l.sent.Load()
	b.report.Resent, b.report.Acknowledged = l.resent.Load(), l.acks.Load()
	if err := b.report.Faults.compare(ctx, data, all); err != nil {
		return fmt.Errorf("read the games: %w", err)
	}
	b.verified = true
	return nil
}
