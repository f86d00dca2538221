package board

// Replace plays c at the occupied point p and removes the stone there. Go has no such play, but
// records have it, and the SGF specification defines it: the old stone vanishes without being
// captured, then captures follow as in [Board.Play]. A chain may fall apart and lose its rosette.
// Replace returns the number of captured stones.
//
// It copies the board and retains the copy until [Board.Undo] reverts the play.
func (b *Board) Replace(p Point, c Color) (off int) {
	stones := make([]Color, b.graph.Points())
	for q := range stones {
		stones[q] = b.cell[q].color
	}
	stones[p] = Empty
	before := *b
	after := SetupAny(b.graph, stones)
	off = after.Play(p, c)
	after.ko = Pass // a recapture would not repeat the previous position
	*b = *after
	b.undoable = before.undoable
	b.undoLog = nil
	b.undoRoots = nil
	switch {
	case before.unhashed:
		b.DisableUndo()
	case b.undoable:
		b.replaced = &before
	}
	return off
}
