package page

// A lesson is one task in the course as written. Black is to play. All claims in a lesson are
// actually played, so it cannot contradict the rules. Its texts are learn.ID.title, .text, and for
// each part .task, .hint and .done; the texts for a second part end in .then.
type lesson struct {
	scene // with Turns made before Black's first
	Parts []lessonPart
}

// A lessonPart asks for one play, a pass, or dead stones.
type lessonPart struct {
	Dead    string    // a stone in the chain to mark as dead, instead of a play; then no other field is used
	Right   string    // points that solve it, or "any", or "pass"
	Reply   string    // White's answer: the first legal move among these
	Letters string    // on the resulting position
	Count   bool      // count the final position
	Wrong   []mistake // the first entry with the point applies
}

// A mistake is a wrong play and the reason: the text learn.ID.wrong.SAY. Without points it applies
// to all other legal points.
type mistake struct {
	Points, Say string
	Reply       string // White's refutation
}

// deadGame is a game with one dead stone.
const deadGame = `b B4, w B5, b C4, w C5, b D4, w D5, b A4, w A5, b B3, w C7, b D2, w B1, b pass, w pass`

// lessons is the course in order.
var lessons = []lesson{
	{scene{ID: "corners", Board: "rosette-2", Start: `
		  . . . . .
		. . . O X . .
		. . . . . . .
		  . . . . .`}, []lessonPart{
		{Right: "any", Reply: "B4 C3 B5"},
	}},
	{scene{ID: "chains", Board: "rosette-2", Start: `
		  . . . . O
		. X X . X X .
		. . O . . . .
		  . . . O .`}, []lessonPart{
		{Right: "C4", Letters: "1 C1, 2 D2, 3 D4, 4 B5, 5 C7", Wrong: []mistake{
			{Points: "C1 D2 B5 C7", Say: "one"},
			{Say: "none"},
		}},
	}},
	{scene{ID: "capture", Board: "rosette-2", Atari: true, Start: `
		  . O . . .
		. . O . X . .
		. . X O O . .
		  . . X . .`}, []lessonPart{
		{Right: "B6", Wrong: []mistake{{Say: "other", Reply: "B6"}}},
	}},
	{scene{ID: "suicide", Board: "rosette-2", Letters: "A D2, B B7", Start: `
		  . O . . .
		. O . . . X O
		. . . . . O .
		  . . X . .`}, []lessonPart{
		{Right: "B7", Wrong: []mistake{
			{Points: "D2", Say: "none"},
			{Say: "other"},
		}},
	}},
	{scene{ID: "rosette", Board: "rosette-3", Atari: true, Start: `
		    . . . . X . .
		  . . . . O . . . .
		. . . O . X X O . . .
		. . . O X X X O . . .
		  . X . . O . . . .
		    . . . . . . .`}, []lessonPart{
		{Right: "D5", Wrong: []mistake{{Say: "other", Reply: "D5"}}},
	}},
	{scene{ID: "saves", Board: "rosette-2", Atari: true, Start: `
		  O O X O O
		. O . X O O .
		. X X X . . .
		  X X X . .`}, []lessonPart{
		{Right: "C3", Wrong: []mistake{{Say: "other", Reply: "C3"}}},
	}},
	{scene{ID: "eyes", Board: "rosette-2", Letters: "A A2, B B4", Start: `
		  O O O O O
		O O X X X O O
		O O X . X O O
		  . O O O O`}, []lessonPart{
		{Right: "B4", Reply: "pass", Wrong: []mistake{{Points: "A2", Say: "suicide"}}},
		{Right: "A2"},
	}},
	{scene{ID: "ko", Board: "rosette-2", Turns: "w C4", Start: `
		  . . X . .
		. O X . X . X
		. . O O . O O
		  . . O O .`}, []lessonPart{
		{Right: "B5", Reply: "A6", Wrong: []mistake{
			{Points: "C3", Say: "back"},
			{Say: "other", Reply: "C3"},
		}},
		{Right: "C3", Wrong: []mistake{{Say: "then", Reply: "C3"}}},
	}},
	{scene{ID: "count", Board: "rosette-2", Rules: `{"preset":"mindsports-chinese","komi":0.5}`, Start: `
		  X . O O O
		. X X O O O .
		. X X X O O .
		  X X X X O`}, []lessonPart{
		{Right: "D3", Wrong: []mistake{{Say: "other", Reply: "D3"}}},
		{Right: "pass", Reply: "pass", Count: true, Wrong: []mistake{
			{Points: "B1 C1", Say: "own"},
			{Points: "B7 C7", Say: "inside", Reply: "B7 C7"},
		}},
	}},
	{scene{ID: "live", Board: "rosette-2", Letters: "A D3, B D5", Start: `
		  X . . . X
		O X X X X X O
		O O O O O O O
		  . . . . .`}, []lessonPart{
		{Right: "D4", Wrong: []mistake{{Say: "other", Reply: "D4"}}},
	}},
	{scene{ID: "dead", Board: "rosette-2", Rules: `{"preset":"mindsports-chinese","komi":0.5}`, Turns: deadGame}, []lessonPart{
		{Dead: "B1"},
	}},
}
