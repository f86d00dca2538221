package deadstones

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"rosette/engine/lifedeath"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/internal/panics"
)

// These constants control the search of whole regions and the conclusions from it. docs/results.md
// has the measurements.
const (
	contestWork   = 1 << 19 // visits times points in a region, for both searches together
	contestVisits = 8000    // maximum visits in a search
	mostContests  = 3       // maximum number of regions to search
	smallRegion   = 40      // maximum points in a region whose chains are read again

	surelyAlive  = 0.8  // minimum share of its points in both searches for a living chain
	mostlyAlive  = 0.5  // minimum mean share, if ownership agrees
	agreesAlive  = 0.3  // minimum estimate for agreement; a chain below it may be dead
	weakerBy     = 0.2  // minimum lead over a dead chain of the opponents in its region
	opposedBelow = 0.1  // neither side is dead if the opponents are also behind by this much
	hopeless     = -0.3 // maximum ownership of opponents that do not count
)

// contest decides the chains that are still uncertain in found, the proposal so far, and returns
// the resulting proposal. p is the proposal without reading.
//
// It searches each region as a whole, with both sides playing for points. In a large region this
// finds more than separate searches for each chain. Then it compares the two sides' chains.
// Playouts overvalue stones inside a large territory and undervalue the stones around it, but they
// keep the order. Chains that are behind the other side's are dead if that side can capture them
// and survive. Otherwise both sides may hold the region. If the region is open without these
// chains, the game is not finished.
func (r *reader) contest(ctx context.Context, p *life.Proposal, found life.Proposal) (life.Proposal, error) {
	done := make([]bool, r.game.Graph().Points())
	for left, i := mostContests, 0; left > 0 && i < len(r.chains); i++ {
		stones := r.chains[i].Stones
		if done[stones[0]] || !inDoubt(&found.Chains[i]) {
			continue
		}
		in := r.contested(stones)
		for _, q := range in.points {
			done[q] = true
		}
		if in.held == (board.ByColor[bool]{}) {
			continue
		}
		left--
		if err := r.search(ctx, in, &found); err != nil {
			return found, err
		}
		if !in.decide() {
			continue
		}
		if err := r.readAgain(ctx, in.chains); err != nil {
			return found, err
		}
		taken, err := r.taken(ctx, in)
		if err != nil {
			return found, err
		}
		if after := r.proposal(p); taken && (!in.lost() || in.isClosed(&after)) {
			found = after
		} else {
			in.withdraw()
		}
	}
	return found, nil
}

// A contested is a region that is searched as a whole.
type contested struct {
	points []board.Point
	held   board.ByColor[bool] // whether living stones with this color border the region
	chains []contestant        // chains in the region
}

// contested returns the region around the stones, with its chains unset.
func (r *reader) contested(stones []board.Point) *contested {
	solid, _ := r.marks()
	b := r.game.Board()
	in := &contested{points: lifedeath.Region(b, stones, solid)}
	for _, p := range in.points {
		for _, q := range r.game.Graph().Near(p) {
			in.held[b.At(q)] = in.held[b.At(q)] || solid[q]
		}
	}
	return in
}

// isClosed reports whether all points are outside open regions.
func (in *contested) isClosed(p *life.Proposal) bool {
	return !slices.ContainsFunc(in.points, func(q board.Point) bool { return slices.Contains(p.Open, q) })
}

// lost reports whether any chain is decided to be dead.
func (in *contested) lost() bool {
	return slices.ContainsFunc(in.chains, func(c contestant) bool { return c.decided == life.Dead })
}

// taken reports whether the opponents can capture the chains decided to be dead, moving first, and
// survive. The loser may play on the captured points. Either side may pass, so chains in seki are
// not captured.
func (r *reader) taken(ctx context.Context, in *contested) (bool, error) {
	for _, color := range board.Colors {
		f := lifedeath.Fight{Board: r.game.Board(), Rules: r.game.Rules(), Region: in.points}
		for _, c := range in.chains {
			if c.Color == color && c.decided == life.Dead {
				f.Target = append(f.Target, c.Stones...)
			}
		}
		if len(f.Target) == 0 {
			continue
		}
		_, f.Lost = r.marks()
		visits := min(rounds[len(rounds)-1], contestWork/(8*len(f.Region)))
		if kept := f.Survival(ctx, color.Opponent(), visits, r.seed); 1-kept < survivesAt {
			return false, expired(ctx)
		}
	}
	return true, expired(ctx)
}

// withdraw restores the chains to their state before the search.
func (in *contested) withdraw() {
	for i := range in.chains {
		*in.chains[i].reading = in.chains[i].before
	}
}

