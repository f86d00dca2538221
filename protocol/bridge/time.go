package bridge

import (
	"fmt"
	"time"

	"rosette/play/clock"
	"rosette/server/http/wire"
)

// timeCommands returns the commands that set an engine's clock. Kgs means that the engine supports
// KGS time systems. Without a clock, and by correspondence, there is no command and the engine uses
// its own thinking time.
func timeCommands(c clock.Control, kgs bool) []string {
	main, period := seconds(c.Main), max(1, seconds(c.Period))
	switch {
	case c.Kind == clock.ByoYomi && kgs:
		return []string{fmt.Sprintf("kgs-time_settings byoyomi %d %d %d", main, period, c.Periods)}
	case c.Kind == clock.ByoYomi, c.Kind == clock.Simple:
		return []string{fmt.Sprintf("time_settings %d %d 1", main, period)}
	case c.Kind == clock.Canadian:
		return []string{fmt.Sprintf("time_settings %d %d %d", main, period, c.Stones)}
	case c.Kind == clock.Absolute, c.Kind == clock.Fischer:
		return []string{fmt.Sprintf("time_settings %d 0 0", max(1, main))}
	}
	return nil
}

// timeLeft returns the command with a player's time left, minus a margin for network
// delay, or "" without a clock.
func timeLeft(c clock.Control, state *wire.ClockState, color string, kgs bool, margin time.Duration) string {
	if state == nil || len(timeCommands(c, kgs)) == 0 {
		return ""
	}
	left := map[string]wire.TimeLeft{"b": state.Black, "w": state.White}[color]
	main := max(0, milliseconds(left.Main))
	period := milliseconds(left.Period)
	stones := 0
	switch c.Kind {
	case clock.Canadian:
		stones = left.Stones
	case clock.Simple:
		stones = 1
	case clock.ByoYomi:
		stones = 1
		if kgs {
			stones = left.Periods
		}
	}
	if stones > 0 && main <= margin {
		return fmt.Sprintf("time_left %s %d %d", color, max(1, seconds(period-margin)), stones)
	}
	return fmt.Sprintf("time_left %s %d 0", color, max(0, seconds(main-margin)))
}

func seconds(d time.Duration) int { return int(d / time.Second) }

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
