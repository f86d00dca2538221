package wire

// LinesType is the media type of streams.
const LinesType = "application/x-ndjson"

// Types of lines.
const (
	TypeGameStart         = "gameStart"
	TypeGameFinish        = "gameFinish"
	TypeChallenge         = "challenge"
	TypeChallengeCanceled = "challengeCanceled"
	TypeChallengeDeclined = "challengeDeclined"
	TypeGameFull          = "gameFull"
	TypeGameState         = "gameState"
	TypeChatLine          = "chatLine"
	TypeOpponentGone      = "opponentGone"
)

// A GameEvent reports the start or end of a game of the client.
type GameEvent struct {
	Type string    `json:"type" doc:"gameStart or gameFinish"`
	At   int64     `json:"at" doc:"Milliseconds since 1970. As after it continues the stream"`
	Game GameBrief `json:"game"`
}

// A GameBrief is a game in an event.
type GameBrief struct {
	ID       string  `json:"id"`
	Seat     string  `json:"seat" doc:"The client's colours now: b, w or bw"`
	Opponent *Player `json:"opponent,omitempty"`
	Board    string  `json:"board"`
	Rules    string  `json:"rules"`
	Clock    string  `json:"clock"`
	Rated    bool    `json:"rated,omitempty"`
	MyTurn   bool    `json:"myTurn,omitempty" doc:"The game waits for the client"`
	Last     string  `json:"last,omitempty" doc:"The last move"`
	Ply      int     `json:"ply"`
	Result   *Result `json:"result,omitempty" doc:"Of a game that has ended"`
}

// A ChallengeEvent is an offer by or to the client, with its state. An accepted offer is a
// gameStart instead.
type ChallengeEvent struct {
	Type      string    `json:"type" doc:"challenge, challengeCanceled (withdrawn or expired) or challengeDeclined"`
	At        int64     `json:"at"`
	Challenge OfferView `json:"challenge" doc:"asked is true if the client may accept it, mine if the client has made it"`
}

// A GameFull is a game as it stands, the first line of its stream.
type GameFull struct {
	Type       string    `json:"type" doc:"gameFull"`
	ID         string    `json:"id"`
	Seats      Seats     `json:"seats" doc:"By the colours of the opening; state.swapped exchanges them"`
	Seat       string    `json:"seat" doc:"The client's colours of the opening: b, w, bw or empty"`
	Board      string    `json:"board"`
	Points     []string  `json:"points" doc:"The names of all points, in the order of state.stones"`
	Lines      [][2]int  `json:"lines" doc:"Pairs of neighbours, by their places in points"`
	Rules      string    `json:"rules"`
	Ending     string    `json:"ending" doc:"How the end of play is decided"`
	KomiBy     string    `json:"komiBy,omitempty"`
	Handicap   int       `json:"handicap,omitempty"`
	Weaker     string    `json:"weaker,omitempty" doc:"Whose handicap it is"`
	Clock      string    `json:"clock"`
	Rated      bool      `json:"rated,omitempty"`
	Visibility string    `json:"visibility"`
	State      GameState `json:"state"`
}

// A GameState is the position after an event. Colours are b and w, and empty for nobody.
type GameState struct {
	Type      string            `json:"type" doc:"gameState"`
	Seq       int               `json:"seq" doc:"Number of the last event. As after it continues the stream, and makes a command refer to this position"`
	Seat      string            `json:"seat" doc:"The client's colours now: b, w, bw or empty"`
	Phase     string            `json:"phase" doc:"komi, handicap, play, agreement (on dead stones), turn, confirmation or over"`
	Moves     []Move            `json:"moves" doc:"All moves: a colour, and the name of a point or pass"`
	Stones    string            `json:"stones" doc:"b, w or . for each point"`
	ToMove    string            `json:"toMove"`
	Awaits    string            `json:"awaits" doc:"Who must act: b, w, bw or empty"`
	Komi      float64           `json:"komi"`
	Start     *Setup            `json:"start,omitempty" doc:"Handicap stones"`
	ToPlace   int               `json:"toPlace,omitempty" doc:"Handicap stones that are to be placed"`
	Swapped   bool              `json:"swapped,omitempty"`
	Illegal   map[string]string `json:"illegal,omitempty" doc:"Empty points where the player to move may not play, and why"`
	Pass      string            `json:"pass,omitempty" doc:"What a pass would do: stops play, or ends the game"`
	Prisoners Prisoners         `json:"prisoners"`
	Clock     *ClockState       `json:"clock,omitempty"`
	Bidding   *Bidding          `json:"bidding,omitempty"`
	Dead      []string          `json:"dead,omitempty" doc:"Stones marked as dead, or agreed to be at the end"`
	Unsure    []string          `json:"unsure,omitempty" doc:"Stones of chains that the server has not judged"`
	Pending   []PendingRegion   `json:"pending,omitempty" doc:"Regions in which a move is worth points, so that the game is not over"`
	Proposed  bool              `json:"proposed,omitempty" doc:"Dead stones have been proposed or marked"`
	Agreed    string            `json:"agreed,omitempty" doc:"Who agrees with the marking"`
	Request   *Question         `json:"request,omitempty" doc:"What a player has asked: undo, pause, continue or aid"`
	Abortable bool              `json:"abortable,omitempty"`
	Paused    int64             `json:"paused,omitempty" doc:"Until then the game is paused, unless the players continue earlier"`
	Starts    int64             `json:"starts,omitempty" doc:"Until then who must act makes a first move, else the game is aborted"`
	Result    *Result           `json:"result,omitempty"`
	Score     *Score            `json:"score,omitempty"`
}

// A GameLine is a line of the chat of the game. One that comes twice, with the same room
// and number, was hidden by a moderator.
type GameLine struct {
	Type     string `json:"type" doc:"chatLine"`
	Room     string `json:"room" doc:"players or watchers"`
	Number   int    `json:"number"`
	Username string `json:"username"`
	Seat     string `json:"seat,omitempty"`
	Text     string `json:"text"`
	Hidden   bool   `json:"hidden,omitempty"`
	At       int64  `json:"at"`
}

// OpponentGone reports whether the opponent is disconnected.
type OpponentGone struct {
	Type  string `json:"type" doc:"opponentGone"`
	Gone  bool   `json:"gone"`
	Claim int    `json:"claimWinInSeconds,omitempty" doc:"After which the client may claim the game, by the command claim; absent if it may not"`
}

// A PendingRegion is a region in which a move is worth points.
type PendingRegion struct {
	Points []string    `json:"points"`
	Black  PendingMove `json:"black"`
	White  PendingMove `json:"white"`
	Ko     string      `json:"ko,omitempty"` // where a ko is retaken
	// for a ko: the color that makes the first threat, or "second" for the second to move
	Threat string `json:"needsThreat,omitempty"`
}

// A PendingMove is a player's gain from moving first in a [PendingRegion].
type PendingMove struct {
	Move string `json:"move,omitempty"` // empty if it is not known
	Gain int    `json:"gain"`           // points, relative to the current count
}
