package wire

// An OfferView is an offer as clients see it.
type OfferView struct {
	ID         string  `json:"id"`    // also of the game that it becomes
	Kind       string  `json:"kind"`  // link, seek, challenge or rematch
	State      string  `json:"state"` // open, accepted, withdrawn, declined or expired
	By         Player  `json:"by"`
	Mine       bool    `json:"mine,omitempty"`  // made by the client
	Asked      bool    `json:"asked,omitempty"` // made to the client
	Color      string  `json:"color,omitempty"` // b or w, colour of the maker; random if empty
	Board      string  `json:"board"`
	Rules      string  `json:"rules"`            // name of the ruleset
	Supply     string  `json:"supply,omitempty"` // stones of each player, where the rules' own number was changed
	KomiBy     string  `json:"komiBy,omitempty"` // divide, open or secret; by the rules or the number if empty
	Komi       float64 `json:"komi"`
	Handicap   int     `json:"handicap,omitempty"`
	Clock      string  `json:"clock"`
	Speed      string  `json:"speed,omitempty"` // blitz, live or correspondence
	Rated      bool    `json:"rated,omitempty"`
	Visibility string  `json:"visibility"`      // of the game: public, unlisted or private
	Least      int     `json:"least,omitempty"` // lowest rating that may accept
	Most       int     `json:"most,omitempty"`
	Bots       bool    `json:"bots,omitempty"` // for a seek: bots may also accept
	Even       bool    `json:"even,omitempty"` // the players' ratings decide the handicap
	// of a rated game that the client may accept, if it ended now: above 0, up to 1; in the answer
	// about one offer
	Weight  float64 `json:"weight,omitempty"`
	Refused string  `json:"refused,omitempty"` // in the lobby, and of a rated game: why the client may not accept
	After   string  `json:"after,omitempty"`   // the game of which it is a rematch
	Why     string  `json:"why,omitempty"`     // why it was declined
	Made    int64   `json:"made"`
	Ends    int64   `json:"ends"`
}

// An Acceptance accepts an offer.
type Acceptance struct {
	Name string `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
}

// A Decline declines an offer.
type Decline struct {
	Why string `json:"why,omitempty" doc:"later, time, board, rules, rated or casual; no reason if empty" example:"later"`
}

// An OffersMessage is a socket message about offers. In the lobby the first one has all open offers.
type OffersMessage struct {
	Kind   string      `json:"kind"`
	Topic  string      `json:"topic"`         // lobby, offer/ID, or me for messages to this client
	All    bool        `json:"all,omitempty"` // the list is complete
	Offers []OfferView `json:"offers"`
}

// OffersKind is the kind of [OffersMessage].
const OffersKind = "offers"
