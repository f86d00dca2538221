package sgf

// kinds maps faults to their kinds.
var kinds = map[Fault]string{
	FaultTooLarge: "large", FaultNoBoard: "board", FaultRules: "rules", FaultHandicap: "rules",
	FaultHandicapStones: "form", FaultForm: "form", FaultExclusive: "form", FaultSecondInfo: "form",
	FaultTerritoryTwice: "form",

	FaultCutOff: "cut", FaultNoEnd: "cut", FaultCharset: "letters", FaultCharsetGuessed: "letters",
	FaultRulesUnknown: "unknown", FaultKomiUnit: "komi", FaultNoPoint: "point",
	FaultNoLiberty: "breath", FaultIllegalMove: "illegal", FaultTurn: "turn",
	FaultTwoMoves: "step", FaultSetupBesideMove: "step", FaultSetupTwice: "step",
	FaultStrayProperty: "lost", FaultNoValue: "lost", FaultBadName: "lost", FaultBadLine: "lost",
	FaultNotInRoot: "lost", FaultValue: "lost", FaultMark: "lost",
	FaultMissingSemicolon: "form", FaultParentheses: "form", FaultStrayNode: "form",
	FaultStrayText: "form",
	FaultTwice:     "form", FaultManyValues: "form", FaultTextBefore: "form", FaultTextAfter: "form",
	FaultFreeText: "form", FaultNoMove: "form", FaultMarkTwice: "form",
}

// Kind returns the kind of a fault in a file with a game, such as form: what a reader needs to know
// about it. The catalogue has a text for each kind, record.fault.KIND. The kind of [FaultNoGame] is "".
func (f Fault) Kind() string { return kinds[f] }
