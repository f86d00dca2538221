package sgf

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// A GameInfo has the game information that play and score depend on.
type GameInfo struct {
	Rules    game.Rules // with the komi
	Handicap int        // number of stones, 0 for none
	Reading  Reading
	Problems []Problem // values that cannot be read, and values that need a guess
}

// An Override replaces the rules or the komi of a record; nil leaves the record's own. With Rules
// alone, the komi still comes from the record.
type Override struct {
	Rules *game.Rules
	Komi  *float64
}

// GameInfoAt returns the game information at a node, from there or above it (see [Node.Info]).
//
// The rules are XR, else the ruleset that RU names, in the words that [game.RulesNamed] recognizes.
// Without known rules, Go is read under Japanese rules, a honeycomb under its default rules. The
// komi is KM in points, see [komiInPoints], else the one in XR or RU, else 0 if there are handicap
// stones or the date is before 1950, else the preset's.
//
// GameInfoAt fails only if the tree has no valid board.
func GameInfoAt(n *Node, o Override) (GameInfo, error) {
	c, err := CoordinatesOf(n.Root())
	if err != nil {
		return GameInfo{}, err
	}
	return gameInfoAt(n, c, o), nil
}

// gameInfoAt is GameInfoAt on a known board.
func gameInfoAt(n *Node, c *Coordinates, o Override) GameInfo {
	r := infoReader{Coordinates: c, at: n}
	r.readRules(o.Rules)
	r.readHandicap()
	r.readKomi(o.Komi)
	r.readSize()
	r.readTurn()
	r.readOrigin(o)
	r.info.Reading = r.info.Reading.explained()
	return r.info
}

// An infoReader reads game information.
type infoReader struct {
	*Coordinates
	at    *Node
	info  GameInfo
	exact bool // KM is in points, as in all records with XR
	komi  bool // the rules come with a komi
}

// problem adds a problem with a property at or above the node.
func (r *infoReader) problem(p *Property, f Fault, what string) {
	r.info.Problems = append(r.info.Problems, r.at.holder(p).problem(p, f, what))
}

// text returns a game information property as text in one line.
func (r *infoReader) text(id string) string { return strings.TrimSpace(SimpleText(r.at.Info(id))) }

// readRules reads XR and RU.
func (r *infoReader) readRules(given *game.Rules) {
	to := &r.info.Reading.Rules
	r.exact = r.at.info("XR") != nil
	switch {
	case given != nil:
		r.info.Rules = *given
		preset, err := game.Preset(given.Preset)
		r.komi = err == nil && preset.Komi != given.Komi
		*to = Assumption{How: Named, Value: rulesName(*given), Why: ReasonGiven}
	case r.readXR():
		*to = Assumption{How: Named, Value: rulesName(r.info.Rules)}
	default:
		*to = r.readRU()
	}
}

// readXR reads XR and reports whether it has rules.
func (r *infoReader) readXR() bool {
	xr := r.at.info("XR")
	if xr == nil {
		return false
	}
	text := Text(r.at.Info("XR"))
	rules, err := game.ParseRules(text)
	if err != nil {
		r.problem(xr, FaultRules, err.Error())
		return false
	}
	r.info.Rules = rules
	r.komi = strings.Contains(text, `"komi"`)
	return true
}

// readRU reads RU, or returns the default rules.
func (r *infoReader) readRU() Assumption {
	ru := r.text("RU")
	if game.IsCompact(ru) {
		if rules, err := game.ParseRules(ru); err == nil {
			r.info.Rules = rules
			r.komi = strings.Contains(ru, "komi")
			return Assumption{How: Named, Value: rulesName(rules)}
		}
	}
	if rules, exact, err := game.RulesNamed(ru); err == nil {
		r.info.Rules = rules
		if exact {
			return Assumption{How: Named, Value: rules.Preset}
		}
		return Assumption{How: Recognized, Value: rules.Preset, Written: ru}
	}
	why := ReasonTerritory
	r.info.Rules, _ = game.Preset("japanese") // is a preset
	if r.Lattice() != board.Grid {
		r.info.Rules = game.DefaultRules(r.Graph)
		why = ReasonBoard
	}
	preset := r.info.Rules.Preset
	if ru != "" {
		r.problem(r.at.info("RU"), FaultRulesUnknown, fmt.Sprintf(
			"RU[%s] names no known rules; read as %s; use a name such as Japanese, Chinese, AGA, NZ or GOE",
			quote.Clip(ru, 24), preset))
	}
	return Assumption{How: Default, Value: preset, Written: ru, Why: why}
}

