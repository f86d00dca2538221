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
	FaultStrayProperty    Fault = "stray-property"
	FaultNoValue          Fault = "no-value"
	FaultBadName          Fault = "bad-name"
	FaultCharsetGuessed   Fault = "charset-guessed"
	FaultBadLine          Fault = "bad-line"
	FaultNoEnd            Fault = "no-end"
	FaultRulesUnknown     Fault = "rules-unknown"
	FaultKomiUnit         Fault = "komi-unit"
	FaultIllegalMove      Fault = "illegal-move"
	FaultNoLiberty        Fault = "no-liberty"
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
	FaultHandicapStones   Fault = "handicap-stones"
	FaultValue            Fault = "value"
	FaultForm             Fault = "form"
	FaultExclusive        Fault = "exclusive"
	FaultSecondInfo       Fault = "second-info"
	FaultTerritoryTwice   Fault = "territory-twice"
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
		"the rest is omitted",
	},
	{
		FaultCutOff, Error, "the file ends within a value or a tree",
		"read as if it were closed; an unfinished value is omitted",
	},
	{
		FaultNoBoard, Error, "GM, SZ or XB name an unknown board; square boards have up to 25 lines",
		"the tree is read, but no game can be played",
	},
	{FaultRules, Error, "KM or XR cannot be read", "the value is ignored"},
	{FaultNoPoint, Error, "B, W, AB, AW or AE name a point outside the board", "the value is ignored"},
	{FaultStrayProperty, Error, "a property follows a variation", "it is omitted"},
	{FaultNoValue, Error, "a name has no value", "it is omitted"},
	{FaultBadName, Error, "a name has no capital letter", "the property is omitted"},
	{FaultBadLine, Error, "a GIB or NGF line cannot be read", "it is omitted"},
	{FaultCharset, Warning, "bytes are invalid in the charset", "each becomes the replacement character"},
	{
		FaultCharsetGuessed, Warning, "no charset is named, or CA names an unknown, unsupported or wrong one",
		"the charset is guessed",
	},
	{FaultNoEnd, Warning, "a GIB has no line to end the moves", "read to the end"},
	{
		FaultRulesUnknown, Warning, "RU names no known rules",
		"Go is read under territory rules, and a honeycomb under its default rules",
	},
	{
		FaultKomiUnit, Warning, "KM is in hundredths, in Chinese stones or between half points",
		"converted to points",
	},
	{
		FaultIllegalMove, Warning, "the record's rules forbid a move",
		"executed: the stone takes the point, then captures",
	},
	{
		FaultNoLiberty, Warning, "a chain set up has neither a liberty nor a rosette",
		"the chain stays; search and scoring refuse the position",
	},
	{FaultMissingSemicolon, Warning, "a tree or variation begins without ;", "read as if it were there"},
	{FaultParentheses, Warning, "an extra parenthesis, or an empty variation", "ignored"},
	{
		FaultStrayNode, Warning, "a node follows variations or is outside all trees",
		"it becomes another variation, or another tree",
	},
	{FaultStrayText, Warning, "characters within a tree have no meaning", "ignored"},
	{FaultTwice, Warning, "a property occurs twice in a node", "lists are joined, otherwise the first counts"},
	{
		FaultManyValues, Warning, "a single-value property has several values",
		"the first counts; for B and W all are played",
	},
	{FaultTwoMoves, Warning, "a node has moves of both players", "both are played, in file order"},
	{FaultSetupBesideMove, Warning, "a node sets up stones and has a move", "the stones are set up first"},
	{FaultSetupTwice, Warning, "a point is set up twice in a node", "the last counts"},
	{FaultNotInRoot, Warning, "a root property is in another node", "ignored"},
	{FaultHandicap, Warning, "HA is not a handicap on the board", "ignored"},
	{FaultHandicapStones, Warning, "HA and the stones set up differ", "both are kept"},
	{FaultValue, Warning, "a value has the wrong type or is out of range", "ignored"},
	{FaultForm, Warning, "a value is not in FF[4]'s form", "read if its meaning is clear, and kept unchanged"},
	{FaultExclusive, Warning, "properties that exclude each other are in a node", "all are kept"},
	{FaultSecondInfo, Warning, "game information follows a node with game information", "the nearest counts"},
	{FaultTerritoryTwice, Warning, "a point is in TB and TW, or twice in one", "TW counts"},
	{FaultMark, Warning, "a mark has no point, no second part or no second point", "not drawn, or a line without length"},
	{FaultTextBefore, Note, "text precedes the first tree, such as a mail header", "skipped"},
	{FaultTextAfter, Note, "text follows a tree", "skipped"},
	{
		FaultFreeText, Note, "TM, BL, WL, OB or OW have words, a root or game value is empty, AP has no version, or HA is 1",
		"kept unchanged",
	},
	{FaultNoMove, Note, "KO, BM, DO, IT or TE are in a node without a move", "kept unchanged"},
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
