package game

// A Repetition says which plays repeat too much.
type Repetition uint8

const (
	KoSimple             Repetition = iota // what stood before the opponent's last turn
	KoPositional                           // what ever stood
	KoSituational                          // what ever stood with the same player to move
	KoNaturalSituational                   // what the same player ever made by a play
)

// A Libertyless says whether an immortal chain may be left without a liberty
// by its own colour.
type Libertyless uint8

const (
	LibertylessAllowed Libertyless = iota
	LibertylessForbidden
)

// A Scoring says what counts.
type Scoring uint8

const (
	ScoringArea       Scoring = iota // stones and the points they alone surround
	ScoringTerritory                 // points surrounded and prisoners
	ScoringPassStones                // as Territory, and a pass gives the opponent a stone
)

// A Tax says which surrounded points do not count.
type Tax uint8

const (
	TaxNone Tax = iota // all count
	TaxSeki            // those of groups in seki do not
	TaxAll             // nor what a group must leave empty to live
)

// A Bonus says how many points White gets when Black has n handicap stones.
type Bonus uint8

const (
	BonusNone      Bonus = iota
	BonusNMinusOne       // n − 1
	BonusN               // n
)

// A FirstPass says what the first pass of the game is when it is White's.
type FirstPass uint8

const (
	FirstPassCounted   FirstPass = iota // a pass like any other
	FirstPassFree                       // it pays no stone
	FirstPassHalfPoint                  // it moves half a point from Black to White, and is no pass towards the end
)

// A Handicap says how the weaker player gets stones before the first move.
type Handicap uint8

const (
	HandicapFixed       Handicap = iota // on the points of the protocol, where a board has them
	HandicapFree                        // where their owner likes
	HandicapWhitePasses                 // none are set: White passes the first n − 1 turns
	HandicapFlower                      // the weaker player's colour, where he likes; Black moves first
	HandicapNone                        // there is no handicap
)

// An Ending says what follows the passes that propose the end.
type Ending uint8

const (
	EndingAllAlive     Ending = iota // nothing: every stone is alive
	EndingAgreement                  // the players name the dead; in a dispute play goes on
	EndingPlayOut                    // the same; in a dispute the last pass is taken back
	EndingNewZealand                 // the same; in a dispute they must agree who moves, or all stones are alive
	EndingFlower                     // naming the dead goes on move by move, and two more passes end it
	EndingAGA                        // in a dispute the opponent of the last passer moves; four passes in a row make all stones alive
	EndingConfirmation               // a disputed chain is played out on a board of its own
)

// The words that stand for choices, KataGo's where it has them.
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

// String returns the word that stands for the choice in JSON.
func (r Repetition) String() string  { return repetitionWords[r] }
func (l Libertyless) String() string { return libertylessWords[l] }
func (s Scoring) String() string     { return scoringWords[s] }
func (t Tax) String() string         { return taxWords[t] }
func (b Bonus) String() string       { return bonusWords[b] }
func (f FirstPass) String() string   { return firstPassWords[f] }
func (h Handicap) String() string    { return handicapWords[h] }
func (e Ending) String() string      { return endingWords[e] }