// readHandicap reads HA. Without it, set-up stones of Black alone may be a handicap, but do not
// count as one.
func (r *infoReader) readHandicap() {
	text := r.text("HA")
	if n, err := Number(text); err == nil && n >= 0 && n <= r.Graph.Points()/2 {
		r.info.Handicap = n
		r.info.Reading.Handicap = Assumption{How: Named, Value: itoa(n)}
		return
	}
	why := ReasonEven
	if r.blackStones() >= 2 {
		why = ReasonStones
	}
	r.info.Reading.Handicap = Assumption{How: Default, Value: "0", Written: text, Why: why}
}

// readKomi reads KM.
func (r *infoReader) readKomi(given *float64) {
	to, text := &r.info.Reading.Komi, r.text("KM")
	*to = Assumption{How: Named}
	switch {
	case given != nil:
		r.info.Rules.Komi = *given + 0 // 0 rather than -0
		to.Why = ReasonGiven
	case r.readKM(text):
		if written, err := Real(text); err == nil && written != r.info.Rules.Komi {
			to.How, to.Written = Recognized, text
		}
	case r.komi:
	default:
		*to = Assumption{How: Default, Written: text, Why: r.komiReason()}
		if to.Why != ReasonRules {
			r.info.Rules.Komi = 0
		}
	}
	to.Value = formatReal(r.info.Rules.Komi)
}

// readKM sets the komi to KM in points, and reports whether it has a valid one.
func (r *infoReader) readKM(text string) bool {
	if text == "" {
		return false
	}
	km := r.at.info("KM")
	written, err := Real(text)
	if err != nil {
		r.problem(km, FaultRules, fmt.Sprintf("KM: %v", err))
		return false
	}
	komi := written
	if !r.exact {
		komi = komiInPoints(written, r.Graph)
	}
	with := r.info.Rules
	with.Komi = komi
	if err := with.Check(); err != nil {
		r.problem(km, FaultRules, fmt.Sprintf("KM[%s]: %v", quote.Clip(text, 24), err))
		return false
	}
	if komi != written {
		r.problem(km, FaultKomiUnit, fmt.Sprintf("KM[%s] is read as %s points; write KM[%[2]s]", quote.Clip(text, 24),
			formatReal(komi)))
	}
	r.info.Rules = with
	return true
}

// komiReason returns why a record without KM has its komi.
func (r *infoReader) komiReason() Reason {
	switch year, known := yearOf(r.text("DT")); {
	case r.info.Handicap >= 2:
		return ReasonHandicap
	case known && year < 1950:
		return ReasonOld
	}
	return ReasonRules
}

// yearOf returns the year of the earliest date in DT: of all dates if it is in FF[4]'s form, else the
// year that it begins with, as in 20260416 or 1846/09/11.
func yearOf(date string) (year int, known bool) {
	if proper, valid := dateSyntax.meant(date); valid {
		for part := range strings.SplitSeq(proper, ",") {
			first, _, _ := strings.Cut(part, "-")
			if n, err := strconv.Atoi(first); err == nil && len(first) == 4 && (!known || n < year) {
				year, known = n, true
			}
		}
		return year, known
	}
	digits := date
	if end := strings.IndexFunc(date, func(c rune) bool { return c < '0' || c > '9' }); end >= 0 {
		digits = date[:end]
	}
	if len(digits) != 4 && len(digits) != 8 {
		return 0, false
	}
	year, err := strconv.Atoi(digits[:4])
	return year, err == nil
}

