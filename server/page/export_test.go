package page

// Exported for tests that compare pages with them.
type Diagram = diagram

var (
	KomiBoards   = komiBoards
	Guessers     = guessers
	Scenes       = scenes
	Carried      = carried
	Figured      = figured
	Known        = (*komiResult).known
	MissingWords = missingWords
)
