package record

import (
	"strconv"
	"time"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play/clock"
)

// timesOf returns TM and OT for a time control. timed is false without a time limit.
func timesOf(c clock.Control) (timed bool, main time.Duration, over sgf.Overtime) {
	switch c.Kind {
	case clock.Fischer:
		over = sgf.Overtime{Kind: sgf.Fischer, Time: c.Increment, Cap: c.Cap}
	case clock.ByoYomi:
		over = sgf.Overtime{Kind: sgf.ByoYomi, Count: c.Periods, Time: c.Period}
	case clock.Canadian:
		over = sgf.Overtime{Kind: sgf.Canadian, Count: c.Stones, Time: c.Period}
	case clock.Simple:
		over = sgf.Overtime{Kind: sgf.Simple, Time: c.Period}
	case clock.Days:
		over = sgf.Overtime{Kind: sgf.Days, Time: c.Period, Weekends: c.Weekends}
	}
	return c.Timed(), c.Main, over
}

// Control returns the time control in a record, from TM and OT at n or above it. ok is false for
// unknown forms, and for times that [clock.Control.Check] rejects.
func Control(n *sgf.Node) (c clock.Control, ok bool) {
	over, ok := sgf.ParseOvertime(sgf.SimpleText(n.Info("OT")))
	if tm := n.Info("TM"); ok && tm != "" {
		c.Main, ok = sgf.ParseSeconds(tm)
	}
	if !ok {
		return clock.Control{}, false
	}
	switch over.Kind {
	case sgf.Fischer:
		c = clock.Control{Kind: clock.Fischer, Main: c.Main, Increment: over.Time, Cap: over.Cap}
	case sgf.ByoYomi:
		c = clock.Control{Kind: clock.ByoYomi, Main: c.Main, Periods: over.Count, Period: over.Time}
	case sgf.Canadian:
		c = clock.Control{Kind: clock.Canadian, Main: c.Main, Stones: over.Count, Period: over.Time}
	case sgf.Simple:
		c = clock.Control{Kind: clock.Simple, Main: c.Main, Period: over.Time}
	case sgf.Days:
		c = clock.Control{Kind: clock.Days, Main: c.Main, Period: over.Time, Weekends: over.Weekends}
	default:
		c.Kind = clock.Absolute
		if c.Main == 0 {
			c.Kind = clock.None
		}
	}
	if c.Check() != nil {
		return clock.Control{}, false
	}
	return c, true
}

// timeIDs are the properties for a player's time, and for the moves or periods left in overtime.
var timeIDs = board.ByColor[struct{ left, over string }]{board.Black: {"BL", "OB"}, board.White: {"WL", "OW"}}

// setTimeLeft writes a player's time at a move. left is the time before the increment or the next
// period, as in [play.MoveTime].
//
// As in FF[4], BL and WL are the time after the move, and OB and OW the periods or moves left, in
// overtime only. As on KGS, a move in byo-yomi has the rest of its period, although the next move has
// a whole period again; a time for each move is treated likewise. If the opponent has added time to
// a clock in overtime, BL and WL include the period.
func setTimeLeft(n *sgf.Node, c board.Color, left clock.Remaining) {
	control, after := left.Control, left.AfterMove()
	if !control.Timed() {
		return
	}
	counted := control.Kind == clock.ByoYomi || control.Kind == clock.Canadian
	inOvertime := counted && !inMainTime(after)
	shown := after.Main
	switch {
	case control.Period == 0 || counted && !inOvertime: // main time
	case after.Main == 0 && control.Kind != clock.Canadian:
		shown = left.Period
	default:
		shown += after.Period
	}
	n.Set(timeIDs[c].left, sgf.Seconds(shown))
	if inOvertime {
		n.Set(timeIDs[c].over, strconv.Itoa(after.Periods+after.Stones)) // one of them is 0
	}
}

// inMainTime reports whether a clock has main time and its whole overtime.
func inMainTime(l clock.Remaining) bool {
	c := l.Control
	return l.Main > 0 && l.Period == c.Period && l.Periods == c.Periods && l.Stones == c.Stones
}

// TimeLeft returns a player's clock after the move in a node, from BL and OB or WL and OW. ok is
// false if the node does not have it in a form that fits the time control.
func TimeLeft(n *sgf.Node, c board.Color, control clock.Control) (left clock.Remaining, ok bool) {
	left = clock.Remaining{Period: control.Period, Periods: control.Periods, Stones: control.Stones, Control: control}
	shown, ok := sgf.ParseSeconds(n.Raw(timeIDs[c].left))
	if !ok || !control.Timed() {
		return clock.Remaining{}, false
	}
	count, err := sgf.Number(n.Raw(timeIDs[c].over))
	switch inOvertime := err == nil; {
	case control.Period == 0 || control.Kind != clock.Simple && control.Kind != clock.Days && !inOvertime:
		left.Main = shown
		return left, true
	case inOvertime && (count < 0 || count > clock.MaxStones):
		return clock.Remaining{}, false
	case control.Kind == clock.ByoYomi:
		left.Periods = count
	case control.Kind == clock.Canadian:
		left.Stones, left.Period = count, min(shown, control.Period)
	}
	left.Main = max(0, shown-control.Period)
	return left, true
}
