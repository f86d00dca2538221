// Package narrate narrates a match: it returns the catalogue keys and arguments that describe an
// event, and the sentence for a reader. Screen readers, the terminal and diagrams share it.
package narrate

import (
	"maps"

	"rosette/game/board"
	"rosette/i18n"
)

// A Message is a sentence in language-independent form: a catalogue key with arguments. It is the
// same for all readers.
type Message struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"` // numbers and strings as in [i18n.Args]; "@color.b" is a colour's name
	// By is the player in the sentence, "b" or "w" by the colours at the opening, so that it does
	// not change when colours are exchanged. The argument {name} is that player's name.
	By      string `json:"by,omitempty"`
	Lasting bool   `json:"lasting,omitempty"` // shown until the next move; other messages are only spoken
}

// A Viewer is a reader of messages. Colours are those at the opening.
type Viewer struct {
	Seat  string            // "b" or "w"; "bw" for two people on one device, "" for a spectator
	Names map[string]string // players' names, by "b" and "w"
}

// Text returns a message in a language for a viewer. If the message is only about the viewer and
// the catalogue has the key with ".you" added, it uses that text.
func Text(lang string, m Message, v Viewer) string {
	key := m.Key
	if m.By != "" && m.By == v.Seat && i18n.Has(key+".you") {
		key += ".you"
	}
	args := i18n.Args(m.Args)
	if m.By != "" {
		args = maps.Clone(args)
		if args == nil {
			args = i18n.Args{}
		}
		args["name"] = i18n.Verbatim(v.Names[m.By])
	}
	return i18n.T(lang, key, args)
}

// letters are the letters for the colours.
var letters = board.ByColor[string]{board.Black: "b", board.White: "w"}

// color returns the argument for a colour's name.
func color(c board.Color) string { return "@color." + letters[c] }
