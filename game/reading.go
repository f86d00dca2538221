package game

import "rosette/game/life"

// Reading returns what of the rules [life.Unconditional] asks for.
func (r Rules) Reading() life.CaptureRules {
	switch {
	case r.Suicide:
		return life.AllowSuicide
	case r.Libertyless == Forbid:
		return life.ForbidLibertyless
	}
	return life.AllowLibertyless
}
