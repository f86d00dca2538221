package matches

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"rosette/game"
	"rosette/internal/quote"
	"rosette/protocol/gtp"
)

// send sends a command. Its error is a [Fault].
func (s *gtpSession) send(command string) (string, error) {
	if _, err := fmt.Fprintf(s.log, "> %s", command); err != nil {
		return "", err
	}
	answer, err := s.client.Send(command)
	if err == nil {
		return answer, nil
	}
	word, _, _ := strings.Cut(command, " ")
	var no gtp.ResponseError
	switch {
	case errors.As(err, &no):
		return "", &Fault{
			Refusal, fmt.Sprintf("it rejects %q: %q", quote.Clip(command, 60), quote.Clip(no.Error(), 60)),
		}
	case errors.Is(err, gtp.ErrTimeout):
		return "", &Fault{Hang, fmt.Sprintf("it does not reply to %s within %v", word, s.engine.AnswerTimeout)}
	case errors.Is(err, gtp.ErrAnswerTooLong):
		return "", &Fault{ProtocolError, fmt.Sprintf("its reply to %s has no end", word)}
	}
	return "", &Fault{Crash, fmt.Sprintf("it exited at the command %s", word)}
}

func refused(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Kind == Refusal
}

// kata lists the keys of KataGo's rules.
var kata = strings.Fields(`ko scoring tax suicide hasButton whiteHandicapBonus friendlyPassOk`)

// wordings returns the rules as arguments for kata-set-rules, the most complete first.
func wordings(r game.Rules) ([]string, error) {
	whole, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	var all, known map[string]any
	if err := json.Unmarshal(whole, &all); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	delete(all, "komi") // set by its own command
	known = map[string]any{}
	for _, key := range kata {
		known[key] = all[key]
	}
	var texts []string
	for _, words := range []map[string]any{all, known} {
		text, err := json.Marshal(words)
		if err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}
