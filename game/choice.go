package game

// A Repetition says which plays repeat too much.
type Repetition uint8

const (
	Simple             Repetition = iota // what stood before the opponent's last turn
	Positional                           // what ever stood
	Situational                          // what ever stood with the same player to move
	NaturalSituational                   // what the same player ever made by a play
)

// A Libertyless says whether an immortal chain may be left without a liberty
// by its own colour.
type Libertyless uint8

const (
	Allow Libertyless = iota
	Forbid
)

// A Scoring says what counts.
type Scoring uint8

const (
	Area       Scoring = iota // stones and the points they alone surround
	Territory                 // points surrounded and prisoners
	PassStones                // as Territory, and a pass gives the opponent a stone
)

// A Tax says which surrounded points do not count.
type Tax uint8

const (
	NoTax   Tax = iota // all count
	SekiTax            // those of groups in seki do not
	AllTax             // nor what a group must leave empty to live
)

// A Bonus says how many points White gets when Black has n handicap stones.
type Bonus uint8

const (
	NoBonus      Bonus = iota
	BonusLessOne       // n − 1
	BonusEvery         // n
)

// A FirstPass says what the first pass of the game is when it is White's.
type FirstPass uint8

const (
	Counted   FirstPass = iota // a pass like any other
	Free                       // it pays no stone
	HalfPoint                  // it moves half a point from Black to White, and is no pass towards the end
)

// A Handicap says how the weaker player gets stones before the first move.
type Handicap uint8

const (
	FixedStones  Handicap = iota // on the points of the protocol, where a board has them
	FreeStones                   // where their owner likes
	WhitePasses                  // none are set: White passes the first n − 1 turns
	FlowerStones                 // the weaker player's colour, where he likes; Black moves first
	NoneHandicap                 // there is no handicap
)

// An Ending says what follows the passes that propose the end.
type Ending uint8

const (
	AllAlive     Ending = iota // nothing: every stone is alive
	Agreement                  // the players name the dead; in a dispute play goes on
	PlayOut                    // the same; in a dispute the last pass is taken back
	NewZealand                 // the same; in a dispute they must agree who moves, or all stones are alive
	FlowerEnding               // naming the dead goes on move by move, and two more passes end it
	AGA                        // in a dispute the opponent of the last passer moves; four passes in a row make all stones alive
	Confirmation               // a disputed chain is played out on a board of its own
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
