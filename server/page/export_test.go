package page

// What tests of pages that a browser reads compare them with.
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
