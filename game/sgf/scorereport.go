package sgf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/internal/quote"
)

// A ScoreReport is the score for a game in a record, with the status of its chains and the
// differences from the record's own result. If unsure chains can change the result, it has a range
// instead. "rosette score --json" writes it; docs/analysis.md explains the fields.
type ScoreReport struct {
	Name    string     `json:"name"`
	Board   string     `json:"board"`
	Rules   game.Rules `json:"rules"`
	Reading Reading    `json:"reading"`
	Moves   int        `json:"moves"`
	Result  string     `json:"result,omitempty"` // "" if unsure
	// the smallest possible margin, Black's points minus White's; nil if the game is void
	Least    *float64 `json:"least,omitempty"`
	Greatest *float64 `json:"greatest,omitempty"` // the greatest possible margin
	// points by item, and their total, with unsure chains alive
	Black   map[string]float64 `json:"black"`
	White   map[string]float64 `json:"white"`
	Chains  []ReportedChain    `json:"chains"`            // only dead, unsure or given ones
	Divided []DividedGroup     `json:"divided,omitempty"` // groups that may or may not be in seki
	// regions where a move is worth points: the game is not over
	Pending []life.PendingRegion `json:"pending,omitempty"`
	Record  string               `json:"record,omitempty"`
	// whether RE is the result; nil if RE has no points or is in a range
	Agrees    *bool     `json:"agrees,omitempty"`
	Within    *bool     `json:"within,omitempty"`    // whether RE is possible; nil if RE has no points
	Territory *[]string `json:"territory,omitempty"` // points where TB and TW differ; nil without them

	graph    *board.Graph
	items    []string // item names in order
	void     bool
	possible game.ScoreRange
	owner    []board.Color // owner of territory, by point
	unnamed  []string      // what the record does not name and RE depends on
}

// A ReportedChain is a chain of a [ScoreReport] with its status.
type ReportedChain struct {
	Color  string   `json:"color"`
	Status string   `json:"status"`
	Reason string   `json:"reason"`
	Stones []string `json:"stones"`
	// for an unsure chain: the first stone of the block that lives or dies together
	Block  string  `json:"block,omitempty"`
	Points float64 `json:"points,omitempty"` // difference in margin between that block alive and dead
}

// A DividedGroup is a living group whose seki status reading leaves open.
type DividedGroup struct {
	Color  string   `json:"color"`
	Stones []string `json:"stones"`
	Points float64  `json:"points"` // counted only if it is not in seki
}

// reasons maps the reasons to words.
var reasons = map[life.Reason]string{
	life.Given:           "as given",
	life.Immortal:        "it holds a rosette",
	life.Unconditionally: "it cannot be captured",
	life.InTerritory:     "it cannot live in the opponent's secure territory",
	life.ByOwnership:     "reading says so, whoever moves first",
	life.ByProof:         "every line of play says so, whoever moves first",
	life.ByConfirmation:  "every line of play says so, where a ko is retaken after a pass for it",
	life.ByReading:       "local search says so",
	life.SharesLiberty:   "it is in seki",
	life.Stalemate:       "neither side can capture the other",
	life.FirstMove:       "the first to move decides",
	life.KoDecides:       "a ko decides",
	life.Retaken:         "its captor may be captured in turn",
	life.SeedsDiffer:     "searches with several seeds differ",
	life.Divided:         "reading is divided",
	life.Untakable:       "playouts give it up, but it cannot be captured",
	life.Linked:          "playouts give it up, but it may connect to a living chain",
	life.NotSurrounded:   "playouts give it up, but the chains around it may be dead",
}

// NewScoreReport scores the position at the end of a replay with the dead stones in the proposal.
// name names the game, such as its file.
func NewScoreReport(name string, line *Replayed, proposal life.Proposal) *ScoreReport {
	g := line.Game
	r := &ScoreReport{
		Name: name, Board: g.Graph().Name(), Rules: g.Rules(), Reading: line.Reading, Moves: line.At.MoveCount(),
		Chains: []ReportedChain{}, graph: g.Graph(),
	}
	r.possible, r.void = g.ProposalRange(proposal), g.NoResult()
	switch {
	case r.void:
		r.Result = game.Result{By: game.NoResult}.String()
	case r.possible.Certain():
		r.Result = r.possible.String()
	}
	if !r.void {
		r.Least, r.Greatest = &r.possible.Least, &r.possible.Greatest
	}
	r.addChains(proposal.Chains)
	r.Pending = life.NamedPending(g.Graph(), proposal.Pending)
	score := r.possible.Score
	r.owner = slices.Clone(score.Owner)
	for p := range r.owner {
		if at := board.Point(p); g.Board().At(at) != board.Empty && !slices.Contains(score.Dead, at) {
			r.owner[p] = board.Empty
		}
	}
	r.Black, r.White = map[string]float64{"total": score.Black}, map[string]float64{"total": score.White}
	for _, item := range score.Items() {
		r.items = append(r.items, item.Name)
		r.Black[item.Name], r.White[item.Name] = item.Points[board.Black], item.Points[board.White]
	}
	return r
}

