// Package rosette is the plan of the house.
//
// Rosette is Go on the corners of a honeycomb, where a chain that holds a
// rosette, six stones around one hexagon, can never be captured. The program is
// laid out so that its folders tell what it does:
//
//	game       a legal game: rules, repetition, end, score
//	  board    the ground: graph of points, stones, chains, captures
//	  life     which chains live, and how, and which are dead
//	  sgf      game records: grammar, properties, replay
//	draw       a position as text, SVG and PNG
//	engine     the shared words of thinking
//	  playout  an evaluator that plays on to the end, half at random
//	  shape    what the stones around a point make a move there worth
//	  neural   an evaluator that has learned: features, weights, network
//	  search   looking ahead: the tree
//	  bot      a player: time, resignation, passing, strength
//	  solve    exact answers: small boards, chains, puzzles
//	  review   looking back on a game: what each move cost
//	  arena    matches between programs, ratings, fair komi
//	  train    teaches networks; learn is the trainer, in Python
//	play       a match told as events: commands in, events out
//	  clock    time controls; never asks what time it is
//	  table    hosts live matches: one goroutine each
//	  seat     lets a program sit at a table
//	protocol
//	  gtp      Go Text Protocol, both ends
//	  analysis positions in, opinions out, as JSON lines
//	store      remembers: memory, SQLite
//	bus        tells whoever watches
//	golden     what tests expect, kept in files
//	i18n       what people read, in four languages
//	web        pages and the event stream; ui is the browser's half
//	cmd        rosette, the program: wiring lives only here
//
// Data flows down and imports point inward: one foundation, game, carries two
// towers, engine and play, which never meet but in cmd. The law of who may
// import whom stands in imports_test.go, and a test enforces it. The reasons are
// in docs/decisions, the rules of the game in docs/rules.
package rosette
