package notice

import (
	"net/url"

	"rosette/i18n"
	"rosette/narrate"
)

// A Message is a notification on a device. Its fields are those of a browser notification.
type Message struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // of the page to open
	Tag   string `json:"tag"`  // a later message with the same tag replaces this one
	Lang  string `json:"lang"`
}

// A TurnKind is a kind of action that a game waits for.
type TurnKind string

// The kinds of actions.
const (
	TurnMove   TurnKind = "move"
	TurnStones TurnKind = "stones" // agreement on dead stones
	TurnOther  TurnKind = "other"  // such as a bid for komi
)

// turns contains the catalogue key for each kind of action.
var turns = map[TurnKind]string{
	TurnMove:   "notice.turn.move",
	TurnStones: "notice.turn.stones",
	TurnOther:  "notice.turn.other",
}

// TurnMessage informs a person that a game is waiting. opponent is the opponent's name in the
// language.
func TurnMessage(lang, game, board, opponent string, what TurnKind) Message {
	said := i18n.T(lang, turns[what], i18n.Args{"name": opponent})
	return Message{
		Title: i18n.T(lang, "notice.turn", nil), Body: said + "\n" + narrate.BoardName(lang, board),
		Path: "/games/" + url.PathEscape(game), Tag: "match/" + game, Lang: lang,
	}
}

// ChallengeMessage informs a person of a challenge.
func ChallengeMessage(lang, offer, board, challenger string) Message {
	said := i18n.T(lang, "notice.challenge.said", i18n.Args{"name": challenger})
	return Message{
		Title: i18n.T(lang, "notice.challenge", nil), Body: said + "\n" + narrate.BoardName(lang, board),
		Path: "/games/" + url.PathEscape(offer), Tag: "match/" + offer, Lang: lang,
	}
}
