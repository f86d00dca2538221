package sgf

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rosette/game/board"
)

// The authority for these positions is FF[4], https://www.red-bean.com/sgf/go.html: setting up
// stones captures nothing, an application must not remove stones without liberties by itself, and a
// move takes off only chains next to it.
func TestSetupFollowsFF4(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		black, white     int // prisoners by player
	}{
		{"a corner without a liberty", "(;SZ[3]AB[aa]AW[ab][ba];B[cc])", "XO.\nO..\n..X\n", 0, 0},
		{"a corner, stone by stone", "(;SZ[3]AB[aa];AW[ab];AW[ba];AE[ba])", "X..\nO..\n...\n", 0, 0},
		{
			"white stones within a black block", "(;SZ[6]AB[bb:ee];AW[bb][ee][dc][cd];AW[cb][bc][be][eb][ed][de])",
			"......\n.OOXO.\n.OXOX.\n.XOXO.\n.OXOO.\n......\n", 0, 0,
		},
		{"a full board, then a move on it", "(;SZ[3]AB[aa:cc];W[bb])", "...\n.O.\n...\n", 0, 8},
		{
			"a move takes only chains next to it", "(;SZ[4]AB[aa]AW[ab][ba]AB[dd]AW[cd];W[dc])", "XO..\nO...\n...O\n..O.\n", 0, 1,
		},
		{"a chain gets a liberty back", "(;SZ[3]AB[aa][bb][ca]AW[ab][ba];B[ac])", "XOX\n.X.\nX..\n", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := read(t, c.text).Trees[0]
			line, err := MainLine(root, -1)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, picture(line.Game)); d != "" {
				t.Error(d)
			}
			if b, w := line.Game.Prisoners(board.Black), line.Game.Prisoners(board.White); b != c.black || w != c.white {
				t.Errorf("prisoners %d and %d, want %d and %d", b, w, c.black, c.white)
			}
			possible(t, line.Game)
			again, err := FromGame(line.Game)
			if err != nil {
				t.Fatal(err)
			}
			written, err := MainLine(again, -1)
			if err != nil || picture(written.Game) != c.want {
				t.Errorf("%s is read as\n%s%v", again, picture(written.Game), err)
			}
		})
	}
}
