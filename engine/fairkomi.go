package engine

import (
	"math"

	"rosette/game"
)

// FairKomi is what a search for the fair komi of a board found: what package komi
// computes, "rosette lab komi --json" prints, and pages show.
type FairKomi struct {
	Conditions KomiConditions `json:"conditions"`
	Origin     KomiOrigin     `json:"origin"`
	Games      int            `json:"games"`
	Different  int            `json:"differentOpenings"` // of six moves
	Komi       Interval       `json:"komi"`              // the fair komi, in points
	Slope      Interval       `json:"slope"`             // what a point of komi adds to Black's log odds, below 0
	Unknown    string         `json:"unknown,omitempty"` // why there is no fair komi, "" if there is one
	Beyond     bool           `json:"beyond"`            // Komi lies outside the komi that were played at
	Step       float64        `json:"step"`              // from a possible margin to the next, 1 or 2 points
	Whole      *MostEvenKomi  `json:"whole,omitempty"`   // the most even whole komi; nil if Komi is unknown
	Half       *MostEvenKomi  `json:"half,omitempty"`    // the most even komi that end in .5; nil if Komi is unknown
	Margins    KomiMargins    `json:"margins"`           // in points, without komi
	Rows       []KomiRow      `json:"rows"`              // rising
	Cost       Cost           `json:"cost"`
}

// A KomiCurve is how often Black wins at a komi in points: half of the games at Even, and
// 1/(1+exp(−Slope·(komi−Even))) of them elsewhere. Slope is below 0.
type KomiCurve struct{ Even, Slope float64 }

// BlackScore returns the expected score of Black in a game at a komi, 0 … 1; a
// draw counts half.
func (c KomiCurve) BlackScore(komi float64) float64 {
	return 1 / (1 + math.Exp(-c.Slope*(komi-c.Even)))
}

// Komi returns the komi at which Black has an expected score, above 0 and below 1.
func (c KomiCurve) Komi(share float64) float64 { return c.Even - math.Log(1/share-1)/c.Slope }

// KomiConditions are the conditions of the games.
type KomiConditions struct {
	Kind     string     `json:"kind"` // komi
	Board    string     `json:"board"`
	Rules    game.Rules `json:"rules"`
	Players  []string   `json:"players"`
	Defaults string     `json:"defaults"`
	Openings string     `json:"openings"`
	Seed     uint64     `json:"seed"`
	MaxMoves int        `json:"maxMoves"`

	// Adjudicate is the chance to win at which a game ends when both sides have given
	// it to one of them for eight turns; 0 if all games were played to the end.
	Adjudicate float64 `json:"adjudicate,omitempty"`

	Komi string `json:"komi"` // what was played at, such as "0 to 15 by 1"
}

// KomiOrigin is the origin of the games: the player, the time, and the command that
// repeats them.
type KomiOrigin struct {
	Version string     `json:"version"` // of the program
	Date    string     `json:"date"`    // YYYY-MM-DD in UTC
	Player  KomiPlayer `json:"player"`
	Command string     `json:"command"`
}

// A KomiPlayer is the player of both colours.
type KomiPlayer struct {
	Network *KomiNetwork `json:"network"` // nil where playouts evaluated
	Level   string       `json:"level"`
	Visits  int          `json:"visits"`  // most for a move, 0 without a limit
	Seconds float64      `json:"seconds"` // for a move, 0 where visits alone limit it
	Threads int          `json:"threads"`
}

// A KomiNetwork identifies a network.
type KomiNetwork struct {
	Name string `json:"name"` // its size, such as b4c48
	Hash string `json:"hash"`
}

// MostEvenKomi are the komi that make the game most even; they lie on one step.
type MostEvenKomi struct {
	Komi  []float64 `json:"komi"`  // in points
	Share float64   `json:"share"` // the expected score of Black, 0 … 1, by the fitted curve
}

// KomiMargins summarises Black's points less White's, komi left out, over the
// games that were counted.
type KomiMargins struct {
	Games  int     `json:"games"`
	Mean   float64 `json:"mean"`   // in points
	Median float64 `json:"median"` // in points
	Even   int     `json:"even"`   // the number of games with an even margin
	Odd    int     `json:"odd"`    // and with an odd one
}

// A KomiRow holds Black's results at one komi.
type KomiRow struct {
	Komi   float64  `json:"komi"` // in points
	Games  int      `json:"games"`
	Wins   int      `json:"wins"`
	Draws  int      `json:"draws"`
	Losses int      `json:"losses"`
	Share  Interval `json:"share"`  // the score of Black, 0 … 1
	Fitted *float64 `json:"fitted"` // the expected score of Black by the fitted curve, nil without one
}

// A Cost is the time that the moves of a player took. CPU includes processor time
// that an engine used on the opponent's time.
type Cost struct {
	Moves    int     `json:"moves"`
	Wall     float64 `json:"wall"` // seconds
	CPU      float64 `json:"cpu"`  // seconds
	CPUKnown bool    `json:"gauged"`
}

// Plus returns the sum of two costs. CPU is known only if it is known of both; it
// counts as known for a cost without moves.
func (c Cost) Plus(d Cost) Cost {
	known := (c.CPUKnown || c.Moves == 0) && (d.CPUKnown || d.Moves == 0)
	return Cost{c.Moves + d.Moves, c.Wall + d.Wall, c.CPU + d.CPU, known}
}
