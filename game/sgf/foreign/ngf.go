package foreign

import (
	"regexp"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/charset"
)

// A file in NGF has twelve lines that say what is known of the game, by their
// place, and then a line for each move: PM, two letters that count, B or W, column
// and row from B at the top left, and both again in the other order. In some files
// GI stands before each of the other lines, which are fewer then and in another
// order.

// ngfMove is a move. A for column and row is a pass.
var ngfMove = regexp.MustCompile(`^PM[A-Z]{2}([BW])([A-Z])([A-Z])`)

// ngfLines is how many lines stand before the moves at most.
const ngfLines = 12

// isNGF recognizes the format by its first moves, or the numbers above them.
func isNGF(head string) bool {
	all := lines(head)
	for _, line := range all[:min(len(all), ngfLines+4)] {
		if ngfMove.MatchString(line) {
			return true
		}
	}
	if len(all) < ngfLines {
		return false
	}
	for _, i := range []int{1, 5, 6, 7} { // board, handicap, unknown, komi
		if _, err := strconv.Atoi(all[i]); err != nil {
			return false
		}
	}
	return dateOf(all[8]) != ""
}

// An ngfHead is what the lines above the moves say.
type ngfHead struct {
	title, white, black, place, size, handicap, komi, date, result string
}

// headOf returns the head of a file.
func headOf(all []string) ngfHead {
	var given []string
	prefixed := false
	for _, line := range all {
		if strings.HasPrefix(line, "PM") || len(given) == ngfLines {
			break
		}
		line, prefixed = strings.CutPrefix(line, "GI")
		given = append(given, strings.TrimSpace(line))
	}
	given = append(given, make([]string, ngfLines)...)
	if prefixed {
		return ngfHead{
			title: given[0], white: given[1], black: given[2], date: given[5], size: given[6], handicap: given[7],
			komi: given[9],
		}
	}
	return ngfHead{
		title: given[0], size: given[1], white: given[2], black: given[3], place: given[4],
		handicap: given[5], komi: given[7], date: given[8], result: given[10],
	}
}

// readNGF reads a file in NGF.
func readNGF(data string, given *charset.Charset) (*sgf.Collection, error) {
	decoded := charset.Decode(data, given, "")
	all := lines(decoded.Text)
	head := headOf(all)
	side, err := strconv.Atoi(head.size)
	if err != nil {
		side = 19
	}
	b := newBuilder(side)
	b.decoded(decoded)
	for _, p := range []struct{ id, rank, text string }{{"PB", "BR", head.black}, {"PW", "WR", head.white}} {
		name, rank := nameAndRank(p.text)
		b.set(p.id, name)
		b.set(p.rank, rank)
	}
	stones, err := strconv.Atoi(head.handicap)
	if err != nil {
		stones = 0
	}
	b.handicap(stones)
	if komi, err := strconv.ParseFloat(head.komi, 64); err == nil {
		if stones == 0 && komi == float64(int(komi)) {
			komi += 0.5 // which is not written
		}
		b.komi(komi)
	}
	b.set("DT", dateOf(head.date))
	b.set("RE", resultOf(head.result))
	b.set("GN", head.title)
	b.set("PC", head.place)
	b.ngfMoves(all)
	return b.done(), nil
}

// nameAndRank divides a player such as "LQC         9DP" at the last blank, if a
// rank stands behind it.
func nameAndRank(text string) (name, rank string) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || rankWords.FindString(text[at+1:]) == "" {
		return text, ""
	}
	return text[:at], rankOf(text[at+1:])
}

// ngfMoves reads the moves. They may stand among the lines above them in old files.
func (b *builder) ngfMoves(all []string) {
	for i, line := range all {
		b.line = i + 1
		parts := ngfMove.FindStringSubmatch(line)
		switch {
		case parts == nil && strings.HasPrefix(line, "PM"):
			b.problem(sgf.FaultBadLine, "%s is no move; write PMABBQDDQ: a count, B or W, column, row", clip(line))
			continue
		case parts == nil:
			continue
		}
		c := board.Black
		if parts[1] == "W" {
			c = board.White
		}
		if parts[2] == "A" && parts[3] == "A" {
			b.add(c, "")
			continue
		}
		b.move(c, int(parts[2][0])-'B', int(parts[3][0])-'B')
	}
}
