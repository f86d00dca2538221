package roster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/internal/waittest"
	"rosette/server/pubsub"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A line connects a process to the others. It can be cut and can lose single messages.
type line struct {
	pubsub.Local // incoming messages
	all          *pubsub.Local
	cut          atomic.Bool
	mu           sync.Mutex
	lose         func(pubsub.Message) bool // selects outgoing messages to lose
}

func (l *line) Publish(m pubsub.Message) {
	l.mu.Lock()
	lost := l.cut.Load() || l.lose != nil && l.lose(m)
	l.mu.Unlock()
	if !lost {
		l.all.Publish(m)
	}
}

// carry forwards the others' messages until ctx ends.
func (l *line) carry(ctx context.Context) {
	from := l.all.Subscribe(1 << 16)
	from.Add(feedTopic)
	go func() {
		defer from.Close()
		for {
			select {
			case <-ctx.Done():
				return
			case m, ok := <-from.Messages():
				if !ok {
					return
				}
				if !l.cut.Load() {
					l.Local.Publish(*m)
				}
			}
		}
	}()
}

// A process has a roster that the test runs and ends.
type process struct {
	*testing.T
	*Roster
	line *line
	end  func()
}

// start starts another process.
func start(t *testing.T, all *pubsub.Local) *process {
	t.Helper()
	return startWith(t, all, 10*time.Millisecond)
}

// startWith starts a process with a given heartbeat interval.
func startWith(t *testing.T, all *pubsub.Local, beat time.Duration) *process {
	t.Helper()
	p := &process{T: t, line: &line{all: all}}
	ctx, cancel := context.WithCancel(context.Background())
	p.line.carry(ctx)
	p.Roster = New(Options{Feed: p.line, Beat: beat})
	running, done := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- p.Roster.Run(running) }()
	p.end = sync.OnceFunc(func() {
		done()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		cancel()
	})
	t.Cleanup(p.end)
	return p
}

// hears waits until the others' reports on a topic are want.
func (p *process) hears(topic, want string) {
	p.Helper()
	got := ""
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(time.Millisecond) {
		var all []string
		for _, report := range p.Others(topic) {
			all = append(all, string(report))
		}
		slices.Sort(all)
		if got = strings.Join(all, " "); got == want {
			return
		}
		if time.Now().After(end) {
			p.Fatalf("the others say %q of %s, want %q", got, topic, want)
		}
	}
}

func TestProcessesKnowWhatTheOthersSay(t *testing.T) {
	var all pubsub.Local
	a := start(t, &all)
	a.Say("match/1", []byte(`"a"`))
	b := start(t, &all)
	b.hears("match/1", `"a"`) // reported before b started
	b.Say("match/1", []byte(`"b"`))
	a.hears("match/1", `"b"`)
	c := start(t, &all)
	c.hears("match/1", `"a" "b"`)
	a.Say("match/1", []byte(`"A"`))
	c.hears("match/1", `"A" "b"`)
	b.Say("match/1", nil)
	c.hears("match/1", `"A"`)
	a.hears("match/1", "")
	a.end()
	c.hears("match/1", "")
	if _, sure := c.Sure(); !sure {
		t.Error("who ends says so, and leaves no doubt")
	}
}

func TestAListenerIsToldOfItsKindOfTopic(t *testing.T) {
	var all pubsub.Local
	a, b := start(t, &all), start(t, &all)
	told := make(chan string, 100)
	b.Listen("match", func(topic string) { told <- topic })
	a.Say("room/1", []byte(`1`))
	b.hears("room/1", "1")
	a.Say("match/1", []byte(`1`))
	if topic := <-told; topic != "match/1" {
		t.Errorf("told of %s", topic)
	}
	a.end()
	if topic := <-told; topic != "match/1" || len(told) > 0 {
		t.Errorf("told of %s, and of %d more", topic, len(told))
	}
}

