package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
)

// A transcriptLine is a line of a kept transcript: what starts a program, what the client sends, or
// what the program answers.
type transcriptLine struct {
	mark, text string
}

// The marks of lines in testdata/clients. Lines that begin with # are comments.
const (
	startMark  = "$"  // the arguments of rosette, which starts
	sentMark   = ">"  // the client sends the line after all answers before it
	exactMark  = "<"  // the next line of the program is this one
	regexpMark = "<~" // the next line matches the regular expression
	repeatMark = "<*" // one or more lines match; further ones may also come later
)

// transcriptLines reads a kept transcript.
func transcriptLines(t *testing.T, file string) (all []transcriptLine) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		mark, rest, _ := strings.Cut(line, " ")
		if !strings.Contains(" $ > < <~ <* ", " "+mark+" ") {
			t.Fatalf("%s: %q begins with no mark", file, line)
		}
		all = append(all, transcriptLine{mark, rest})
	}
	return all
}

// A conversation is a running program that a transcript speaks to.
type conversation struct {
	t      *testing.T
	in     io.WriteCloser
	lines  chan string // closed at the end of the program
	ended  chan int    // exit status
	errs   strings.Builder
	repeat *regexp.Regexp // of the last repeatMark, or nil
}

// start runs rosette with arguments.
func start(t *testing.T, args string) *conversation {
	c := &conversation{t: t, lines: make(chan string), ended: make(chan int, 1)}
	in, toProgram := io.Pipe()
	fromProgram, out := io.Pipe()
	c.in = toProgram
	go func() {
		status := run(context.Background(), strings.Fields(args), in, out, &c.errs)
		in.CloseWithError(errors.New("the program has ended"))
		out.Close()
		c.ended <- status
	}()
	go func() {
		defer close(c.lines)
		answers := bufio.NewScanner(fromProgram)
		answers.Buffer(nil, 1<<20)
		for answers.Scan() {
			c.lines <- answers.Text()
		}
	}()
	return c
}

// next returns the next line of the program.
func (c *conversation) next() (string, error) {
	select {
	case line, ok := <-c.lines:
		if !ok {
			return "", errors.New("the program has ended")
		}
		return line, nil
	case <-time.After(waittest.Limit):
		return "", errors.New("no further line")
	}
}

// expect reads the line that a transcript expects.
func (c *conversation) expect(want transcriptLine) error {
	matches := func(line string) bool { return line == want.text }
	if want.mark != exactMark {
		pattern, err := regexp.Compile("^(?:" + want.text + ")$")
		if err != nil {
			return err
		}
		matches = pattern.MatchString
		if want.mark == repeatMark {
			defer func() { c.repeat = pattern }()
		}
	}
	for {
		line, err := c.next()
		switch {
		case err != nil:
			return fmt.Errorf("%w, want %q", err, want.text)
		case matches(line):
			return nil
		case c.repeat == nil || !c.repeat.MatchString(line):
			return fmt.Errorf("%.400q, want %.400q", line, want.text)
		}
	}
}

// stop ends the program's input and checks that it ends well.
func (c *conversation) stop() {
	c.t.Helper()
	if err := c.in.Close(); err != nil {
		c.t.Error(err)
	}
	for range c.lines { // until the end of the program
		continue
	}
	if status := <-c.ended; status != 0 {
		c.t.Errorf("rosette ends with %d: %s", status, &c.errs)
	}
}

// The transcripts in testdata/clients were recorded with the clients themselves, where their comments
// do not name another source.
func TestKeptTranscriptsOfClientsAreRepeated(t *testing.T) {
	files, err := filepath.Glob("testdata/clients/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			var c *conversation
			sent := ""
			for _, line := range transcriptLines(t, file) {
				switch line.mark {
				case startMark:
					if c != nil {
						c.stop()
					}
					c = start(t, line.text)
				case sentMark:
					sent = line.text
					if _, err := io.WriteString(c.in, sent+"\n"); err != nil {
						t.Fatalf("sending %q: %v", sent, err)
					}
				default:
					if err := c.expect(line); err != nil {
						t.Fatalf("after %.200q: %v", sent, err)
					}
				}
			}
			c.stop()
		})
	}
}
