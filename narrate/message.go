// Package narrate implements the narration of a match: which catalogue keys and
// arguments tell what an event means, and the sentence that a reader gets. Screen
// readers, the terminal and diagrams share it.
package narrate

import (
	"maps"

	"rosette/game/board"
	"rosette/i18n"
)

// A Message is a sentence before it is put into words: a key of the catalogue and
// what the sentence is about. It is the same for all who read it.
type Message struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"` // numbers and strings as of [i18n.Args]; "@color.b" is the name of a colour
	// By is the player that the sentence is about, "b" or "w" by the colours with
	// which the match was opened, so an exchange of colours does not change it. The
	// argument {name} of a text is that player's name.
	By      string `json:"by,omitempty"`
	Lasting bool   `json:"lasting,omitempty"` // shown until the next move; other messages are only spoken
}

// A Viewer is who reads messages. Colours are those with which the match was opened.
type Viewer struct {
	Seat  string            // "b" or "w"; "bw" of two people at one device, "" of a spectator
	Names map[string]string // of the players, by "b" and "w"
}

// Text returns a message in a language as a viewer reads it. If the message is about
// the viewer alone and the catalogue has a text for its key with ".you" added, that
// is the text.
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

// letters write the colours.
var letters = board.ByColor[string]{board.Black: "b", board.White: "w"}

// color returns the argument that stands for the name of a colour.
func color(c board.Color) string { return "@color." + letters[c] }
