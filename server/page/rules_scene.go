package page

// A scene is the source of a diagram on the rules page. Its moves are played on a real board, so no
// diagram can contradict the rules.
type scene struct {
	ID      string
	Board   string
	Rules   string // a preset's name or JSON; "" means mindsports-chinese
	Start   string // X Black, O White, . empty, row by row from the top; "" means an empty board
	Turns   string // such as "b C4, w C3!, b pass"; ! marks an illegal play
	Letters string // such as "a C4, b C3": letters on points at the start
	Atari   bool   // mark the stones in atari
	Names   bool   // show the coordinates
	Count   bool   // the turns are a whole game: at the end mark each point's owner
	Dead    string // points of dead chains, which are removed before counting
}

// scenes are the diagrams on the page, by section.
var scenes = []scene{
	{ID: "board", Board: "rosette-5", Names: true},
	{ID: "names", Board: "rosette-2", Names: true, Start: `
		  . . . . .
		. . . . X . .
		. . . . . . .
		  X . . . .`, Letters: "a C4, b C6, c B5, d B2, e A3"},
	{ID: "turn", Board: "rosette-3", Turns: "b D6, w C6, b C5, w D7, b D5"},
	{ID: "chain", Board: "rosette-2", Start: `
		  . . . . .
		. O X X . . .
		. . X . O O .
		  . . . . .`, Letters: "a D4, b C5, c B2, d B4"},
	{ID: "capture", Board: "rosette-2", Atari: true, Start: `
		  . . . . .
		. . X O X . .
		. . . . . . .
		  . . X O O`, Turns: "b D4, w B6"},
	{ID: "suicide", Board: "rosette-2", Start: `
		  . . . . .
		. . . . . . X
		. O . . . X .
		  X . X . .`, Turns: "w B7!, w A3"},
	{ID: "rosette", Board: "rosette-2", Atari: true, Start: `
		  . . . . .
		. O X . X O .
		. O X X X O .
		  . . O . .`, Turns: "b C4, w D4"},
	{ID: "joined", Board: "rosette-2", Atari: true, Start: `
		  O O X O O
		. O . X O O .
		. X X X . . .
		  X X X . .`, Turns: "b C3, w B5"},
	{ID: "allowed", Board: "rosette-2", Atari: true, Start: `
		  . . O . .
		. O X X X O .
		. O X . X O .
		  . . O . .`, Turns: "b B4"},
	{ID: "forbidden", Board: "rosette-2", Rules: `{"libertylessRosette":"forbid"}`, Atari: true, Start: `
		  . . O . .
		. O X X X O .
		. O X . X O .
		  . . O . .`, Turns: "b B4!"},
	{ID: "ko", Board: "rosette-2", Start: `
		  . . O . .
		. X O . O . .
		. . X . . . .
		  . . . . .`, Turns: "b C4, w C3!, w A3, b A4, w C3"},
	{
		ID: "superko", Board: "square-4", Rules: "tromp-taylor",
		Turns: "b A2, w B1, b B2, w C2, b B3, w D1, b A3, w A1, b C1, w B1!",
	},
	{ID: "eyes", Board: "rosette-2", Start: `
		  . X . X X
		O X X X X X O
		O O O O O O O
		  . . . . .`, Turns: "w D2!, w D4!"},
	{ID: "fake", Board: "rosette-2", Start: `
		  X X X X X
		X X . . . X X
		X X . . . X X
		  . X X X X`, Turns: "w C3, w C4, w C5, w B3, w B5, w B4, w A2"},
	{ID: "seki", Board: "rosette-1", Start: `
		X . O
		X . O`, Turns: "b B2, w A2"},
	{
		ID: "count", Board: "rosette-2",
		Turns: "b B4, w B5, b C4, w C5, b D4, w D5, b A4, w A5, b B3, w D3, b D2, w B1, b pass, w pass",
		Dead:  "B1", Count: true,
	},
	{ID: "teire", Board: "rosette-3", Atari: true, Start: `
		    O X X X X X X
		  O O O X X X X X X
		O O O O X . X X X X X
		O O O O . O X X X X X
		  O O O O O X X X X
		    O O O . X X X`, Turns: "b A6, w C5, b D6"},
	{ID: "handicap", Board: "rosette-3", Start: `
		    . . . . . . .
		  . . . . . . . . .
		. . . . . . X . . . .
		. . . . X . . . . . .
		  . . . . . . . . .
		    . . . . . . .`, Turns: "w C6"},
}
