package sgf

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/internal/quote"
)

// A Reading states how each value that play and score depend on was found: named by the record,
// recognized in other words, or assumed because the record lacks it. [GameInfoAt] returns it, and
// every command, page and API shows it.
type Reading struct {
	Charset  Assumption `json:"charset"`  // such as UTF-8
	Rules    Assumption `json:"rules"`    // a preset, KataGo's notation, or "" for rules without a name
	Komi     Assumption `json:"komi"`     // in points
	Handicap Assumption `json:"handicap"` // number of stones
	Size     Assumption `json:"size"`     // name of the board
	Turn     Assumption `json:"turn"`     // black or white, who moves first
}

// An Assumption is a value in a [Reading] and its source.
type Assumption struct {
	How     Source `json:"how" enum:"named,recognized,default" doc:"named by the record, recognized, or a default"`
	Value   string `json:"value" doc:"The value in use"`
	Written string `json:"written,omitempty" doc:"The text in the record that was recognized or could not be used"`
	Why     Reason `json:"why,omitempty" doc:"The reason, such as territory, before-1950, handicap or rules"`
	Text    string `json:"text,omitempty" doc:"The value and its source in English, if it is worth a remark"`
}

// A Source is how a value was found.
type Source string

// The sources.
const (
	Named      Source = "named"      // by the record, or by the caller, see [ReasonGiven]
	Recognized Source = "recognized" // written in another form
	Default    Source = "default"    // missing or unusable in the record
)

// A Reason is why a value was chosen.
type Reason string

// The reasons.
const (
	ReasonGiven     Reason = "given"       // a flag or a command names the value, whatever the record says
	ReasonASCII     Reason = "ascii"       // all bytes are ASCII
	ReasonUTF8      Reason = "utf-8"       // the bytes are UTF-8, and hardly another charset
	ReasonGuessed   Reason = "guessed"     // most probable charset for the bytes
	ReasonTerritory Reason = "territory"   // Go without known rules is counted by territory
	ReasonBoard     Reason = "board"       // the default rules of the board
	ReasonServer    Reason = "server"      // the rules on the server that uses the file format
	ReasonHandicap  Reason = "handicap"    // HA is 2 or more
	ReasonOld       Reason = "before-1950" // DT is before 1950
	ReasonRules     Reason = "rules"       // the usual value under the rules
	ReasonEven      Reason = "even"        // no handicap
	ReasonStones    Reason = "stones"      // only Black has stones
	ReasonNineteen  Reason = "nineteen"    // 19 lines
	ReasonBlack     Reason = "black"       // Black moves first
	ReasonWhite     Reason = "white"       // White moves first after a handicap
)

// A reasonText describes a reason for a default. With usual, nothing is worth a remark.
type reasonText struct {
	text  string
	usual bool
}

var reasonTexts = map[Reason]reasonText{
	ReasonASCII:     {text: "so ASCII", usual: true},
	ReasonUTF8:      {text: "so UTF-8", usual: true},
	ReasonGuessed:   {text: "so a guess"},
	ReasonTerritory: {text: "so territory counts"},
	ReasonBoard:     {text: "so those of the board"},
	ReasonServer:    {text: "so those of the server"},
	ReasonHandicap:  {text: "and there is a handicap"},
	ReasonOld:       {text: "and it was played before 1950"},
	ReasonRules:     {text: "so that of the rules"},
	ReasonEven:      {text: "so none", usual: true},
	ReasonStones:    {text: "only Black has stones"},
	ReasonNineteen:  {text: "so 19 lines"},
	ReasonBlack:     {text: "so Black begins", usual: true},
	ReasonWhite:     {text: "so White begins", usual: true},
}

// remarkable reports whether the value is worth a remark: it was recognized in other words, or is a
// default that surprises.
func (a Assumption) remarkable() bool {
	return a.How == Recognized || a.How == Default && (a.Written != "" || !reasonTexts[a.Why].usual)
}

// explained sets Text, such as "6.5 (none named, so that of the rules)", if a is remarkable.
func (a Assumption) explained() Assumption {
	if a.remarkable() {
		a.Text = a.explanation()
	}
	return a
}

func (a Assumption) explanation() string {
	written := strconv.Quote(quote.Clip(a.Written, 24))
	switch {
	case a.How == Recognized:
		return fmt.Sprintf("%s (written %s)", a.Value, written)
	case a.Written != "":
		return fmt.Sprintf("%s (%s cannot be used, %s)", a.Value, written, reasonTexts[a.Why].text)
	}
	return fmt.Sprintf("%s (none named, %s)", a.Value, reasonTexts[a.Why].text)
}

// named is a value with its name.
type named struct {
	name string
	Assumption
}

// all returns the values in order.
func (r Reading) all() []named {
	return []named{
		{"charset", r.Charset},
		{"rules", r.Rules},
		{"komi", r.Komi},
		{"handicap", r.Handicap},
		{"board", r.Size},
		{"first move", r.Turn},
	}
}

// String returns the remarkable values in one line, such as `read as: rules japanese (written
// "Japanese Rules")`, or "" if there are none.
func (r Reading) String() string {
	var parts []string
	for _, a := range r.all() {
		if a.Text != "" {
			parts = append(parts, a.name+" "+a.Text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "read as: " + strings.Join(parts, ", ")
}

// explained sets the texts of remarkable values.
func (r Reading) explained() Reading {
	return Reading{
		Charset: r.Charset.explained(), Rules: r.Rules.explained(), Komi: r.Komi.explained(),
		Handicap: r.Handicap.explained(), Size: r.Size.explained(), Turn: r.Turn.explained(),
	}
}

// Unnamed lists board size, rules, komi and handicap as far as the record does not name them. A
// score that depends on them cannot confirm or refute the result in the record.
func (r Reading) Unnamed() []string {
	var names []string
	for _, a := range []named{{"board size", r.Size}, {"rules", r.Rules}, {"komi", r.Komi}, {"handicap", r.Handicap}} {
		if a.How == Default && a.Text != "" {
			names = append(names, a.name)
		}
	}
	return names
}
