package sgf

// A Grade is the severity of a problem.
type Grade uint8

// The grades, from the mildest.
const (
	Note    Grade = iota // common in other programs; nothing is lost
	Warning              // breaks the rules of the format or the game, but everything is read, if need be by a guess
	Error                // something is lost or unusable
)

// String returns note, warning or error.
func (g Grade) String() string { return [...]string{"note", "warning", "error"}[g] }

// MarshalText returns the word of [Grade.String].
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// A Fault is the short name for a kind of problem.
type Fault string

// The faults, see [Faults].
const (
	FaultNoGame           Fault = "no-game"
	FaultTooLarge         Fault = "too-large"
	FaultCutOff           Fault = "cut-off"
	FaultCharset          Fault = "charset"
	FaultNoBoard          Fault = "no-board"
	FaultRules            Fault = "rules"
	FaultNoPoint          Fault = "no-point"
	FaultNoLiberty        Fault = "no-liberty"
	FaultStrayProperty    Fault = "stray-property"
	FaultNoValue          Fault = "no-value"
	FaultBadName          Fault = "bad-name"
	FaultCharsetGuessed   Fault = "charset-guessed"
	FaultBadLine          Fault = "bad-line"
	FaultNoEnd            Fault = "no-end"
	FaultIllegalMove      Fault = "illegal-move"
	FaultMissingSemicolon Fault = "missing-semicolon"
	FaultParentheses      Fault = "parentheses"
	FaultStrayNode        Fault = "stray-node"
	FaultStrayText        Fault = "stray-text"
	FaultTwice            Fault = "twice"
	FaultManyValues       Fault = "many-values"
	FaultTwoMoves         Fault = "two-moves"
	FaultSetupBesideMove  Fault = "setup-beside-move"
	FaultSetupTwice       Fault = "setup-twice"
	FaultNotInRoot        Fault = "not-in-root"
	FaultHandicap         Fault = "handicap"
	FaultValue            Fault = "value"
	FaultMark             Fault = "mark"
	FaultTextBefore       Fault = "text-before"
	FaultTextAfter        Fault = "text-after"
	FaultFreeText         Fault = "free-text"
	FaultNoMove           Fault = "no-move"
	FaultMarkTwice        Fault = "mark-twice"
	FaultTurn             Fault = "turn"
)

// Faults lists all faults with their grades and treatment. The table in docs/records.md has the
// same rows.
var Faults = []struct {
	Fault Fault
	Grade Grade
	What  string // the problem
	Done  string // the treatment
}{
	{FaultNoGame, Error, "no game tree is found", "nothing is read"},
	{
		FaultTooLarge, Error, "the file, its nodes, values, properties or variations are over a limit",
		"the rest is left out",
	},
	{
		FaultCutOff, Error, "the file ends within a value or a tree",
		"read as if it were closed; an unfinished value is left out",
	},
	{
		FaultNoBoard, Error, "GM, SZ or XB name a board that there is not; square boards end at 25 lines",
		"the tree is kept, and no game can be played",
	},
	{FaultRules, Error, "KM or XR cannot be read", "the value is ignored"},
	{FaultNoPoint, Error, "B, W, AB, AW or AE name a point that the board has not", "the value is ignored"},
	{FaultNoLiberty, Error, "a chain that is set up has neither a liberty nor a rosette", "the chain is taken off"},
	{FaultStrayProperty, Error, "a property stands behind a variation", "it is left out"},
	{FaultNoValue, Error, "a name has no value", "it is left out"},
	{FaultBadName, Error, "a name has no capital letter", "the property is left out"},
	{FaultBadLine, Error, "a line of a GIB or NGF cannot be read", "it is left out"},
	{FaultCharset, Warning, "bytes that the charset does not have", "each becomes the replacement character"},
	{
		FaultCharsetGuessed, Warning, "no charset is named, or CA names one that is not known or not the right one",
		"the charset is guessed",
	},
	{FaultNoEnd, Warning, "a GIB has no line that ends the moves", "read to the end"},
	{
		FaultIllegalMove, Warning, "the rules of the record forbid a move",
		"executed: the stone takes the point, then captures",
	},
	{FaultMissingSemicolon, Warning, "a tree or variation begins without ;", "read as if it were there"},
	{FaultParentheses, Warning, "a parenthesis too many, or an empty variation", "ignored"},
	{
		FaultStrayNode, Warning, "a node stands behind variations or outside of any tree",
		"it becomes another variation, or another tree",
	},
	{FaultStrayText, Warning, "characters within a tree mean nothing", "ignored"},
	{FaultTwice, Warning, "a property stands twice in a node", "lists are joined, of others the first counts"},
	{
		FaultManyValues, Warning, "a property has several values and takes one",
		"the first counts; of B and W all are played",
	},
	{FaultTwoMoves, Warning, "a node has moves of both players", "both are played, in the order of the file"},
	{FaultSetupBesideMove, Warning, "a node sets up stones and has a move", "the stones are set up first"},
	{FaultSetupTwice, Warning, "a point is set up twice in a node", "the last counts"},
	{FaultNotInRoot, Warning, "a property of the root stands in another node", "ignored"},
	{FaultHandicap, Warning, "HA is no handicap on the board", "ignored"},
	{FaultValue, Warning, "a value is not of its type", "ignored"},
	{FaultMark, Warning, "a mark has no point or no second part", "the mark is not drawn"},
	{FaultTextBefore, Note, "text stands before the first tree, such as the head of a mail", "skipped"},
	{FaultTextAfter, Note, "text stands behind a tree", "skipped"},
	{
		FaultFreeText, Note, "times are words in TM, BL, WL, OB or OW, or a value about the game is empty",
		"kept as they are",
	},
	{FaultNoMove, Note, "KO, BM, DO, IT or TE stand in a node without a move", "kept as they are"},
	{FaultMarkTwice, Note, "a point is marked twice in a node", "both are drawn"},
	{FaultTurn, Note, "a player moves twice in a row", "played as written"},
}

// grades maps faults to grades.
var grades = func() map[Fault]Grade {
	all := map[Fault]Grade{}
	for _, row := range Faults {
		all[row.Fault] = row.Grade
	}
	return all
}()

// faultOf returns the fault for an invalid value of a property.
func faultOf(id string) Fault {
	switch id {
	case "GM", "SZ", "XB":
		return FaultNoBoard
	case "KM", "XR":
		return FaultRules
	case "B", "W", "AB", "AW", "AE":
		return FaultNoPoint
	case "TM", "BL", "WL", "OB", "OW":
		return FaultFreeText
	}
	if d := descriptions[id]; d.kind == point {
		return FaultMark
	}
	return FaultValue
}
