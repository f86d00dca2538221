package notice

import (
	"net/url"

	"rosette/i18n"
	"rosette/narrate"
)

// A Message is what a device shows. Its fields are those of a notification in a browser.
type Message struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // of the page that it opens
	Tag   string `json:"tag"`  // a later message with the same tag replaces it
	Lang  string `json:"lang"`
}

// An TurnKind is what a game waits for.
type TurnKind string

// What a game waits for.
const (
	TurnMove   TurnKind = "move"
	TurnStones TurnKind = "stones" // agreement on dead stones
	TurnOther  TurnKind = "other"  // such as a bid for komi
)

// turns has the text of what a game waits for.
var turns = map[TurnKind]string{
	TurnMove:   "notice.turn.move",
	TurnStones: "notice.turn.stones",
	TurnOther:  "notice.turn.other",
}

// TurnMessage tells a person that a game waits. opponent is whom the person plays against,
// as the language calls him.
func TurnMessage(lang, game, board, opponent string, what TurnKind) Message {
	said := i18n.T(lang, turns[what], i18n.Args{"name": opponent})
	return Message{
		Title: i18n.T(lang, "notice.turn", nil), Body: said + "\n" + narrate.BoardName(lang, board),
		Path: "/games/" + url.PathEscape(game), Tag: "match/" + game, Lang: lang,
	}
}

// ChallengeMessage tells a person that somebody asks for a game.
func ChallengeMessage(lang, offer, board, challenger string) Message {
	said := i18n.T(lang, "notice.challenge.said", i18n.Args{"name": challenger})
	return Message{
		Title: i18n.T(lang, "notice.challenge", nil), Body: said + "\n" + narrate.BoardName(lang, board),
		Path: "/games/" + url.PathEscape(offer), Tag: "match/" + offer, Lang: lang,
	}
}
