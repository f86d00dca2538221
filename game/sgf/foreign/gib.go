package foreign

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/charset"
	"rosette/internal/regex"
)

// A GIB file has a head between \HS and \HE, with properties \[NAME=value\], and moves between \GS
// and \GE. Remarks may follow, each between \RS and \RE.

// isGIB reports whether head starts a GIB file.
func isGIB(head string) bool {
	return strings.HasPrefix(head, `\HS`) || strings.Contains(head, `\[GAMEBLACKNAME=`)
}

// A gib is a GIB file with its head parsed.
type gib struct {
	*builder
	head map[string]string // values by property name
}

// readGIB parses a GIB file.
func readGIB(data string, given *charset.Charset) (*sgf.Collection, error) {
	decoded := charset.Decode(readable(data), given, "")
	all := lines(decoded.Text)
	g := &gib{head: map[string]string{}}
	from := g.readHead(all)
	g.builder = newBuilder(g.part("GAMEINFOMAIN", "LINE"))
	g.decoded(decoded, given)
	g.players()
	g.info()
	if from < 0 {
		return nil, sgf.Problem{
			Fault: sgf.FaultNoGame, Message: `a GIB without moves: no line \GS and none that begins with STO`,
		}
	}
	g.moves(all, from)
	return g.done(), nil
}

