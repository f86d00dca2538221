package game

import "rosette/game/life"

// CaptureRules returns what of the rules [life.Unconditional] asks for.
func (r Rules) CaptureRules() life.CaptureRules {
	switch {
	case r.Suicide:
		return life.AllowSuicide
	case r.Libertyless == LibertylessForbidden:
		return life.ForbidLibertyless
	}
	return life.AllowLibertyless
}
