// Command typescript writes the types of the wire format for the browser. It takes
// the name of the file to write.
package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"

	"rosette/api"
	"rosette/api/correspondence"
	"rosette/api/meet"
	"rosette/api/players"
	"rosette/api/talk"
	"rosette/api/web"
	"rosette/play/view"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "typescript: name the file to write")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], []byte(wire("..")), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "typescript:", err)
		os.Exit(1)
	}
}

// fromServer are the messages that a socket receives, with their kinds.
var fromServer = []struct {
	kind string
	typ  reflect.Type
}{
	{"hello", reflect.TypeFor[api.Hello]()},
	{"joined", reflect.TypeFor[api.Joined]()},
	{view.FrameKind, reflect.TypeFor[view.Frame]()},
	{"reply", reflect.TypeFor[api.Reply]()},
	{"left", reflect.TypeFor[api.Left]()},
	{"waiting", reflect.TypeFor[api.Waiting]()},
	{"presence", reflect.TypeFor[api.Presence]()},
	{talk.ChatKind, reflect.TypeFor[talk.Chat]()},
	{talk.ThereKind, reflect.TypeFor[talk.There]()},
	{talk.MutedKind, reflect.TypeFor[talk.Muted]()},
	{talk.UnreadKind, reflect.TypeFor[talk.Unread]()},
	{"turns", reflect.TypeFor[api.Turns]()},
	{"beat", reflect.TypeFor[api.Beat]()},
	{meet.SaidKind, reflect.TypeFor[meet.Said]()},
}

// bodies are the other types of the API.
var bodies = []reflect.Type{
	reflect.TypeFor[api.Request](), reflect.TypeFor[api.Game](), reflect.TypeFor[api.NewGame](),
	reflect.TypeFor[api.Opened](), reflect.TypeFor[api.GameList](), reflect.TypeFor[api.WaitingGame](), reflect.TypeFor[api.Estimate](),
	reflect.TypeFor[api.Review](), reflect.TypeFor[api.Hint](), reflect.TypeFor[meet.NewOffer](), reflect.TypeFor[meet.OfferList](), reflect.TypeFor[meet.HandOver](), reflect.TypeFor[meet.WatcherLink](),
	reflect.TypeFor[correspondence.Conditional](), reflect.TypeFor[correspondence.Laying](),
	reflect.TypeFor[api.Level](), reflect.TypeFor[api.Ruleset](), reflect.TypeFor[api.BoardInfo](),
	reflect.TypeFor[players.RatingChange](),
	reflect.TypeFor[web.Problem](), reflect.TypeFor[api.Moves](), reflect.TypeFor[view.Line](), reflect.TypeFor[api.GameRecord](),
}

// aliases are written before all types.
const aliases = `// Generated from the Go types by "go generate ./api". Do not edit.

export type Color = 'b' | 'w'
export type Nobody = ''
export type Colors = Color | 'bw' | 'wb' | Nobody
`

// overrides say more about fields than Go does.
func overrides() map[string]string {
	types := map[string]string{
		"Request.kind": "'join' | 'leave' | 'do' | 'say' | 'probe'", "Request.command": "Command",
		"Request.as": "Color", "Request.side": "Color",
		"Joined.seat": "Colors", "Game.seat": "Colors", "Listed.seat": "Colors",
		"Game.frame": "Frame", "Game.weaker": "Color", "Estimate.next": "Color",
		"Moment.color": "Color", "RatingChange.color": "Color", "Moment.kind": "'blunder' | 'mistake' | 'inaccuracy' | 'rosette'", "Review.state": "'none' | 'waiting' | 'running' | 'done'",
		"Offered.color": "Color", "Offered.state": "'open' | 'accepted' | 'withdrawn' | 'declined' | 'expired'", "Offered.kind": "'link' | 'seek' | 'challenge' | 'rematch'",
		"Frame.moves": "Move[] | null", "Player.kind": "'user' | 'guest' | 'bot'",
		"Event.color": "Color", "Event.side": "Color",
		"State.phase": "Phase", "State.toMove": "Color | Nobody", "State.awaits": "Colors", "State.undo": "Colors",
		"State.asked": "Color", "State.pass": "'stops' | 'ends'",
		"ClockState.side": "Color", "Bidding.by": "Color", "Bidding.made": "Colors",
		"Agreement.agreed": "Colors", "Agreement.voided": "Colors", "Mover.b": "Color", "Mover.w": "Color",
		"Position.toMove": "Color", "Position.by": "Color", "Start.next": "Color",
		"Confirmation.color": "Color", "OpenBlock.color": "Color", "Result.winner": "Color | Nobody",
	}
	for _, m := range fromServer {
		types[m.typ.Name()+".kind"] = "'" + m.kind + "'"
	}
	return types
}

// wire returns the file; root is the folder of the module.
func wire(root string) string {
	g := generator{source: source{root: root, packages: map[string]map[string]*typeSource{}}, overrides: overrides()}
	all, names := bodies, []string{}
	for _, m := range fromServer {
		all, names = append(all, m.typ), append(names, m.typ.Name())
	}
	types := g.generate(all...)
	return aliases +
		"export type Move = [Color, string]\n" +
		"export type Phase = " + union(g.source.constants("play", "Phase")) + "\n" +
		"export type Command = " + union(api.Commands()) + "\n" +
		"export type ServerMessage = " + strings.Join(names, " | ") + "\n" + types
}