// garbled reports whether a line has a property that repeats names. Some programs write those in
// another charset than the rest, or as nonsense. The line may have any bytes.
func garbled(line string) bool {
	name, _, found := strings.Cut(line, "=")
	name, property := strings.CutPrefix(name, `\[`)
	if !found || !property {
		return false
	}
	middle, game := strings.CutPrefix(name, "GAME")
	middle, nick := strings.CutSuffix(middle, "NICK")
	return name == "GAMETAG" || name == "WUSERINFO" || name == "BUSERINFO" ||
		game && nick && strings.Trim(middle, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// readable removes the garbled properties, which would mislead the charset detection, if other
// properties hold the same names.
func readable(data string) string {
	if !strings.Contains(data, `\[GAMEBLACKNAME=`) || !strings.Contains(data, `\[GAMEINFOMAIN=`) {
		return data
	}
	var kept strings.Builder
	for line := range strings.SplitAfterSeq(data, "\n") {
		switch {
		case !garbled(line):
			kept.WriteString(line)
		case strings.HasSuffix(line, "\n"):
			kept.WriteByte('\n')
		}
	}
	return kept.String()
}

// readHead parses the properties, whose values may span lines, and returns the index of the first
// line with moves, or -1.
func (g *gib) readHead(all []string) int {
	for i := 0; i < len(all); i++ {
		line := strings.TrimSpace(all[i])
		switch {
		case line == `\GS`:
			return i + 1
		case strings.HasPrefix(line, "STO "), strings.HasPrefix(line, "INI "):
			return i
		case strings.HasPrefix(line, `\[`):
			name, value, _ := strings.Cut(line[2:], "=")
			first := i
			for !strings.HasSuffix(all[i], `\]`) && i+1 < len(all) && !strings.HasPrefix(all[i+1], `\`) {
				i++
			}
			if i > first {
				value += "\n" + strings.Join(all[first+1:i+1], "\n")
			}
			if _, known := g.head[name]; !known {
				g.head[name] = strings.TrimSuffix(value, `\]`)
			}
		}
	}
	return -1
}

// part returns one value from a property such as GAMEINFOMAIN=GBKIND:3,GTYPE:0, or "".
func (g *gib) part(property, name string) string {
	for part := range strings.SplitSeq(g.head[property], ",") {
		if value, ok := strings.CutPrefix(strings.TrimSpace(part), name); ok {
			return strings.TrimSpace(strings.TrimPrefix(value, ":"))
		}
	}
	return ""
}

// players sets the names and ranks.
func (g *gib) players() {
	for _, p := range []struct{ id, rank, property, user, part string }{
		{"PB", "BR", "GAMEBLACK", "BUSERINFO", "B"}, {"PW", "WR", "GAMEWHITE", "WUSERINFO", "W"},
	} {
		name, rank := g.head[p.property+"NAME"], ""
		if open := strings.LastIndexAny(name, "("); open > 0 && strings.HasSuffix(name, ")") {
			name, rank = name[:open], rankOf(name[open+1:len(name)-1])
		}
		if name == "" {
			name = g.part(p.user, p.part+"ID:")
		}
		if rank == "" {
			rank = rankOfCode(g.head[p.property+"LEVEL"])
		}
		if rank == "" {
			rank = rankOfCode(g.part(p.user, p.part+"LV:"))
		}
		g.set(p.id, name)
		g.set(p.rank, rank)
	}
}

// rankOfCode returns the rank for a code: 18 kyu to 1 kyu, 1 dan to 9 dan, then professional ranks.
func rankOfCode(text string) string {
	switch n, err := strconv.Atoi(strings.TrimSpace(text)); {
	case err != nil, n < 0, n > 35:
		return ""
	case n <= 17:
		return strconv.Itoa(18-n) + "k"
	case n <= 26:
		return strconv.Itoa(n-17) + "d"
	default:
		return strconv.Itoa(n-26) + "p"
	}
}

// outcomes maps codes to results; the first two have a margin.
var outcomes = map[string]string{
	"0": "B", "1": "W", "3": "B+R", "4": "W+R", "5": "B+F", "6": "W+F", "7": "B+T", "8": "W+T",
}

// tenths converts a number in tenths to a decimal, or returns "" if text is not a number.
func tenths(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || n < -10000 || n > 10000 {
		return ""
	}
	return strconv.FormatFloat(float64(n)/10, 'f', -1, 64)
}

var gameTime = regex.MustCompile(`^(\d{1,6})-(\d{1,5})-(\d{1,4})$`)

// info sets the game information from the head.
func (g *gib) info() {
	first := func(values ...string) string {
		for _, v := range values {
			if v != "" {
				return v
			}
		}
		return ""
	}
	main := func(name, tag string) string { return first(g.part("GAMEINFOMAIN", name+":"), g.part("GAMETAG", tag)) }
	result := outcomes[main("GRLT", "W")]
	if len(result) == 1 {
		result = sum(result, tenths(first(g.head["GAMEZIPSU"], main("ZIPSU", "Z"))))
	}
	g.set("RE", first(result, resultOf(g.head["GAMERESULT"])))
	text := first(g.head["GAMEGONGJE"], main("GONGJE", "G"))
	if komi, err := strconv.Atoi(text); err == nil {
		g.komi(float64(komi) / 10)
	} else if text != "" {
		g.unusable(&g.reading.Komi, "komi", text, "6.5", sgf.ReasonRules)
	}
	g.set(
		"DT",
		first(dateOf(g.head["GAMEDATE"]), dateOf(g.part("GAMEINFOSUB", "GDATE:")), dateOf(g.part("GAMETAG", "C"))),
	)
	g.set("GN", g.head["GAMENAME"])
	g.set("PC", g.head["GAMEPLACE"])
	if t := gameTime.FindStringSubmatch(g.part("GAMEINFOMAIN", "GTIME:")); t != nil {
		g.set("TM", t[1])
		g.set("OT", fmt.Sprintf("%sx%s byo-yomi", t[3], t[2]))
	}
	g.comment(g.root, g.head["GAMECOMMENT"])
}

// sum returns the result by points: an empty margin is unknown, and 0 is a draw.
func sum(winner, margin string) string {
	switch margin {
	case "":
		return winner + "+"
	case "0":
		return "0"
	}
	return winner + "+" + margin
}

// moves parses the moves from line index from up to \GE, and the remarks after it.
func (g *gib) moves(all []string, from int) {
	moves := []*sgf.Node{g.root}
	for i := from; i < len(all); i++ {
		line := strings.TrimSpace(all[i])
		g.line = i + 1
		if line == `\GE` {
			g.remarks(all, i+1, moves)
			return
		}
		before := g.last
		g.step(line)
		if g.last != before {
			moves = append(moves, g.last)
		}
	}
	g.problem(sgf.FaultNoEnd, `the file is cut off: no line \GE ends the moves`)
}

// step parses one line with a move or the handicap.
func (g *gib) step(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "INI": // INI 0 1 handicap &4text
		n, text, _ := strings.Cut(line, "&4")
		if words = strings.Fields(n); len(words) >= 4 && g.last == g.root {
			stones, err := strconv.Atoi(words[3])
			if err != nil {
				g.problem(sgf.FaultBadLine, "%s is not a handicap; use a number", clip(words[3]))
			}
			g.handicap(stones)
		}
		g.comment(g.root, text)
	case "STO": // STO 0 number color column row
		var n [3]int
		for i := range n {
			err := strconv.ErrSyntax
			if len(words) >= 6 {
				n[i], err = strconv.Atoi(words[3+i])
			}
			if err != nil || i == 0 && n[0] != 1 && n[0] != 2 {
				g.problem(sgf.FaultBadLine, "%s is not a move; write STO 0 2 1 15 3, where 1 is black and 2 is white",
					clip(line))
				return
			}
		}
		g.move(map[int]board.Color{1: board.Black, 2: board.White}[n[0]], n[1], n[2])
	case "SKI":
		g.pass()
	}
}

// remarks parses the remarks after the game. Each has a comment and the number of moves before it,
// and may have a variation, which repeats the game's moves.
func (g *gib) remarks(all []string, from int, moves []*sgf.Node) {
	number := 0
	text := []string{}
	inText := false
	variation := false
	remarks := 0
	for i := from; i < len(all); i++ {
		line := strings.TrimSpace(all[i])
		g.line = i + 1
		after, explains := strings.CutPrefix(line, `\[REFEXPLAIN=`)
		if explains {
			inText, line = true, after
		}
		switch digits, numbered := strings.CutPrefix(line, `\[REFSUSUN=`); {
		case line == `\RS`:
			number = 0
			text = nil
			inText = false
			variation = false
			g.last, g.next = g.root, g.first()
			if remarks++; remarks > mostRemarks {
				g.problem(sgf.FaultTooLarge, "over %d remarks; the others are left out", mostRemarks)
				return
			}
		case numbered:
			number, _ = strconv.Atoi(strings.TrimSuffix(digits, `\]`)) // 0, the root, if it is not a number
		case inText:
			part, ends := strings.CutSuffix(line, `\]`)
			text, inText = append(text, part), !ends
		case strings.HasPrefix(line, `\[REFGIBO=`):
			variation = true
		case line == `\RE` && variation:
			g.comment(g.last, strings.Join(text, "\n"))
		case line == `\RE`:
			g.comment(moves[min(max(number, 0), len(moves)-1)], strings.Join(text, "\n"))
		case variation:
			g.follow(line)
		}
	}
}

// mostRemarks limits the remarks, and so the variations at a move, which follow compares one by
// one.
const mostRemarks = 1000

// first returns the player who moves first.
func (g *gib) first() board.Color {
	if g.root.Has("HA") {
		return board.White
	}
	return board.Black
}

// follow parses a line in a variation. If the tree already has the move, it follows that branch.
func (g *gib) follow(line string) {
	if strings.HasPrefix(line, "INI") {
		return
	}
	at := g.last
	g.step(line)
	if g.last == at {
		return
	}
	made := g.last.Properties[0]
	for _, n := range at.Children[:len(at.Children)-1] {
		if p := n.Property(made.ID); p != nil && p.Values[0] == made.Values[0] {
			at.Children = at.Children[:len(at.Children)-1]
			g.last = n
			return
		}
	}
}
