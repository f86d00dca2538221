package board

// Replace puts a stone of c on the occupied point p, in place of the stone there.
// Go has no such play; records have it, and the SGF specification defines it: the
// old stone vanishes without being captured, and what follows is as in [Board.Play].
// A chain may fall apart by it and lose its rosette. Replace returns how many
// stones were captured.
//
// It copies the board and keeps the copy until [Board.Undo] takes the play back.
func (b *Board) Replace(p Point, c Color) (off int) {
	stones := make([]Color, b.graph.Points())
	for q := range stones {
		stones[q] = b.cell[q].color
	}
	stones[p] = Empty
	before := *b
	after, _ := setUp(b.graph, stones) // whatever touched p has a liberty there
	off = after.Play(p, c)
	after.ko = Pass // taking back would not repeat the position before
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
