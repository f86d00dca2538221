package wire

// A NewGame describes a game to create. Empty fields mean the defaults.
type NewGame struct {
	Board      string   `json:"board,omitempty" doc:"Name of an offered board; default: the first one" example:"rosette-7"`
	Opponent   string   `json:"opponent,omitempty" doc:"computer, or people: both seats for this client" example:"computer"`
	Level      string   `json:"level,omitempty" doc:"Level of the computer; default: the first one" example:"level-1"`
	Seconds    int      `json:"seconds,omitempty" doc:"The computer's thinking time per move, at full strength only; 0 for the server's default" example:"5"`
	Color      string   `json:"color,omitempty" doc:"Colour of this client against the computer: black, white or random" example:"random"`
	Names      Names    `json:"names,omitzero" doc:"Names of the players; in a komi negotiation, black begins"`
	Rules      string   `json:"rules,omitempty" doc:"Name of a ruleset; default: the board's" example:"mindsports-chinese"`
	Supply     string   `json:"supply,omitempty" doc:"Number of stones for each player, or for Black and White; 0 for no limit; default: from the rules" example:"181/180"`
	KomiBy     string   `json:"komiBy,omitempty" doc:"fair: the measured komi, where it is known, else that of the rules; rules, number, divide, open or secret. Default: fair" example:"number"`
	Komi       *float64 `json:"komi,omitempty" doc:"Points for White, if komiBy is number or empty; a whole or half number" example:"5.5"`
	Handicap   int      `json:"handicap,omitempty" doc:"Handicap stones, 0 to 9; with 1, Black begins and komi is half a point"`
	Ranks      string   `json:"rankDifference,omitempty" doc:"Difference in ranks, or both ranks; the rules set the handicap from it" example:"5k 2d"`
	Weaker     string   `json:"weaker,omitempty" doc:"Player with the handicap, if the rules do not define it: black or white"`
	Clock      string   `json:"clock,omitempty" doc:"Time control" example:"10m+3x30s"`
	Visibility string   `json:"visibility,omitempty" doc:"public: listed; unlisted: for everyone with the address; private: for the players and their guests. Rated games are public. Default: public for games from the lobby" example:"private"`
	Rated      bool     `json:"rated,omitempty" doc:"The result changes ratings. Needs a rated board and clock, unchanged rules, enough stones, and two users or a measured level with its usual network"`
}

// Names are the players' names for one game, as in account.SeatName: up to 16 letters of
// one script, digits and signs.
type Names struct {
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
}

// An OpenedGame locates a new game.
type OpenedGame struct {
	ID    string `json:"id"`
	Topic string `json:"topic"`
	Page  string `json:"page"` // address of its page
}

// A CommandRequest is a command over HTTP. Its fields are those of a socket [Request].
type CommandRequest struct {
	Command string   `json:"command" doc:"play, pass, resign, mark, agree, dispute, undo, grant, refuse, abort, claim, add-time, pause, continue, place, offer, take, bid, yield, choose-mover, confirm, void or aid" example:"play"`
	ID      string   `json:"id,omitempty" doc:"Chosen by the client, up to 64 printable ASCII characters. A command with the same id is executed once, so retries are safe" example:"move-1"`
	After   int      `json:"after,omitempty" doc:"Number of the last event known to the client; the command is refused if the position has changed since. 0 disables the check"`
	As      string   `json:"as,omitempty" doc:"b or w, for a client with both seats; default: the player to act"`
	Point   string   `json:"point,omitempty" doc:"For play, place, confirm, and pass for a ko: name of a point" example:"E5"`
	Points  []string `json:"points,omitempty" doc:"For mark: at least one stone of each chain"`
	Dead    bool     `json:"dead,omitempty" doc:"For mark: true for dead, false for alive"`
	Komi    float64  `json:"komi,omitempty" doc:"For offer and bid"`
	Side    string   `json:"side,omitempty" doc:"b or w. For take: the colour; for choose-mover: the player to move; for claim: the sender for a win, empty for a draw"`
}

// A CommandResult is the response to an executed command.
type CommandResult struct {
	Seq int `json:"seq" doc:"Number of the last event that the command caused; the same for a retry with the same id"`
}

// A NewLine is a new line in a game's chat.
type NewLine struct {
	Text string `json:"text" doc:"Up to 300 characters"`
}
