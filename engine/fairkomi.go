package engine

import (
	"math"

	"rosette/game"
)

// FairKomi is a measurement of the fair komi for a board. Package komi computes it, "rosette lab
// komi --json" prints it, and pages show it.
type FairKomi struct {
	Conditions KomiConditions `json:"conditions"`
	Origin     KomiOrigin     `json:"origin"`
	Games      int            `json:"games"`
	Different  int            `json:"differentOpenings"` // distinct sequences of the first six moves
	Komi       Interval       `json:"komi"`              // fair komi in points
	Slope      Interval       `json:"slope"`             // change in Black's log odds for each point of komi; negative
	Unknown    string         `json:"unknown,omitempty"` // reason why the fair komi is unknown; "" if known
	Beyond     bool           `json:"beyond"`            // Komi is outside the range of komi played
	Step       float64        `json:"step"`              // distance between possible margins: 1 or 2 points
	Whole      *MostEvenKomi  `json:"whole,omitempty"`   // most even integer komi; nil if Komi is unknown
	Half       *MostEvenKomi  `json:"half,omitempty"`    // most even komi ending in .5; nil if Komi is unknown
	Margins    KomiMargins    `json:"margins"`           // in points, without komi
	Rows       []KomiRow      `json:"rows"`              // in ascending order
	Cost       Cost           `json:"cost"`
}

// A KomiCurve models Black's win rate as a function of komi in points:
// 1/(1+exp(−Slope·(komi−Even))). It is 1/2 at Even. Slope is negative.
type KomiCurve struct{ Even, Slope float64 }

// BlackScore returns Black's expected score at a komi, 0 … 1; a draw counts half.
func (c KomiCurve) BlackScore(komi float64) float64 {
	return 1 / (1 + math.Exp(-c.Slope*(komi-c.Even)))
}

// Komi returns the komi at which Black's expected score is share, 0 < share < 1.
func (c KomiCurve) Komi(share float64) float64 { return c.Even - math.Log(1/share-1)/c.Slope }

// KomiConditions are the game conditions.
type KomiConditions struct {
	Kind     string     `json:"kind"` // komi
	Board    string     `json:"board"`
	Rules    game.Rules `json:"rules"`
	Players  []string   `json:"players"`
	Defaults string     `json:"defaults"`
	Openings string     `json:"openings"`
	Seed     uint64     `json:"seed"`
	MaxMoves int        `json:"maxMoves"`

	// Adjudicate is the win probability at which a game ends early, if both sides have assigned it
	// to the same player for eight turns; 0 if all games were played to the end.
	Adjudicate float64 `json:"adjudicate,omitempty"`

	Komi string `json:"komi"` // komi played, such as "0 to 15 by 1"
}

// KomiOrigin is the origin of the games: player, time and the command that reproduces them.
type KomiOrigin struct {
	Version string     `json:"version"` // program version
	Date    string     `json:"date"`    // YYYY-MM-DD in UTC
	Player  KomiPlayer `json:"player"`
	Command string     `json:"command"`
}

// A KomiPlayer is the player that plays both colors.
type KomiPlayer struct {
	Network *KomiNetwork `json:"network"` // nil with playouts
	Level   string       `json:"level"`
	Visits  int          `json:"visits"`  // maximum for a move; 0 if unlimited
	Seconds float64      `json:"seconds"` // maximum for a move; 0 if only visits limit it
	Threads int          `json:"threads"`
}

// A KomiNetwork identifies a network.
type KomiNetwork struct {
	Name string `json:"name"` // network size, such as b4c48
	Hash string `json:"hash"`
}

// MostEvenKomi lists the komi that make the game most even. All lie on the same step between
// possible margins.
type MostEvenKomi struct {
	Komi  []float64 `json:"komi"`  // in points
	Share float64   `json:"share"` // Black's expected score by the fitted curve, 0 … 1
}

// KomiMargins summarizes Black's points minus White's, without komi, over the counted games.
type KomiMargins struct {
	Games  int     `json:"games"`
	Mean   float64 `json:"mean"`   // in points
	Median float64 `json:"median"` // in points
	Even   int     `json:"even"`   // number of games with an even margin
	Odd    int     `json:"odd"`    // number of games with an odd margin
}

// A KomiRow holds Black's results at one komi.
type KomiRow struct {
	Komi   float64  `json:"komi"` // in points
	Games  int      `json:"games"`
	Wins   int      `json:"wins"`
	Draws  int      `json:"draws"`
	Losses int      `json:"losses"`
	Share  Interval `json:"share"`  // Black's score, 0 … 1
	Fitted *float64 `json:"fitted"` // Black's expected score by the fitted curve; nil without a curve
}

// A Cost is the time spent on a player's moves. CPU includes the processor time that an engine uses
// during the opponent's turns.
type Cost struct {
	Moves    int     `json:"moves"`
	Wall     float64 `json:"wall"` // seconds
	CPU      float64 `json:"cpu"`  // seconds
	CPUKnown bool    `json:"gauged"`
}

// Plus returns the sum of two costs. CPU is known only if it is known for both; it counts as known
// for a cost without moves.
func (c Cost) Plus(d Cost) Cost {
	known := (c.CPUKnown || c.Moves == 0) && (d.CPUKnown || d.Moves == 0)
	return Cost{c.Moves + d.Moves, c.Wall + d.Wall, c.CPU + d.CPU, known}
}
