package sgf

import "strings"

// A kind is a value type, named as in the FF[4] specification.
type kind uint8

const (
	none kind = iota
	number
	real
	double
	color
	simpleText
	text
	point // in lists, also a rectangle
	move
	stone
	boardSize // a number, or columns and rows
)

// A form is the number of values that a property takes.
type form uint8

const (
	single form = iota
	list        // one or more
	elist       // zero, written [], or more
)

// A place is the kind of node that a property belongs in.
type place uint8

const (
	anywhere place = iota
	atRoot
	inSetup
	inMove
	gameInfo
)

// A description is the type of a property. With compose, a value has two parts separated by a
// colon; with loose as well, one part suffices; with bare, the value may be empty.
type description struct {
	kind    kind
	second  kind
	form    form
	place   place
	compose bool
	loose   bool
	bare    bool

	bounded     bool // a number must lie within least and most
	least, most int
	syntax      *syntax   // mandatory form for a text
	once        *pointSet // a point occurs at most once in these properties
	apart       []string  // a node has at most one
	differs     bool      // the two parts must differ, and so must the values
	more        string    // further requirement, for the documentation
}

// A pointSet lists properties in which a point occurs at most once in a node.
type pointSet struct {
	ids   []string
	fault Fault
}

// The sets that [Check] knows.
var (
	setupPoints     = &pointSet{[]string{"AB", "AW", "AE"}, FaultSetupTwice}
	markPoints      = &pointSet{[]string{"CR", "MA", "SL", "SQ", "TR"}, FaultMarkTwice}
	territoryPoints = &pointSet{[]string{"TB", "TW"}, FaultTerritoryTwice}
	labelPoints     = &pointSet{[]string{"LB"}, FaultMarkTwice}
	dimPoints       = &pointSet{[]string{"DD"}, FaultMarkTwice}
	viewPoints      = &pointSet{[]string{"VW"}, FaultMarkTwice}

	pointSets = []*pointSet{setupPoints, markPoints, territoryPoints, labelPoints, dimPoints, viewPoints}
)

// The properties that exclude each other in a node.
var (
	positionValues = []string{"DM", "GB", "GW", "UC"}
	moveValues     = []string{"BM", "DO", "IT", "TE"}
)

// propertyTypes lists the FF[4] properties for Go, XB and XR for Rosette, and two that we write:
// SBKV is Sabaki's, DI is used for problems. docs/records.md has the same table.
var propertyTypes = []struct {
	ids string
	as  description
}{
	{"AP", description{kind: simpleText, second: simpleText, compose: true, loose: true, place: atRoot}},
	{"CA", description{kind: simpleText, place: atRoot, more: "a charset"}},
	{"FF", description{kind: number, place: atRoot, bounded: true, least: 1, most: 4}},
	{"GM", description{kind: number, place: atRoot, more: "1 is Go, 1975 Rosette"}},
	{"ST", description{kind: number, place: atRoot, bounded: true, most: 3}},
	{"SZ", description{kind: boardSize, place: atRoot, more: "two parts only if they differ"}},
	{"XB", description{kind: text, place: atRoot, more: "the base of a Rosette board, or another board as JSON"}},
	{"XR", description{kind: text, place: atRoot, more: "Rosette's rules as JSON"}},
	{"AN BR BT CP EV GN ON OT PB PC PW RO RU SO US WR WT", description{kind: simpleText, place: gameInfo}},
	{"DI", description{kind: simpleText, place: gameInfo, more: "the difficulty of a problem"}},
	{"DT", description{kind: simpleText, place: gameInfo, syntax: dateSyntax}},
	{"GC", description{kind: text, place: gameInfo}},
	{"HA", description{kind: number, place: gameInfo, more: "2 or more, or 0; as many as the stones set up"}},
	{"KM", description{kind: real, place: gameInfo}},
	{"RE", description{kind: simpleText, place: gameInfo, syntax: resultSyntax}},
	{"TM", description{kind: real, place: gameInfo, more: "seconds"}},
	{"AB AW", description{kind: stone, form: list, place: inSetup, once: setupPoints}},
	{"AE", description{kind: point, form: list, place: inSetup, once: setupPoints}},
	{"PL", description{kind: color, place: inSetup}},
	{"B W", description{kind: move, place: inMove, apart: []string{"B", "W"}}},
	{"KO", description{kind: none, place: inMove}},
	{"BM TE", description{kind: double, place: inMove, apart: moveValues}},
	{"DO IT", description{kind: none, place: inMove, apart: moveValues}},
	{"MN", description{kind: number}},
	{"BL WL", description{kind: real, more: "seconds"}},
	{"OB OW", description{kind: number}},
	{"C", description{kind: text}},
	{"N", description{kind: simpleText}},
	{"DM GB GW UC", description{kind: double, apart: positionValues}},
	{"HO", description{kind: double}},
	{"V", description{kind: real}},
	{"SBKV", description{kind: real, more: "Black's win rate in percent"}},
	{"CR MA SL SQ TR", description{kind: point, form: list, once: markPoints}},
	{"LB", description{kind: point, second: simpleText, compose: true, form: list, once: labelPoints}},
	{"AR LN", description{kind: point, second: point, compose: true, form: list, differs: true}},
	{"DD", description{kind: point, form: elist, once: dimPoints}},
	{"VW", description{kind: point, form: elist, once: viewPoints}},
	{"TB TW", description{kind: point, form: elist, once: territoryPoints}},
	{"FG", description{
		kind: number, second: simpleText, compose: true, bare: true, bounded: true, most: mostFlags,
		more: "a sum of 1, 2, 4, 256, 512 and 32768",
	}},
	{"PM", description{kind: number, bounded: true, most: 2}},
}

// mostFlags has all flags in FG.
const mostFlags = 1 + 2 + 4 + 256 + 512 + 32768

// descriptions maps the properties in propertyTypes to their types.
var descriptions = func() map[string]description {
	all := map[string]description{}
	for _, row := range propertyTypes {
		for id := range strings.FieldsSeq(row.ids) {
			all[id] = row.as
		}
	}
	return all
}()
