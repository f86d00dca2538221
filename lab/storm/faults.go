package storm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"rosette/server/store/postgres"
)

// A FaultReport describes a server's behaviour after its storage failed.
type FaultReport struct {
	Case         string `json:"case"`
	Acknowledged int64  `json:"acknowledged"`
	Refused      int    `json:"refused"`
	Says         string `json:"says"` // reasons for refusals, or the server's last log line
	Faults
	Problem string `json:"problem,omitempty"` // unexpected behaviour, "" if none
}

// Line returns the report in one line.
func (r FaultReport) Line() string {
	verdict := "as it should be"
	if r.Problem != "" {
		verdict = "NOT AS IT SHOULD BE: " + r.Problem
	}
	return fmt.Sprintf("%s: %d moves acknowledged, %d refused, LOST %d TWICE %d GAPS %d; the server says: %s; %s",
		r.Case, r.Acknowledged, r.Refused, r.Lost, r.Twice, r.Gaps, r.Says, verdict)
}

// FaultOptions describes how storage fails.
type FaultOptions struct {
	Games int
	Limit int           // largest file size in KB when the disk is full
	Span  time.Duration // duration of attempts to move
	// Data is a folder on a small file system for the full-disk case, which then needs no limit; ""
	// for a temporary folder.
	Data string
}

// A faultCase is a kind of failure.
type faultCase struct {
	name string
	run  func(*faultRun, context.Context) error
}

// The cases, in order.
var (
	folderCases = []faultCase{
		{"the disk is full", (*faultRun).full},
		{"the folder is read-only", (*faultRun).readOnly},
		{"the folder is removed", (*faultRun).removed},
	}
	databaseCases = []faultCase{{"the database ends its connections", (*faultRun).disconnected}}
)

// Faults makes a server's storage fail in each way and reports the behaviour. It returns an error
// if a case could not be tried.
func (o *Options) Faults(ctx context.Context, f FaultOptions, each func(FaultReport) error) error {
	cases := folderCases
	if o.Database != "" {
		cases = databaseCases
	}
	for _, c := range cases {
		r := &faultRun{Options: o, FaultOptions: f, report: FaultReport{Case: c.name}}
		if err := c.run(r, ctx); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if err := each(r.report); err != nil {
			return err
		}
	}
	return nil
}

// A faultRun runs one case.
type faultRun struct {
	*Options
	FaultOptions
	report FaultReport
}

// wrong records unexpected behaviour; only the first call counts.
func (r *faultRun) wrong(format string, words ...any) {
	if r.report.Problem == "" {
		r.report.Problem = fmt.Sprintf(format, words...)
	}
}

