package sgf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A ScoreReport is the count of the game of a record, the chains taken as dead with
// their reasons, and the differences between the count and the record. If chains
// whose life is unsure can change the result, it has a range instead. Its JSON is the
// output of "rosette score --json", which docs/analysis.md explains.
type ScoreReport struct {
	Name   string     `json:"name"`
	Board  string     `json:"board"`
	Rules  game.Rules `json:"rules"`
	Moves  int        `json:"moves"`
	Result string     `json:"result,omitempty"` // empty if it is unsure
	// the smallest margin, Black's points minus White's; nil without result
	Least    *float64 `json:"least,omitempty"`
	Greatest *float64 `json:"greatest,omitempty"` // the greatest
	// points by name of the item, and their total; unsure chains are alive
	Black   map[string]float64 `json:"black"`
	White   map[string]float64 `json:"white"`
	Chains  []ReportedChain    `json:"chains"`            // those dead, unsure or given
	Divided []DividedGroup     `json:"divided,omitempty"` // groups of which it is unsure whether they are in seki
	// regions in which a move is worth points: the game is not over
	Pending []life.PendingRegion `json:"pending,omitempty"`
	Record  string               `json:"record,omitempty"`
	// whether RE is the result; nil if RE is no count, or in a range
	Agrees    *bool     `json:"agrees,omitempty"`
	Within    *bool     `json:"within,omitempty"`    // whether RE is possible; nil if RE is no count
	Territory *[]string `json:"territory,omitempty"` // points that TB and TW mark otherwise; nil without them

	graph    *board.Graph
	items    []string // names of the items in order
	void     bool
	possible game.ScoreRange
	owner    []board.Color // by point: territory
}

// A ReportedChain is a chain of a [ScoreReport] with its status.
type ReportedChain struct {
	Color  string   `json:"color"`
	Status string   `json:"status"`
	Reason string   `json:"reason"`
	Stones []string `json:"stones"`
	// of an unsure chain: the first stone of the chains that live or die together
	Block  string  `json:"block,omitempty"`
	Points float64 `json:"points,omitempty"` // by how much the margin differs between that block alive and dead
}

// A DividedGroup is a living group of which reading has not found whether it is in
// seki.
type DividedGroup struct {
	Color  string   `json:"color"`
	Stones []string `json:"stones"`
	Points float64  `json:"points"` // that count only if it is not
}

// reasons are the reasons of statuses in words.
var reasons = map[life.Reason]string{
	life.Given:           "as told",
	life.Immortal:        "it holds a rosette",
	life.Unconditionally: "nobody can take it",
	life.InTerritory:     "it cannot live in what is surely the opponent's",
	life.ByOwnership:     "reading says so, whoever moves first",
	life.ByProof:         "every line of play says so, whoever moves first",
	life.ByConfirmation:  "every line of play says so, where a ko is retaken after a pass for it",
	life.ByReading:       "local search says so",
	life.SharesLiberty:   "it is in seki",
	life.Stalemate:       "neither side can take the other",
	life.FirstMove:       "who moves first decides",
	life.KoDecides:       "a ko decides",
	life.Retaken:         "who takes it may be taken in turn",
	life.SeedsDiffer:     "searches with several seeds differ",
	life.Divided:         "reading is divided",
	life.Untakable:       "playouts give it up, but nobody can take it",
	life.Linked:          "playouts give it up, but it may connect to what lives",
	life.NotSurrounded:   "playouts give it up, but who would take it is not surely alive",
}

// NewScoreReport counts the game with the dead stones of the proposal. The name
// is that of the game, such as its file; moves is how many moves the record has
// before the position.
func NewScoreReport(name string, g *game.Game, moves int, proposal life.Proposal) *ScoreReport {
	r := &ScoreReport{
		Name: name, Board: g.Graph().Name(), Rules: g.Rules(), Moves: moves, Chains: []ReportedChain{},
		graph: g.Graph(),
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

// addChains lists the chains that are dead, unsure or given.
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

// Compare adds where the count differs from what the record claims.
func (r *ScoreReport) Compare(claim Claim) {
	r.Record = claim.Result
	if within, comparable := claim.Within(r.possible, r.void); comparable {
		r.Within = &within
		if agrees := within; !within || r.Result != "" {
			r.Agrees = &agrees
		}
	}
	if claim.Territory != nil {
		differs := r.graph.Names(claim.Differences(r.owner))
		r.Territory = &differs
	}
}

// String returns the report as lines of text.
func (r *ScoreReport) String() string {
	var text strings.Builder
	moves := "1 move"
	if r.Moves != 1 {
		moves = strconv.Itoa(r.Moves) + " moves"
	}
	headline := r.possible.String()
	if r.void {
		headline = r.Result + ", the position stands for the third time since the last pass"
	}
	fmt.Fprintf(&text, "%s: %s\n", r.Name, headline)
	fmt.Fprintf(&text, "  %s, %s, komi %v, after %s\n", r.Board, r.rulesName(), r.Rules.Komi, moves)
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

// String returns the chain, its status and reason, and if it is unsure the points
// that depend on it, in one line.
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

// rulesName returns the name of the rules in a word or two, or the choices of rules
// without a name in KataGo's compact form.
func (r *ScoreReport) rulesName() string {
	preset, err := game.Preset(r.Rules.Preset)
	if err != nil {
		return r.unnamedRulesName()
	}
	if preset.Komi = r.Rules.Komi; preset != r.Rules {
		return r.Rules.Preset + " with changes"
	}
	return r.Rules.Preset
}

// unnamedRulesName is rulesName of rules without a preset.
func (r *ScoreReport) unnamedRulesName() string {
	unnamed := unnamedRules(r.graph)
	if unnamed.Komi = r.Rules.Komi; unnamed == r.Rules {
		return "no rules named, so by area"
	}
	if compact, ok := r.Rules.Compact(); ok {
		return compact
	}
	return "rules without a name"
}

// writeComparison writes whether the record agrees.
func (r *ScoreReport) writeComparison(text *strings.Builder) {
	switch {
	case r.Record == "":
	case r.Within == nil:
		fmt.Fprintf(text, "  RE[%s] is no count to compare with\n", r.Record)
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
