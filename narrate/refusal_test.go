package narrate

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"testing"

	"rosette/game"
	"rosette/i18n"
	"rosette/play"
)

func TestEveryRefusalHasASentence(t *testing.T) {
	for file, least := range map[string]int{"../play/refusal.go": 25, "../game/game.go": 5} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		keys := regexp.MustCompile(`Refusal += "([a-z-]+)"`).FindAllSubmatch(source, -1)
		if len(keys) < least {
			t.Errorf("%s has %d keys of refusals, at least %d were there", file, len(keys), least)
		}
		for _, key := range keys {
			if !i18n.Has("refusal." + string(key[1])) {
				t.Errorf("%s of %s has no text", key[1], file)
			}
		}
	}
}

func TestARefusalIsASentenceAndAnotherErrorIsNot(t *testing.T) {
	for err, want := range map[error]string{
		game.ErrOccupied:                        "That point is occupied.",
		play.ErrLowBid:                          "Bid more than the highest bid, or accept it.",
		fmt.Errorf("match: %w", play.ErrTimeUp): "Your time ran out before this move arrived.",
	} {
		if got, ok := Refusal("en", err); !ok || got != want {
			t.Errorf("%v: %q, %t, want %q", err, got, ok, want)
		}
	}
	if got, ok := Refusal("en", io.EOF); ok {
		t.Errorf("EOF is refused with %q", got)
	}
}
