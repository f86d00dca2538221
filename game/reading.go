package game

import "rosette/game/life"

// Reading returns what of the rules [life.Unconditional] asks for.
func (r Rules) Reading() life.Reading {
	switch {
	case r.Suicide:
		return life.Suicide
	case r.Libertyless == Forbid:
		return life.Forbid
	}
	return life.Allow
}
