package stream

import (
	"encoding/json"
	"strings"

	"rosette/game/board"
	"rosette/game/life"
	"rosette/play/view"
	"rosette/server/http/lobby"
	"rosette/server/http/match"
)

// Types of lines.
const (
	typeGameStart         = "gameStart"
	typeGameFinish        = "gameFinish"
	typeChallenge         = "challenge"
	typeChallengeCanceled = "challengeCanceled"
	typeChallengeDeclined = "challengeDeclined"
	typeGameFull          = "gameFull"
	typeGameState         = "gameState"
	typeChatLine          = "chatLine"
	typeOpponentGone      = "opponentGone"
)

// A GameEvent says that a game of the client has begun or ended.
type GameEvent struct {
	Type string    `json:"type" doc:"gameStart or gameFinish"`
	At   int64     `json:"at" doc:"Milliseconds since 1970. As after it continues the stream"`
	Game GameBrief `json:"game"`
}

// A GameBrief is a game in an event.
type GameBrief struct {
	ID       string       `json:"id"`
	Seat     string       `json:"seat" doc:"The client's colours now: b, w or bw"`
	Opponent *view.Player `json:"opponent,omitempty"`
	Board    string       `json:"board"`
	Rules    string       `json:"rules"`
	Clock    string       `json:"clock"`
	Rated    bool         `json:"rated,omitempty"`
	MyTurn   bool         `json:"myTurn,omitempty" doc:"The game waits for the client"`
	Last     string       `json:"last,omitempty" doc:"The last move"`
	Ply      int          `json:"ply"`
	Result   *view.Result `json:"result,omitempty" doc:"Of a game that has ended"`
}

// A ChallengeEvent is an offer that the client has made or is asked in, and what has
// become of it. One that was accepted is a gameStart.
type ChallengeEvent struct {
	Type      string          `json:"type" doc:"challenge, challengeCanceled (withdrawn or expired) or challengeDeclined"`
	At        int64           `json:"at"`
	Challenge lobby.OfferView `json:"challenge" doc:"asked is true if the client may accept it, mine if the client has made it"`
}

// A GameFull is a game as it stands, the first line of its stream.
type GameFull struct {
	Type       string     `json:"type" doc:"gameFull"`
	ID         string     `json:"id"`
	Seats      view.Seats `json:"seats" doc:"By the colours of the opening; state.swapped exchanges them"`
	Seat       string     `json:"seat" doc:"The client's colours of the opening: b, w, bw or empty"`
	Board      string     `json:"board"`
	Points     []string   `json:"points" doc:"The names of all points, in the order of state.stones"`
	Lines      [][2]int   `json:"lines" doc:"Pairs of neighbours, by their places in points"`
	Rules      string     `json:"rules"`
	Ending     string     `json:"ending" doc:"How the end of play is decided"`
	KomiBy     string     `json:"komiBy,omitempty"`
	Handicap   int        `json:"handicap,omitempty"`
	Weaker     string     `json:"weaker,omitempty" doc:"Whose handicap it is"`
	Clock      string     `json:"clock"`
	Rated      bool       `json:"rated,omitempty"`
	Visibility string     `json:"visibility"`
	State      GameState  `json:"state"`
}

// A GameState is the position after an event. Colours are b and w, and empty for nobody.
type GameState struct {
	Type      string               `json:"type" doc:"gameState"`
	Seq       int                  `json:"seq" doc:"Number of the last event. As after it continues the stream, and makes a command refer to this position"`
	Seat      string               `json:"seat" doc:"The client's colours now: b, w, bw or empty"`
	Phase     string               `json:"phase" doc:"komi, handicap, play, agreement (on dead stones), turn, confirmation or over"`
	Moves     []view.Move          `json:"moves" doc:"All moves: a colour, and the name of a point or pass"`
	Stones    string               `json:"stones" doc:"b, w or . for each point"`
	ToMove    string               `json:"toMove"`
	Awaits    string               `json:"awaits" doc:"Who must act: b, w, bw or empty"`
	Komi      float64              `json:"komi"`
	Start     *view.Setup          `json:"start,omitempty" doc:"Handicap stones"`
	ToPlace   int                  `json:"toPlace,omitempty" doc:"Handicap stones that are to be placed"`
	Swapped   bool                 `json:"swapped,omitempty"`
	Illegal   map[string]string    `json:"illegal,omitempty" doc:"Empty points where the player to move may not play, and why"`
	Pass      string               `json:"pass,omitempty" doc:"What a pass would do: stops play, or ends the game"`
	Prisoners view.Prisoners       `json:"prisoners"`
	Clock     *view.ClockState     `json:"clock,omitempty"`
	Bidding   *view.Bidding        `json:"bidding,omitempty"`
	Dead      []string             `json:"dead,omitempty" doc:"Stones marked as dead, or agreed to be at the end"`
	Unsure    []string             `json:"unsure,omitempty" doc:"Stones of chains that the server has not judged"`
	Pending   []life.PendingRegion `json:"pending,omitempty" doc:"Regions in which a move is worth points, so that the game is not over"`
	Proposed  bool                 `json:"proposed,omitempty" doc:"Dead stones have been proposed or marked"`
	Agreed    string               `json:"agreed,omitempty" doc:"Who agrees with the marking"`
	Request   *view.Question       `json:"request,omitempty" doc:"What a player has asked: undo, pause, continue or aid"`
	Abortable bool                 `json:"abortable,omitempty"`
	Paused    int64                `json:"paused,omitempty"`
	Starts    int64                `json:"starts,omitempty" doc:"Until then who must act makes a first move, else the game is aborted"`
	Result    *view.Result         `json:"result,omitempty"`
	Score     *view.Score          `json:"score,omitempty"`
}

