package train

import (
	"fmt"
	"math"
	"time"

	"rosette/engine"
	"rosette/lab/matches"
)

// gatingSPRT is a gating match's sequential test. It ends the match when the new network is more
// than 20 Elo weaker or 30 Elo stronger than the best.
func gatingSPRT() *matches.SPRT {
	return &matches.SPRT{Elo0: -20, Elo1: 30, Alpha: 0.05, Beta: 0.05}
}

// Promotes reports whether a gating match with that standing promotes the new network: the test
// accepts it as stronger, or is undecided and the network has won more games than it lost.
func Promotes(s matches.Standing) bool {
	return s.Verdict == matches.Stronger || s.Verdict == matches.Undecided && s.Wins > s.Losses
}

// A CycleReport describes a cycle; it is a log line.
type CycleReport struct {
	Cycle    int              `json:"cycle"`
	Network  string           `json:"network"`
	Against  string           `json:"against"`  // the best network before the cycle, or [Playouts]
	Standing matches.Standing `json:"standing"` // of the gating match; empty without one
	Elo      engine.Interval  `json:"elo"`      // of the gating match
	Promoted bool             `json:"promoted"`
	Rating   *RatingMatch     `json:"gauge,omitempty"` // of a promoted network
	Seconds  float64          `json:"seconds"`         // total time of the run
	Samples  int              `json:"rows"`            // total samples of the run
	Games    int              `json:"games"`           // total self-play games of the run
}

// elapsed returns the run's total time.
func (r CycleReport) elapsed() time.Duration { return time.Duration(r.Seconds * float64(time.Second)) }

// Line returns the report as a text line.
func (r CycleReport) Line() string {
	verdict := "follows " + r.Against
	if r.Standing.Games > 0 {
		verdict = fmt.Sprintf("against %s %s: the best stays", r.Against, scoreText(r.Standing))
		if r.Promoted {
			verdict = fmt.Sprintf("against %s %s: it is the best now", r.Against, scoreText(r.Standing))
		}
	}
	if r.Rating != nil {
		verdict += "; " + r.Rating.line()
	}
	return fmt.Sprintf("cycle %d, after %s: %d games, %s, %d positions; network %s %s",
		r.Cycle, r.elapsed().Round(time.Second), r.Games, gamesPerHour(r.Games, r.elapsed()), r.Samples, r.Network,
		verdict)
}

// scoreText formats a standing as wins–losses and draws.
func scoreText(s matches.Standing) string {
	return fmt.Sprintf("%d–%d, %d drawn", s.Wins, s.Losses, s.Draws)
}

// eloText formats a bounded interval that follows a score.
func eloText(e engine.Interval) string {
	round := func(x float64) float64 { return math.Round(x) + 0 } // avoid -0
	return fmt.Sprintf("; Elo %+.0f, 95 %% interval %+.0f to %+.0f", round(e.At), round(e.Low), round(e.High))
}

// lastOfEachCycle removes the reports of repeated cycles: a run that was killed between writing a
// cycle's line and its state repeats the decision.
func lastOfEachCycle(all []CycleReport) []CycleReport {
	var kept []CycleReport
	for _, r := range all {
		if n := len(kept); n > 0 && kept[n-1].Cycle == r.Cycle {
			kept = kept[:n-1]
		}
		kept = append(kept, r)
	}
	return kept
}