// inDoubt reports whether a chain justifies a search of its region.
func inDoubt(c *life.ChainStatus) bool {
	return c.Status == life.Unsure || c.Status == life.InSeki && c.Reason == life.SharesLiberty
}

// A contestant is a chain in a region that has been searched.
type contestant struct {
	*reading
	before reading // state before the search
	doubt  bool
	region float32 // the chain's mean share of its points in the search, 1 all … −1 nothing
	least  float32 // the smaller of the two shares, one from each search (with Black or White to move first)
}

// estimate returns the mean of two ownership values: from whole-board playouts and from the search.
func (c *contestant) estimate() float32 { return (c.owner() + c.region) / 2 }

// search searches a region and sets its chains.
func (r *reader) search(ctx context.Context, in *contested, p *life.Proposal) error {
	f := lifedeath.Fight{Board: r.game.Board(), Rules: r.game.Rules(), Region: in.points}
	visits := min(contestVisits, contestWork/(2*len(f.Region)))
	var owner board.ByColor[[]float32]
	var group errgroup.Group
	for _, first := range board.Colors {
		group.Go(func() error {
			return panics.Call(func() error {
				owner[first] = f.Ownership(ctx, first, visits, r.seed)
				return expired(ctx)
			})
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	in.chains = r.contestants(p, f.Region, owner)
	return nil
}

// contestants returns the chains in a region. owner holds each search's ownership, indexed by the
// player who moved first in it.
func (r *reader) contestants(
	p *life.Proposal, points []board.Point, owner board.ByColor[[]float32],
) (all []contestant) {
	within, open := make([]bool, r.game.Graph().Points()), make([]bool, r.game.Graph().Points())
	for _, q := range points {
		within[q] = true
	}
	for _, q := range p.Open {
		open[q] = true
	}
	solid, _ := r.marks()
	sign := board.ByColor[float32]{board.Black: 1, board.White: -1}
	for i := range r.chains {
		c := &r.chains[i]
		if at := c.Stones[0]; within[at] {
			x, y := sign[c.Color]*owner[board.Black][at], sign[c.Color]*owner[board.White][at]
			doubt := inDoubt(&p.Chains[i]) || p.Chains[i].Status == life.Alive && !solid[at] &&
				r.touches(c.Stones, open)
			all = append(all, contestant{c, *c, doubt, (x + y) / 2, min(x, y)})
		}
	}
	return all
}

// decide decides chains and reports whether it has decided any. Only a side with living stones on
// the border can win the region.
func (in *contested) decide() (found bool) {
	ahead := in.opponents()
	behind := board.ByColor[float32]{}
	for i := range in.chains {
		if c := &in.chains[i]; c.doubt {
			behind[c.Color] = max(behind[c.Color], ahead[c.Color]-c.estimate())
		}
	}
	loses := func(c board.Color) bool {
		return behind[c] >= weakerBy && behind[c.Opponent()] < opposedBelow && in.held[c.Opponent()]
	}
	for i := range in.chains {
		c := &in.chains[i]
		switch {
		case !c.doubt:
		case c.least >= surelyAlive, c.region >= mostlyAlive && c.estimate() >= agreesAlive, loses(c.Color.Opponent()):
			c.decided = life.Alive
		case loses(c.Color) && ahead[c.Color]-c.estimate() >= weakerBy && c.estimate() < agreesAlive:
			c.decided = life.Dead
		}
		found = found || c.decided != life.Vacant
	}
	return found
}

// opponents returns, by color, the mean estimate of the opponent's chains, or 0 without chains.
func (in *contested) opponents() (mean board.ByColor[float32]) {
	var n board.ByColor[float32]
	for i := range in.chains {
		if c := &in.chains[i]; c.owner() > hopeless {
			mean[c.Color.Opponent()] += c.estimate()
			n[c.Color.Opponent()]++
		}
	}
	for _, c := range board.Colors {
		mean[c] /= max(1, n[c])
	}
	return mean
}

// readAgain reads undecided chains again if they have been read before. The decisions since then
// make their regions smaller.
func (r *reader) readAgain(ctx context.Context, region []contestant) error {
	solid, lost := r.marks()
	b := r.game.Board()
	for i := range region {
		c := &region[i]
		if c.decided != life.Vacant || !c.read || solid[c.Stones[0]] {
			continue
		}
		f := lifedeath.Fight{
			Board: b, Rules: r.game.Rules(), Target: c.Stones, Lost: lost, Region: lifedeath.Region(b, c.Stones, solid),
		}
		if len(f.Region) > smallRegion {
			continue
		}
		visits := min(rounds[len(rounds)-1], contestWork/(8*len(f.Region)))
		if err := c.readIn(ctx, &f, visits, r.seed); err != nil {
			return err
		}
	}
	return nil
}