// full plays until the server can write no more, then continues with free space.
func (r *faultRun) full(ctx context.Context) (err error) {
	data, launch := r.Data, r.Launch
	if data == "" {
		if runtime.GOOS == "windows" {
			return errors.New("file sizes cannot be limited on Windows")
		}
		if data, err = os.MkdirTemp("", "rosette-storm-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
		// The unit of ulimit -f is 512 bytes.
		launch.Wrap = []string{"/bin/sh", "-c", fmt.Sprintf(`ulimit -f %d && exec "$0" "$@"`, 2*r.Limit)}
	}
	s, err := launch.Start(ctx, data)
	if err != nil {
		return err
	}
	defer s.Kill()
	l, end := r.newLoad(ctx, s.URL)
	defer end()
	if err := l.open(r.Games); err != nil {
		return err
	}
	if err := r.playUntilRefused(ctx, l); err != nil {
		return err
	}
	l.close()
	r.quoteLog(s)
	if err := s.Stop(); err != nil {
		r.wrong("%v", err)
	}
	return r.goOn(ctx, l, data)
}

// maxSaid is the longest quotation from the server, in bytes.
const maxSaid = 240

// quoteLog appends the server's last log line to the report.
func (r *faultRun) quoteLog(s *Server) {
	log := s.Log()
	if i := strings.LastIndex(log, " | "); i >= 0 {
		log = log[i+len(" | "):]
	}
	r.report.Says += ", and in its log " + log[:min(len(log), maxSaid)]
}

// disturbEvery is the interval between disconnections.
const disturbEvery = 150 * time.Millisecond

// disconnected plays while the database repeatedly ends all connections.
func (r *faultRun) disconnected(ctx context.Context) (err error) {
	place, remove, err := r.place(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := r.Launch.Start(ctx, place)
	if err != nil {
		return err
	}
	defer s.Kill()
	l, end := r.newLoad(ctx, s.URL)
	defer end()
	if err := l.open(r.Games); err != nil {
		return err
	}
	disturbing, stop := context.WithCancel(ctx)
	disturbed := make(chan error, 1)
	go func() { disturbed <- r.disturb(disturbing, place) }()
	err = r.playUntilRefused(ctx, l)
	stop()
	if err = errors.Join(err, <-disturbed); err != nil {
		return err
	}
	// The same server must accept the refused moves.
	if err := l.each(len(l.players), func(i int) error { return l.players[i].finish() }); err != nil {
		r.wrong("with a database again: %v", err)
	}
	l.close()
	if err := s.Stop(); err != nil {
		r.wrong("%v", err)
	}
	return r.verify(ctx, l, place)
}

// disturb ends the connections repeatedly until ctx ends.
func (r *faultRun) disturb(ctx context.Context, place string) error {
	for ctx.Err() == nil {
		if err := postgres.EndConnections(context.WithoutCancel(ctx), place); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(disturbEvery):
		}
	}
	return nil
}

// playUntilRefused plays for a while and records why moves were refused.
func (r *faultRun) playUntilRefused(ctx context.Context, l *load) error {
	playing, stop := context.WithTimeout(ctx, r.Span)
	defer stop()
	if err := l.play(playing, r.interval(), true); err != nil {
		return err
	}
	for reason, n := range l.failures.all() {
		r.report.Refused += n
		if strings.HasPrefix(reason, lineLost) {
			r.wrong("a connection was lost")
		}
	}
	r.report.Acknowledged = l.acks.Load()
	r.report.Says = strings.Join(slices.Sorted(maps.Keys(l.failures.all())), ", ")
	if r.report.Refused == 0 {
		r.wrong("no move was refused")
	}
	return nil
}

// goOn starts a server that can write, sends the refused moves again and verifies the records.
func (r *faultRun) goOn(ctx context.Context, l *load, data string) error {
	launch := r.Launch
	if r.Data != "" { // it is still full
		return r.verify(ctx, l, data)
	}
	s, err := launch.Start(ctx, data)
	if err != nil {
		r.wrong("%v", err)
		return nil
	}
	defer s.Kill()
	l.target = r.Target(s.URL)
	if err := l.each(len(l.players), func(i int) error { return l.players[i].finish() }); err != nil {
		r.wrong("with room again: %v", err)
	}
	l.close()
	return errors.Join(s.Stop(), r.verify(ctx, l, data))
}

func (r *faultRun) verify(ctx context.Context, l *load, data string) error {
	if err := r.report.Faults.compare(ctx, data, l.played()); err != nil {
		r.wrong("the records cannot be read: %v", err)
		return nil
	}
	if r.report.Any() {
		r.wrong("the records differ from the acknowledgements")
	}
	return nil
}

// readOnly starts a server on a folder without write permission.
func (r *faultRun) readOnly(ctx context.Context) (err error) {
	data, err := os.MkdirTemp("", "rosette-storm-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Chmod(data, 0o700), os.RemoveAll(data)) }()
	if err := os.Chmod(data, 0o555); err != nil {
		return err
	}
	launch := r.Launch
	launch.Weak = true
	s, err := launch.Start(ctx, data)
	if err == nil {
		r.wrong("the server starts at %s", s.URL)
		s.Kill()
		return nil
	}
	r.report.Says = err.Error()
	if strings.Contains(r.report.Says, "goroutine ") || !strings.Contains(r.report.Says, data) {
		r.wrong("that is not a sentence about the folder")
	}
	if left, err := os.ReadDir(data); err != nil || len(left) > 0 {
		r.wrong("the server left %v in the folder, %v", left, err)
	}
	return nil
}

// removed removes the folder under a running server.
func (r *faultRun) removed(ctx context.Context) (err error) {
	data, err := os.MkdirTemp("", "rosette-storm-")
	if err != nil {
		return err
	}
	s, err := r.Launch.Start(ctx, data)
	if err != nil {
		return err
	}
	defer s.Kill()
	l, end := r.newLoad(ctx, s.URL)
	defer end()
	if err := l.open(r.Games); err != nil {
		return err
	}
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	if err := r.playUntilRefused(ctx, l); err != nil {
		return err
	}
	if r.report.Acknowledged > 0 {
		r.report.Lost = int(r.report.Acknowledged)
		r.wrong("moves were acknowledged that are not kept")
	}
	l.close()
	r.quoteLog(s)
	if err := s.Stop(); err != nil { // the server may report that it could not close its files
		r.report.Says += "; " + err.Error()
	}
	return nil
}
