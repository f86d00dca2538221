package match

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
)

// losses lists the phases of a match between two people. Commands begin with "b" or "w" and are
// separated by bars. White loses the connection after before, misses Black's commands in meanwhile,
// and sends own after reconnecting.
var losses = map[string]struct {
	rules                  string
	komiBy                 play.KomiBy
	handicap               int
	before, meanwhile, own string
	phase                  string // when White reconnects
}{
	"a komi is offered":       {rules: "mindsports-chinese", komiBy: play.KomiDivide, meanwhile: `b "command":"offer","komi":6`, own: `"command":"take","side":"b"`, phase: "komi"},
	"an auction is open":      {rules: "mindsports-chinese", komiBy: play.KomiOpen, before: `b "command":"bid","komi":3|w "command":"bid","komi":5`, meanwhile: `b "command":"bid","komi":6`, own: `"command":"yield"`, phase: "komi"},
	"bids are secret":         {rules: "mindsports-chinese", komiBy: play.KomiSecret, meanwhile: `b "command":"bid","komi":4`, own: `"command":"bid","komi":5`, phase: "komi"},
	"handicap stones are set": {rules: "kgs-chinese", handicap: 2, before: `b "command":"place","point":"C3"`, meanwhile: `b "command":"place","point":"G7"`, own: `"command":"play","point":"E5"`, phase: "play"},
	"stones are played":       {rules: "mindsports-chinese", meanwhile: `b "command":"play","point":"E5"`, own: `"command":"play","point":"F6"`, phase: "play"},
	"dead stones are marked":  {rules: "japanese", before: stopped, meanwhile: `b "command":"mark","points":["A1"],"dead":true|b "command":"agree"`, own: `"command":"agree"`, phase: "agreement"},
	"a mover is chosen":       {rules: "new-zealand", before: stopped + `|b "command":"dispute"`, meanwhile: `b "command":"choose-mover","side":"b"`, own: `"command":"choose-mover","side":"b"`, phase: "turn"},
	"a chain is played out":   {rules: "japanese-1989", before: stopped + `|b "command":"confirm","point":"A1"`, meanwhile: `b "command":"play","point":"A2"`, own: `"command":"pass"`, phase: "confirmation"},
}

// stopped holds the commands that play opposed.
var stopped = func() string {
	var all []string
	for i, point := range opposed {
		command := `"command":"play","point":"` + point + `"`
		if point == "pass" {
			command = `"command":"pass"`
		}
		all = append(all, []string{"b ", "w "}[i%2]+command)
	}
	return strings.Join(all, "|")
}()

// act sends commands on the lines of both players.
func act(id, commands string, lines map[string]*line) {
	for text := range strings.SplitSeq(commands, "|") {
		if by, command, ok := strings.Cut(text, " "); ok {
			lines[by].command(id, command)
		}
	}
}

// After a lost connection, in any phase, a player receives the missed events, and a command whose
// reply was lost counts once.
func TestALostConnectionLosesNothingInAnyPhase(t *testing.T) {
	for name, one := range losses {
		t.Run(name, func(t *testing.T) {
			s := build(t)
			id, black, white := s.sit(play.Settings{Board: "square-9", Rules: preset(t, one.rules), KomiBy: one.komiBy, Handicap: one.handicap})
			lines := map[string]*line{"b": black.joined(id), "w": white.joined(id)}
			act(id, one.before, lines)
			known := white.seq(id)
			lines["w"].conn.CloseNow()
			act(id, one.meanwhile, lines)

			back, _ := white.dial()
			joined, f := back.join(id, known)
			if f.After != known || f.Seq != black.seq(id) || len(f.Events) != f.Seq-known || f.State.Phase != one.phase || joined.Seat != "w" {
				t.Errorf("comes back after %d to %d events up to %d in %s as %q", f.After, len(f.Events), f.Seq, f.State.Phase, joined.Seat)
			}
			command := `{"kind":"do","topic":"` + view.Topic(id) + `","id":"lost",` + one.own + `}`
			back.say(command)
			back.conn.CloseNow() // before the answer
			again := white.joined(id)
			again.say(command)
			if r := again.hear("reply"); r.ID != "lost" || r.Refused != "" {
				t.Errorf("sent again, %s is answered by %+v", one.own, r)
			}
			if n := s.counted(id, "lost"); n != 1 {
				t.Errorf("%s counted %d times", one.own, n)
			}
		})
	}
}

// counted returns how many events a White command has caused.
func (s *site) counted(id, command string) (n int) {
	s.host.mu.Lock()
	defer s.host.mu.Unlock()
	for _, e := range s.host.matches[id].events {
		if e.ID == command && e.Color != board.Empty {
			n++
		}
	}
	return n
}
