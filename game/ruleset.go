package game

// A Repetition is the repetition rule: the positions that a play may not create.
type Repetition uint8

const (
	KoSimple             Repetition = iota // the position before the opponent's last turn
	KoPositional                           // any earlier position
	KoSituational                          // an earlier position with the same player to move
	KoNaturalSituational                   // a position that the same player created by an earlier play
)

// A Libertyless is the rule on taking the last liberty of one's own immortal chain.
type Libertyless uint8

const (
	LibertylessAllowed Libertyless = iota
	LibertylessForbidden
)

// A Scoring is a method to count points.
type Scoring uint8

const (
	ScoringArea       Scoring = iota // stones, and empty points next to stones of only one colour
	ScoringTerritory                 // those empty points, prisoners and dead stones
	ScoringPassStones                // like territory, and a pass gives the opponent a stone
)

// A Tax is the rule on empty points inside a territory that do not count.
type Tax uint8

const (
	TaxNone Tax = iota // all count
	TaxSeki            // except in groups in seki
	TaxAll             // like TaxSeki, and every group loses the points that it needs to live
)

// A Bonus is the number of points for White when Black has n handicap stones, n at least 2.
type Bonus uint8

const (
	BonusNone      Bonus = iota
	BonusNMinusOne       // n − 1
	BonusN               // n
)

// A FirstPass is the effect of a game's first pass if White makes it.
type FirstPass uint8

const (
	FirstPassCounted   FirstPass = iota // no special effect
	FirstPassFree                       // gives no stone
	FirstPassHalfPoint                  // moves half a point from Black to White and does not count towards the end
)

// A Handicap is the way in which the weaker player gets n stones.
type Handicap uint8

const (
	HandicapFixed       Handicap = iota // on the points from [board.Graph.FixedHandicap], where the board has them
	HandicapFree                        // on points of the player's choice
	HandicapWhitePasses                 // by play: White gives up its first n − 1 turns
	HandicapFlower                      // on points of the player's choice, in either colour; Black moves first
	HandicapNone                        // no handicap
)

// An Ending is the procedure after the passes that propose the end.
type Ending uint8

const (
	EndingAllAlive   Ending = iota // every stone is alive
	EndingAgreement                // the players name the dead stones; in a dispute play goes on
	EndingPlayOut                  // the same; in a dispute the last pass is taken back
	EndingNewZealand               // the same; in a dispute they must agree who moves, or all stones are alive
	EndingFlower                   // the dead stones are named move by move, and two more passes end it
	// in a dispute the opponent of the last passer moves; after four passes in a row all stones are
	// alive
	EndingAGA
	EndingConfirmation // a disputed chain is played out on a copy of the board
)

// The words for the choices in JSON, by value; KataGo's where it has them.
var (
	repetitionWords  = []string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"}
	libertylessWords = []string{"allow", "forbid"}
	scoringWords     = []string{"AREA", "TERRITORY", "PASS_STONES"}
	taxWords         = []string{"NONE", "SEKI", "ALL"}
	bonusWords       = []string{"0", "N-1", "N"}
	firstPassWords   = []string{"COUNTED", "FREE", "HALF_POINT"}
	handicapWords    = []string{"FIXED", "FREE", "WHITE_PASSES", "FLOWER", "NONE"}
	endingWords      = []string{"ALL_ALIVE", "AGREEMENT", "PLAY_OUT", "NEW_ZEALAND", "FLOWER", "AGA", "CONFIRMATION"}
)

// String returns the word for the choice in JSON.
func (r Repetition) String() string  { return repetitionWords[r] }
func (l Libertyless) String() string { return libertylessWords[l] }
func (s Scoring) String() string     { return scoringWords[s] }
func (t Tax) String() string         { return taxWords[t] }
func (b Bonus) String() string       { return bonusWords[b] }
func (f FirstPass) String() string   { return firstPassWords[f] }
func (h Handicap) String() string    { return handicapWords[h] }
func (e Ending) String() string      { return endingWords[e] }