func TestWhatIsLostIsAskedFor(t *testing.T) {
	var all pubsub.Local
	a, b := start(t, &all), start(t, &all)
	a.Say("match/1", []byte(`1`))
	b.hears("match/1", "1")
	var lost atomic.Int32
	a.line.mu.Lock()
	a.line.lose = func(m pubsub.Message) bool {
		return strings.Contains(string(m.Data), `"change"`) && lost.Add(1) == 1
	}
	a.line.mu.Unlock()
	a.Say("match/1", nil)
	a.Say("match/2", []byte(`2`))
	b.hears("match/1", "")
	b.hears("match/2", "2")
	if lost.Load() == 0 {
		t.Error("nothing was lost")
	}
}

func TestAGapIsFilledAtOnce(t *testing.T) {
	var all pubsub.Local
	a, b := startWith(t, &all, time.Hour), startWith(t, &all, time.Hour)
	a.Say("match/1", []byte(`1`))
	b.hears("match/1", "1")
	a.line.cut.Store(true)
	a.Say("match/1", []byte(`2`))
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(time.Millisecond) {
		a.mu.Lock()
		published := len(a.changed) == 0
		a.mu.Unlock()
		if published {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the change is not published")
		}
	}
	time.Sleep(10 * time.Millisecond) // time for the message, which is lost
	a.line.cut.Store(false)
	b.line.Local.Publish(pubsub.Message{Topic: feedTopic, Gap: true})
	b.hears("match/1", "2")
}

func TestWhoFallsSilentIsForgottenAndAskedAgainWhenHeComesBack(t *testing.T) {
	var all pubsub.Local
	a, b := start(t, &all), start(t, &all)
	a.Say("match/1", []byte(`1`))
	b.hears("match/1", "1")
	a.line.cut.Store(true)
	b.hears("match/1", "")
	if _, sure := b.Sure(); sure {
		t.Error("b hears nobody, and does not know whether a has ended")
	}
	a.Say("match/1", []byte(`"while nobody hears it"`))
	a.line.cut.Store(false)
	b.hears("match/1", `"while nobody hears it"`)
	if since, sure := b.Sure(); !sure || since.IsZero() {
		t.Errorf("b hears a again: %v, %v", since, sure)
	}
}

func TestWhoHearsOthersBelievesThatTheSilentHaveEnded(t *testing.T) {
	var all pubsub.Local
	a := start(t, &all)
	b := start(t, &all)
	c := start(t, &all)
	a.Say("match/1", []byte(`1`))
	b.hears("match/1", "1")
	c.Say("match/2", []byte(`2`))
	b.hears("match/2", "2")
	a.line.cut.Store(true)
	b.hears("match/1", "")
	b.hears("match/2", "2")
	if since, sure := b.Sure(); !sure || !since.IsZero() {
		t.Errorf("b hears c: %v, %v", since, sure)
	}
}

func TestADoubtEnds(t *testing.T) {
	now := time.Unix(1000, 0)
	r := New(Options{Feed: new(pubsub.Local), Now: func() time.Time { return now }})
	r.note("other", message{Kind: kindBeat})
	for range 7 {
		r.look()
		now = now.Add(time.Second)
	}
	if _, sure := r.Sure(); sure {
		t.Error("the other has fallen silent")
	}
	now = now.Add(longestDoubt)
	if since, sure := r.Sure(); !sure || now.Sub(since) > time.Minute {
		t.Errorf("long ago: %v, %v", since, sure)
	}
}

func TestAProcessThatStoodStillForgetsNobody(t *testing.T) {
	now := time.Unix(1000, 0)
	r := New(Options{Feed: new(pubsub.Local), Now: func() time.Time { return now }})
	r.look()
	r.note("other", message{Kind: kindBeat})
	now = now.Add(time.Hour)
	if r.look(); len(r.peers) != 1 {
		t.Error("what the other has said in that hour waits to be read")
	}
}