// readSize reads whether the record names its size.
func (r *infoReader) readSize() {
	root := r.at.Root()
	r.info.Reading.Size = Assumption{How: Named, Value: r.Name()}
	if strings.TrimSpace(root.Raw("SZ")) == "" && strings.TrimSpace(root.Raw("XB")) == "" {
		r.info.Reading.Size = Assumption{How: Default, Value: r.Name(), Why: ReasonNineteen}
	}
}

// readTurn reads the player to move first: from the last PL before the first move, else from that
// move.
func (r *infoReader) readTurn() {
	to, at := &r.info.Reading.Turn, r.at.Root()
	color := board.Empty
	for n := range r.opening {
		if n.Has("AB") || n.Has("AW") || n.Has("AE") {
			at = n
		}
		if c, given := playerGiven(n); given {
			color = c
		}
		switch {
		case color != board.Empty:
		case n.Has("B"):
			color = board.Black
		case n.Has("W"):
			color = board.White
		}
	}
	to.How = Named
	if color == board.Empty {
		to.How = Default
		color, to.Why = usualTurn(at, r.info.Rules, r.blackStones() > 0)
	}
	to.Value = color.String()
}

// opening yields the nodes on the main line through the first one with a move.
func (r *infoReader) opening(yield func(*Node) bool) {
	for n := r.at.Root(); yield(n) && !n.Has("B") && !n.Has("W") && len(n.Children) > 0; n = n.Children[0] {
	}
}

// blackStones counts Black's stones before the first move. It returns 0 if White has stones too.
func (r *infoReader) blackStones() int {
	var count board.ByColor[int]
	stones := make([]board.Color, r.Coordinates.Graph.Points())
	for n := range r.opening {
		for _, p := range n.Properties {
			color := setupColor(p.ID)
			if color == nil {
				continue
			}
			for _, raw := range p.Values {
				points, err := r.Coordinates.Points(raw)
				if err != nil {
					continue // a replay reports it
				}
				for _, at := range points {
					if at == board.Pass {
						continue
					}
					count[stones[at]]--
					stones[at] = *color
					count[*color]++
				}
			}
		}
	}
	if count[board.White] > 0 {
		return 0
	}
	return count[board.Black]
}

// readOrigin adds the values from [Node.Assume].
func (r *infoReader) readOrigin(o Override) {
	to, from := &r.info.Reading, r.at.Root().assumed()
	to.Charset = from.Charset
	if from.Rules.How != "" && o.Rules == nil {
		to.Rules = from.Rules
	}
	if from.Komi.How != "" && o.Komi == nil {
		if from.Komi.How == Default {
			from.Komi.Value, from.Komi.Why = to.Komi.Value, to.Komi.Why
		}
		to.Komi = from.Komi
	}
	if from.Size.How != "" {
		to.Size = from.Size
	}
	if from.Handicap.How != "" {
		to.Handicap = from.Handicap
	}
}

// holder returns the node that has the property: n or one above it.
func (n *Node) holder(p *Property) *Node {
	for n.Parent != nil && n.Property(p.ID) != p {
		n = n.Parent
	}
	return n
}

// mostKomi is larger than any komi in a real game, mostStones than any in Chinese stones.
const (
	mostKomi   = 150
	mostStones = 5
)

// komiInPoints converts komi to points. Some programs write hundredths: 650 is 6.5, and -650 is
// -6.5. Chinese programs write stones, two points each: 3.75 or 375 is 7.5. Other
// quarters, which no ruleset has, become the half point that has the same winner: 6.75 is 6.5, and
// 7.25 is 7.5.
func komiInPoints(komi float64, g *board.Graph) float64 {
	sign := komi
	komi = math.Abs(komi)
	if komi > mostKomi || komi >= 100 && komi > float64(g.Points()) {
		komi /= 100
	}
	quarter := komi*4 == math.Trunc(komi*4) && komi*2 != math.Trunc(komi*2)
	switch {
	case quarter && komi < mostStones:
		komi *= 2
	case quarter:
		komi = math.Trunc(komi) + 0.5
	}
	return math.Copysign(komi, sign)
}

// formatReal writes a number in its shortest form.
func formatReal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
