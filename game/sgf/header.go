package sgf

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"rosette/game/board"
)

// A Header has the game information besides board, rules, moves and result. SetHeader leaves out
// empty fields.
type Header struct {
	Version string                // this program's, for AP
	Names   board.ByColor[string] // PB, PW
	Ranks   board.ByColor[string] // BR, WR
	Played  []time.Time           // times on the days of play, in order, for DT; their locations decide the days
	Place   string                // PC
	Timed   bool                  // TM and OT apply
	Main    time.Duration         // TM
	Over    Overtime              // OT
}

// Program is this program's name in AP.
const Program = "Rosette"

// headerIDs are the properties for each player's name and rank.
var headerIDs = board.ByColor[struct{ name, rank string }]{board.Black: {"PB", "BR"}, board.White: {"PW", "WR"}}

// SetHeader sets a header's properties in a root. GN consists of the players, if both have names,
// and the first date.
func (n *Node) SetHeader(h Header) {
	set := func(id, text string) {
		if text != "" {
			n.Set(id, Escape(text))
		}
	}
	if h.Version != "" {
		n.Set("AP", Program+":"+EscapePart(h.Version))
	}
	for _, c := range board.Colors {
		set(headerIDs[c].name, h.Names[c])
		set(headerIDs[c].rank, h.Ranks[c])
	}
	set("DT", Dates(h.Played))
	set("PC", h.Place)
	if black, white := h.Names[board.Black], h.Names[board.White]; black != "" && white != "" {
		name := black + " – " + white
		if len(h.Played) > 0 {
			name += ", " + h.Played[0].Format(time.DateOnly)
		}
		set("GN", name)
	}
	if h.Timed {
		n.Set("TM", Seconds(h.Main))
		set("OT", h.Over.String())
	}
}

// ownInfo is written by [FromGame] and [Node.SetResult].
var ownInfo = []string{"RU", "KM", "HA", "RE"}

// CopyInfo sets the game information at from or above it, except rules, komi, handicap and result.
func (n *Node) CopyInfo(from *Node) {
	for ; from != nil; from = from.Parent {
		for _, p := range from.Properties {
			if descriptions[p.ID].place == gameInfo && !slices.Contains(ownInfo, p.ID) && !n.Has(p.ID) {
				n.Set(p.ID, p.Values...)
			}
		}
	}
}

// Dates returns the value of DT for some times, such as "2026-11-27,28,12-01": a day omits the year,
// or the year and the month, that it shares with the previous day.
func Dates(times []time.Time) string {
	var days []string
	last := ""
	for _, t := range times {
		day := t.Format(time.DateOnly)
		const year, month = len("2006-"), len("2006-01-")
		switch {
		case day == last:
			continue
		case last != "" && day[:month] == last[:month]:
			days = append(days, day[month:])
		case last != "" && day[:year] == last[:year]:
			days = append(days, day[year:])
		default:
			days = append(days, day)
		}
		last = day
	}
	return strings.Join(days, ",")
}

// FileName returns a file name for a game, without the ending: the date and the players, such as
// "2026-11-27-Ann-Bob". It has letters, marks and digits in any script, "-", "_" and "." inside words,
// so that every file system accepts it.
func FileName(began time.Time, black, white string) string {
	name := began.Format(time.DateOnly)
	for _, player := range []string{black, white} {
		if part := safeName(player); part != "" {
			name += "-" + part
		}
	}
	return name
}

// maxNamePart is a player's longest name in bytes. Most systems allow 255 for a file
// name.
const maxNamePart = 60

// safeName replaces each run of other characters by "-".
func safeName(text string) string {
	var out strings.Builder
	for _, r := range text {
		if !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !slices.Contains([]rune("-_."), r) {
			r = '-'
		}
		if r == '-' && strings.HasSuffix(out.String(), "-") {
			continue
		}
		if out.Len()+len(string(r)) > maxNamePart {
			break
		}
		out.WriteRune(r)
	}
	return strings.Trim(out.String(), "-.")
}
