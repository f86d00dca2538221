package wire

// A NewGame asks for a game. Empty fields mean the usual.
type NewGame struct {
	Board      string   `json:"board,omitempty" doc:"Name of an offered board; the first one if empty" example:"rosette-7"`
	Opponent   string   `json:"opponent,omitempty" doc:"computer, or people: both seats for this client" example:"computer"`
	Level      string   `json:"level,omitempty" doc:"Of the computer; the first one if empty" example:"level-1"`
	Seconds    int      `json:"seconds,omitempty" doc:"Thinking time of the computer for a move, at full strength only; the server's own if 0" example:"5"`
	Color      string   `json:"color,omitempty" doc:"What this client plays against the computer: black, white or random" example:"random"`
	Names      Names    `json:"names,omitzero" doc:"Of the players; with a negotiation about komi, black is who begins it"`
	Rules      string   `json:"rules,omitempty" doc:"Name of a ruleset; the board's own if empty" example:"mindsports-chinese"`
	Supply     string   `json:"supply,omitempty" doc:"Stones of each player, or Black's and White's; 0 is no limit, and that of the rules if empty" example:"181/180"`
	KomiBy     string   `json:"komiBy,omitempty" doc:"rules, number, divide, open or secret" example:"number"`
	Komi       *float64 `json:"komi,omitempty" doc:"Points to White, if komiBy is number or empty; a whole or half number" example:"5.5"`
	Handicap   int      `json:"handicap,omitempty" doc:"Stones, 0 to 9; 1 gives Black the first move at a komi of half a point"`
	Ranks      string   `json:"rankDifference,omitempty" doc:"Decides the handicap by the rules: a number of ranks, or both ranks" example:"5k 2d"`
	Weaker     string   `json:"weaker,omitempty" doc:"Whose handicap it is where the rules leave that open: black or white"`
	Clock      string   `json:"clock,omitempty" doc:"A time control" example:"10m+3x30s"`
	Visibility string   `json:"visibility,omitempty" doc:"public: listed for everybody; unlisted: for whoever has the address; private: for the players and whom they invite. Rated games are public; of others those from the lobby, if empty" example:"private"`
	Rated      bool     `json:"rated,omitempty" doc:"The result changes ratings: on a board and with a clock that have them, by the rules as they are, between users or against a level that was measured, with stones enough for the board and a network where the level has one"`
}

// Names are names that people type for the seats of a game, as account.SeatName has them:
// up to 16 letters of one script, digits and signs. They appear in that game alone.
type Names struct {
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
}

// An OpenedGame says where a new game is.
type OpenedGame struct {
	ID    string `json:"id"`
	Topic string `json:"topic"`
	Page  string `json:"page"` // address of its page
}

// A CommandRequest is a command over HTTP. It has the fields of a [Request] of the socket.
type CommandRequest struct {
	Command string   `json:"command" doc:"play, pass, resign, mark, agree, dispute, undo, grant, refuse, abort, claim, add-time, pause, continue, place, offer, take, bid, yield, choose-mover, confirm, void or aid" example:"play"`
	ID      string   `json:"id,omitempty" doc:"Chosen by the client, up to 64 printable ASCII characters: a command with the same id counts once, so that it is safe to send it again" example:"move-1"`
	After   int      `json:"after,omitempty" doc:"Number of the last event that the client knows: the command is refused if the position has changed since; 0 is not checked"`
	As      string   `json:"as,omitempty" doc:"b or w, for a client that holds both seats; otherwise the player who must act"`
	Point   string   `json:"point,omitempty" doc:"Of play, place, confirm, and of pass for a ko: the name of a point" example:"E5"`
	Points  []string `json:"points,omitempty" doc:"Of mark: at least one stone of each chain"`
	Dead    bool     `json:"dead,omitempty" doc:"Of mark: dead, or alive"`
	Komi    float64  `json:"komi,omitempty" doc:"Of offer and bid"`
	Side    string   `json:"side,omitempty" doc:"b or w. Of take: the colour; of choose-mover: the player who is to move; of claim: the sender for a win, empty for a draw"`
}

// CommandResult says that a command was carried out.
type CommandResult struct {
	Seq int `json:"seq" doc:"Number of the last event that the command caused; the same when it is sent again with its id"`
}

// A NewLine is a line for the chat of a game.
type NewLine struct {
	Text string `json:"text" doc:"Up to 300 characters"`
}