// A GameLine is a line of the chat of the game. One that comes twice, with the same room
// and number, was hidden by a moderator.
type GameLine struct {
	Type     string `json:"type" doc:"chatLine"`
	Room     string `json:"room" doc:"players or watchers"`
	Number   int    `json:"number"`
	Username string `json:"username"`
	Seat     string `json:"seat,omitempty"`
	Text     string `json:"text"`
	Hidden   bool   `json:"hidden,omitempty"`
	At       int64  `json:"at"`
}

// OpponentGone says whether the opponent has a connection.
type OpponentGone struct {
	Type  string `json:"type" doc:"opponentGone"`
	Gone  bool   `json:"gone"`
	Claim int    `json:"claimWinInSeconds,omitempty" doc:"After which the client may claim the game, by the command claim; absent if it may not"`
}

// briefOf returns a game in an event.
func briefOf(g match.Game, f view.Frame) GameBrief {
	seat := present(g.Seat, f.State.Swapped)
	b := GameBrief{
		ID: g.ID, Seat: seat, Board: g.Board.Name, Rules: g.Rules, Clock: g.Clock, Rated: g.Rated,
		MyTurn: strings.ContainsAny(seat, f.State.Awaits), Last: f.State.Last, Ply: f.State.Ply, Result: f.State.Result,
	}
	switch g.Seat { // the seats are by the colours of the opening
	case "b":
		b.Opponent = &g.Seats.White
	case "w":
		b.Opponent = &g.Seats.Black
	}
	return b
}

// present returns colours of the opening as they are now.
func present(seat string, swapped bool) string {
	if other, ok := map[string]string{"b": "w", "w": "b"}[seat]; ok && swapped {
		return other
	}
	return seat
}

// stateOf returns the position of a frame of a whole match, for a client with a seat of the
// opening.
func stateOf(f view.Frame, points []string, seat string) GameState {
	s := f.State
	g := GameState{
		Type: typeGameState, Seq: f.Seq, Seat: present(seat, s.Swapped), Phase: s.Phase, Moves: f.Moves, Stones: s.Stones, ToMove: s.ToMove, Awaits: s.Awaits,
		Komi: s.Komi, Start: s.Start, ToPlace: s.ToPlace, Swapped: s.Swapped, Illegal: s.Illegal, Pass: s.Pass, Prisoners: s.Prisoners,
		Clock: s.Clock, Bidding: s.Bidding, Dead: named(points, s.Dead), Request: s.Request,
		Abortable: s.Abortable, Paused: s.Paused, Starts: s.Starts, Result: s.Result, Score: s.Score,
	}
	if s.Agreement != nil {
		g.Unsure, g.Pending = named(points, s.Agreement.Unsure), s.Agreement.Pending
		g.Proposed, g.Agreed = s.Agreement.Proposed, s.Agreement.Agreed
	}
	return g
}

// named returns the names of points.
func named(names []string, points []board.Point) (all []string) {
	for _, p := range points {
		all = append(all, names[p])
	}
	return all
}

// fullOf returns a game as it stands.
func fullOf(g match.Game, f view.Frame) GameFull {
	full := GameFull{
		Type: typeGameFull, ID: g.ID, Seats: g.Seats, Seat: g.Seat, Board: g.Board.Name, Points: g.Board.Names, Lines: [][2]int{},
		Rules: g.Rules, Ending: g.Ending, KomiBy: g.KomiBy, Handicap: g.Handicap, Weaker: g.Weaker, Clock: g.Clock,
		Rated: g.Rated, Visibility: g.Visibility, State: stateOf(f, g.Board.Names, g.Seat),
	}
	for _, line := range g.Board.Lines {
		full.Lines = append(full.Lines, [2]int{int(line[0]), int(line[1])})
	}
	return full
}

// frameOf reads a frame.
func frameOf(data []byte) (f view.Frame, err error) {
	err = json.Unmarshal(data, &f)
	return f, err
}
