package foreign

import (
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/charset"
	"rosette/internal/regex"
)

// An NGF file has twelve lines of game information, identified by their position, and then a line
// for each move: PM, two letters that count, B or W, column and row from B at the top left, and
// both again in reverse order. In some files GI precedes each information line; then there are
// fewer of them, in another order.

// ngfMove matches a move. Column and row A are a pass.
var ngfMove = regex.MustCompile(`^PM[A-Z]{2}([BW])([A-Z])([A-Z])`)

// ngfLines is the largest number of lines before the moves.
const ngfLines = 12

// isNGF reports whether head starts an NGF file: it looks for moves, or for numbers in the
// information lines.
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

// An ngfHead is the game information in the lines before the moves.
type ngfHead struct {
	title, white, black, place, size, handicap, komi, date, result string
}

// headOf parses the game information.
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

// readNGF parses an NGF file.
func readNGF(data string, given *charset.Charset) (*sgf.Collection, error) {
	decoded := charset.Decode(data, given, "")
	all := lines(decoded.Text)
	head := headOf(all)
	b := newBuilder(head.size)
	b.decoded(decoded, given)
	for _, p := range []struct{ id, rank, text string }{{"PB", "BR", head.black}, {"PW", "WR", head.white}} {
		name, rank := nameAndRank(p.text)
		b.set(p.id, name)
		b.set(p.rank, rank)
	}
	stones, err := strconv.Atoi(head.handicap)
	if err != nil && head.handicap != "" {
		b.unusable(&b.reading.Handicap, "handicap", head.handicap, "0", sgf.ReasonEven)
	}
	b.handicap(stones)
	if komi, err := strconv.ParseFloat(head.komi, 64); err == nil {
		if stones == 0 && komi == float64(int(komi)) {
			komi += 0.5 // files omit the half point
			b.reading.Komi = sgf.Assumption{
				How: sgf.Recognized, Value: strconv.FormatFloat(komi, 'f', -1, 64), Written: head.komi,
			}
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

// nameAndRank splits a player such as "LQC         9DP" at the last blank, if a rank follows.
func nameAndRank(text string) (name, rank string) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || rankWords.FindString(text[at+1:]) == "" {
		return text, ""
	}
	return text[:at], rankOf(text[at+1:])
}

// ngfMoves parses the moves. In old files they may stand among the information lines.
func (b *builder) ngfMoves(all []string) {
	for i, line := range all {
		b.line = i + 1
		parts := ngfMove.FindStringSubmatch(line)
		switch {
		case parts == nil && strings.HasPrefix(line, "PM"):
			b.problem(sgf.FaultBadLine, "%s is not a move; write PMABBQDDQ: a count, B or W, column, row", clip(line))
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
