package records

import (
	"context"
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/life"
)

// An Outcome is a compared record. Dead and Seki list stones, Unsure one stone per chain with the
// reason, Pending one point of each region in which a move is worth points.
type Outcome struct {
	Path    string   `json:"path"`
	SHA256  string   `json:"sha256"`
	Size    int      `json:"size"`
	Part    string   `json:"part"`
	Rules   string   `json:"rules"`
	Record  string   `json:"record"` // results
	Rosette string   `json:"rosette"`
	GNUGo   string   `json:"gnugo,omitempty"`
	Dead    []string `json:"dead"`
	Seki    []string `json:"seki"`
	Unsure  []string `json:"unsure"`
	Pending []string `json:"pending,omitempty"`
	GNUDead []string `json:"gnugo_dead,omitempty"`
	GNUSeki []string `json:"gnugo_seki,omitempty"`
	CPU     *float64 `json:"cpu,omitempty"` // processor time in seconds, nil if unknown
}

// String returns the record and its results in one line.
func (o Outcome) String() string {
	text := fmt.Sprintf("%s (%d, %s, %s): record %s, rosette %s", o.Path, o.Size, o.Part, o.Rules, o.Record, o.Rosette)
	if o.GNUGo != "" {
		text += ", GNU Go " + o.GNUGo
	}
	if len(o.Unsure) > 0 {
		text += fmt.Sprintf(", unsure %q", o.Unsure)
	}
	if len(o.Pending) > 0 {
		text += fmt.Sprintf(", pending %q", o.Pending)
	}
	return text
}

// Agrees reports whether the judge's count equals the record's result. Unsure chains count as
// alive.
func (o Outcome) Agrees() bool { return o.Rosette == o.Record }

// sure reports whether no chain is unsure and no move is worth points.
func (o Outcome) sure() bool { return len(o.Unsure)+len(o.Pending) == 0 }

// gnuAgrees reports whether GNU Go's count equals the record's result.
func (o Outcome) gnuAgrees() bool { return o.GNUGo == o.Record }

// A Comparison counts records.
type Comparison struct {
	Files   map[string]string // from [Find]
	Propose func(context.Context, *game.Game) (life.Proposal, error)
	CPU     func() (time.Duration, bool) // processor time of this process, if known
	GNUGo   *GNUGo                       // nil: no comparison with GNU Go
}

// Run counts records and calls each with every outcome. It stops at the first error.
func (c *Comparison) Run(
	ctx context.Context, records []Record, each func(Outcome) error,
) (outcomes []Outcome, err error) {
	for _, r := range records {
		o, err := c.Count(ctx, r)
		if err == nil {
			err = each(o)
		}
		if err != nil {
			return outcomes, err
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

// Count counts a record with the dead stones from Propose, and by GNU Go.
func (c *Comparison) Count(ctx context.Context, r Record) (o Outcome, err error) {
	file := c.Files[r.Hash]
	if file == "" {
		return o, fmt.Errorf("no file has the SHA-256 %s of %s, %s", r.Hash, r.Repository, r.Path)
	}
	g, err := r.replay(file)
	if err != nil {
		return o, fmt.Errorf("%s: %w", file, err)
	}
	before, _ := c.CPU()
	p, err := c.Propose(ctx, g)
	if err != nil {
		return o, err
	}
	o = Outcome{
		Path: r.Path, SHA256: r.Hash, Size: r.Size, Part: r.Part, Rules: r.Rules, Record: r.Result.String(),
		Rosette: g.Score(p.Dead...).Result().String(), Dead: g.Graph().Names(p.Dead), Seki: []string{},
		Unsure: []string{},
	}
	if after, known := c.CPU(); known {
		seconds := (after - before).Seconds()
		o.CPU = &seconds
	}
	for _, chain := range p.Chains {
		switch chain.Status {
		case life.Unsure:
			o.Unsure = append(o.Unsure, g.Graph().PointName(chain.Stones[0])+" "+string(chain.Reason))
		case life.InSeki:
			o.Seki = append(o.Seki, g.Graph().Names(chain.Stones)...)
		}
	}
	for _, region := range p.Pending {
		o.Pending = append(o.Pending, g.Graph().PointName(region.Points[0]))
	}
	if c.GNUGo == nil {
		return o, nil
	}
	a, err := c.GNUGo.answer(ctx, r, file, g)
	o.GNUGo = a.Result
	o.GNUDead = a.Dead
	o.GNUSeki = a.Seki
	return o, err
}