// addChains adds the chains that are dead, unsure or given.
func (r *ScoreReport) addChains(chains []life.ChainStatus) {
	blocks := map[board.Point]game.OpenBlock{}
	for _, block := range r.possible.Open {
		if block.Seki {
			r.Divided = append(r.Divided, DividedGroup{block.Color.String(), r.graph.Names(block.Stones), block.Points})
			continue
		}
		for _, p := range block.Stones {
			blocks[p] = block
		}
	}
	for _, c := range chains {
		if c.Status != life.Dead && c.Status != life.Unsure && c.Reason != life.Given {
			continue
		}
		told := ReportedChain{
			Color: c.Color.String(), Status: string(c.Status), Reason: string(c.Reason),
			Stones: r.graph.Names(c.Stones),
		}
		if block, open := blocks[c.Stones[0]]; open {
			told.Block, told.Points = r.graph.PointName(block.Stones[0]), block.Points
		}
		r.Chains = append(r.Chains, told)
	}
}

// Compare adds the differences between the score and the record's claim, except where the score
// rests on rules, a komi or a handicap that the record does not name.
func (r *ScoreReport) Compare(claim Claim) {
	r.Record = claim.Result
	if claim.Territory != nil && r.Reading.Rules.How != Default {
		differs := r.graph.Names(claim.Differences(r.owner))
		r.Territory = &differs
	}
	if _, comparable := claim.Within(r.possible, r.void); comparable {
		r.unnamed = r.Reading.Unnamed()
	}
	if len(r.unnamed) > 0 {
		return
	}
	if within, comparable := claim.Within(r.possible, r.void); comparable {
		r.Within = &within
		if agrees := within; !within || r.Result != "" {
			r.Agrees = &agrees
		}
	}
}

// String returns the report as text, one fact per line.
func (r *ScoreReport) String() string {
	var text strings.Builder
	headline := r.possible.String()
	switch {
	case r.void:
		headline = r.Result + ", the position repeats for the third time since the last pass"
	case !r.possible.Certain():
		headline += " (use --dead/--alive)"
	}
	fmt.Fprintf(&text, "%s: %s\n", r.Name, headline)
	fmt.Fprintf(&text, "  %s, %s, komi %v, after %s\n", r.Board, r.rulesName(), r.Rules.Komi,
		quote.Count(r.Moves, "move"))
	if reading := r.Reading.String(); reading != "" {
		fmt.Fprintf(&text, "  %s\n", reading)
	}
	fmt.Fprintf(&text, "  %-12s %7s %7s\n", "", "black", "white")
	for _, item := range r.items {
		if r.Black[item] != 0 || r.White[item] != 0 {
			fmt.Fprintf(&text, "  %-12s %7v %7v\n", item, r.Black[item], r.White[item])
		}
	}
	fmt.Fprintf(&text, "  %-12s %7v %7v\n", "total", r.Black["total"], r.White["total"])
	for _, c := range r.Chains {
		fmt.Fprintf(&text, "  %s\n", c)
	}
	for _, group := range r.Divided {
		fmt.Fprintf(&text, "  in seki or not: %s %s (reading is divided), points that depend on it: %v\n",
			group.Color, strings.Join(group.Stones, " "), group.Points)
	}
	for _, region := range r.Pending {
		fmt.Fprintf(&text, "  %s\n", region)
	}
	r.writeComparison(&text)
	return text.String()
}

// String returns the chain, its status and its reason in one line, and for an unsure chain the
// points at stake.
func (c ReportedChain) String() string {
	status, worth := c.Status, ""
	switch {
	case c.Block == "":
	case c.Block != c.Stones[0]:
		status, worth = "unsure, counted as alive", ", together with "+c.Block
	case c.Points == 1:
		status, worth = "unsure, counted as alive", ", 1 point"
	default:
		status, worth = "unsure, counted as alive", fmt.Sprintf(", %v points", c.Points)
	}
	return fmt.Sprintf("%s: %s %s (%s)%s", status, c.Color, strings.Join(c.Stones, " "), reasons[life.Reason(c.Reason)],
		worth)
}

// rulesName returns the preset in a word or two. Rules without a preset are in KataGo's compact
// form.
func (r *ScoreReport) rulesName() string {
	preset, err := game.Preset(r.Rules.Preset)
	if err != nil {
		return cmp.Or(rulesName(r.Rules), "rules without a name")
	}
	if preset.Komi = r.Rules.Komi; preset != r.Rules {
		return r.Rules.Preset + " with changes"
	}
	return r.Rules.Preset
}

// writeComparison writes how the record's RE, TB and TW compare with the score.
func (r *ScoreReport) writeComparison(text *strings.Builder) {
	switch {
	case r.Record == "":
	case len(r.unnamed) > 0:
		fmt.Fprintf(text, "  RE[%s] is not compared: the record does not name its %s\n", r.Record,
			quote.List(r.unnamed))
	case r.Within == nil:
		fmt.Fprintf(text, "  RE[%s] has no score to compare\n", r.Record)
	case r.Result == "" && *r.Within:
		fmt.Fprintf(text, "  RE[%s] lies within the range\n", r.Record)
	case r.Result == "":
		fmt.Fprintf(text, "  RE[%s] lies outside the range\n", r.Record)
	case *r.Agrees:
		fmt.Fprintf(text, "  RE[%s] agrees\n", r.Record)
	default:
		fmt.Fprintf(text, "  RE[%s] differs\n", r.Record)
	}
	switch {
	case r.Territory == nil:
	case len(*r.Territory) == 0:
		fmt.Fprint(text, "  TB and TW agree\n")
	default:
		fmt.Fprintf(text, "  TB and TW differ at %s\n", strings.Join(*r.Territory, " "))
	}
}