func TestAllThatAProcessSaysIsSentInParts(t *testing.T) {
	const topics, beat = 10_000, time.Second
	report := func(i int) []byte {
		return fmt.Appendf(nil, `{"there":"bw","gone":{},"signal":{"b":4,"w":%d},"watching":["0123456789abcdef"]}`, i%5)
	}
	var all pubsub.Local
	a, b := startWith(t, &all, beat), startWith(t, &all, beat)
	for i := range topics {
		a.Say(fmt.Sprint("match/", i), report(i))
	}
	for i := range topics { // the changes come in parts and without order
		b.hears(fmt.Sprint("match/", i), string(report(i)))
	}
	heard := all.Subscribe(1 << 12)
	defer heard.Close()
	heard.Add(feedTopic)
	c := startWith(t, &all, beat)
	for i := range topics {
		for _, p := range []*process{b, c} {
			p.hears(fmt.Sprint("match/", i), string(report(i)))
		}
	}
	longest, changes := 0, 0
	for len(heard.Messages()) > 0 {
		m := <-heard.Messages()
		longest = max(longest, len(m.Data))
		if strings.Contains(string(m.Data), `"change"`) {
			changes++
		}
	}
	if longest > 2*maxReports || changes > 0 {
		t.Errorf("the longest message has %d bytes; %d messages repeat what has not changed", longest, changes)
	}
}

func TestAPartThatIsLostKeepsTheWholeFromCounting(t *testing.T) {
	p := &peer{reports: map[string]json.RawMessage{"match/1": json.RawMessage("1")}}
	part := func(n int, more bool, topic string) message {
		return message{Kind: kindWhole, Number: 7, Part: n, More: more, Reports: map[string]json.RawMessage{topic: json.RawMessage("2")}}
	}
	p.takePart(part(0, true, "match/2"))
	if got := p.takePart(part(2, false, "match/4")); got != nil || p.known || p.reports["match/1"] == nil {
		t.Errorf("without the second part: %v, %+v", got, p)
	}
	p.takePart(part(0, true, "match/2"))
	got := p.takePart(part(1, false, "match/3"))
	slices.Sort(got)
	if fmt.Sprint(got) != "[match/1 match/2 match/3]" || !p.known || p.number != 7 || len(p.reports) != 2 {
		t.Errorf("with all parts: %v, %+v", got, p)
	}
}

func TestATopicHereIsOfOneProcess(t *testing.T) {
	a, b := New(Options{}), New(Options{})
	if one, other := a.Here("match/1"), b.Here("match/1"); one == other || one == a.Here("match/2") {
		t.Errorf("the topics here are %s and %s", one, other)
	}
}

func TestNobodyIsForgottenWhileTheFeedReachesNobody(t *testing.T) {
	now, connected := time.Unix(1000, 0), true
	r := New(Options{Feed: new(pubsub.Local), Now: func() time.Time { return now }, Connected: func() bool { return connected }})
	pass := func() {
		for range 10 {
			r.look()
			now = now.Add(time.Second)
		}
	}
	sure := func(want bool, since time.Time) {
		t.Helper()
		if at, ok := r.Sure(); ok != want || ok && !at.Equal(since) {
			t.Errorf("sure since %v, %v, want %v, %v", at, ok, since, want)
		}
	}
	r.look()
	sure(true, time.Time{})
	connected = false
	pass()
	sure(false, now)
	connected = true
	r.look() // there were no others before either
	sure(true, now)
	r.note("other", message{Kind: kindBeat})
	connected = false
	pass()
	if sure(false, now); len(r.peers) != 1 {
		t.Error("the other is forgotten")
	}
	connected = true
	r.look()
	sure(false, now) // until it sends a message
	r.note("other", message{Kind: kindBeat})
	sure(true, now)
	pass()
	if sure(false, now); len(r.peers) != 0 {
		t.Error("the other is silent")
	}
}

// BenchmarkRosters measures how long one change among 10,000 topics takes to reach another process.
func BenchmarkRosters(b *testing.B) {
	var all pubsub.Local
	p, q := New(Options{Feed: &all}), New(Options{Feed: &all})
	said := all.Subscribe(1 << 12)
	said.Add(feedTopic)
	for i := range 10_000 {
		p.Say(fmt.Sprint("match/", i), []byte(`{"there":"bw","signal":{"b":4,"w":3}}`))
	}
	q.publish(message{Kind: kindAsk})
	exchange := func() {
		for len(said.Messages()) > 0 {
			m := <-said.Messages()
			for _, r := range []*Roster{p, q} {
				if err := r.take(*m); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	exchange()
	for i := 0; b.Loop(); i++ {
		p.Say("match/7", fmt.Appendf(nil, `{"there":"b","gone":{"w":%d}}`, i))
		p.flush()
		exchange()
	}
}
