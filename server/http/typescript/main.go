// Command typescript writes the types for the wire format and the editor as TypeScript for
// the browser. Its argument is the output folder.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"rosette/play/view"
	"rosette/server/http/correspondence"
	"rosette/server/http/lobby"
	"rosette/server/http/match"
	"rosette/server/http/notice"
	"rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	service "rosette/server/match"
	"rosette/study/editor"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "typescript: missing the name of the output folder")
		os.Exit(2)
	}
	for name, text := range files("../../..") {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "typescript:", err)
			os.Exit(1)
		}
	}
}

// files returns the output files by name. root is the module's folder.
func files(root string) map[string]string {
	wire := newGenerator(root, overrides())
	text := declarations(&wire)
	return map[string]string{"wire.ts": text, "editor.ts": editorTypes(root, wire.done)}
}

func newGenerator(root string, overrides map[string]string) generator {
	return generator{source: source{root: root, packages: map[string]map[string]*typeSource{}}, overrides: overrides}
}

// editorTypes returns the types for the editor in the browser, which share those in elsewhere.
func editorTypes(root string, elsewhere map[reflect.Type]bool) string {
	g := newGenerator(root, editorOverrides())
	g.elsewhere = elsewhere
	types := g.generate(reflect.TypeFor[editor.Request](), reflect.TypeFor[editor.Response]())
	names := slices.Sorted(maps.Keys(g.imported))
	return generated + "\nimport type { Color, Nobody, " + strings.Join(names, ", ") + " } from './wire'\n" + types
}

// fromServer lists the messages from the server on a socket, with their kinds.
var fromServer = []struct {
	kind string
	typ  reflect.Type
}{
	{"hello", reflect.TypeFor[wire.Hello]()},
	{"joined", reflect.TypeFor[wire.TopicJoined]()},
	{view.FrameKind, reflect.TypeFor[view.Frame]()},
	{"reply", reflect.TypeFor[wire.Reply]()},
	{"left", reflect.TypeFor[wire.TopicLeft]()},
	{"waiting", reflect.TypeFor[wire.QueuePlace]()},
	{"presence", reflect.TypeFor[wire.Presence]()},
	{wire.ChatKind, reflect.TypeFor[wire.Chat]()},
	{wire.RoomPresenceKind, reflect.TypeFor[wire.RoomPresence]()},
	{wire.MuteKind, reflect.TypeFor[wire.Mute]()},
	{wire.UnreadKind, reflect.TypeFor[wire.UnreadCount]()},
	{"turns", reflect.TypeFor[wire.Turns]()},
	{"beat", reflect.TypeFor[wire.Beat]()},
	{wire.OffersKind, reflect.TypeFor[wire.OffersMessage]()},
}

// bodies lists the other types in the API.
var bodies = []reflect.Type{
	reflect.TypeFor[wire.Request](), reflect.TypeFor[match.Game](), reflect.TypeFor[wire.NewGame](),
	reflect.TypeFor[wire.OpenedGame](), reflect.TypeFor[match.GameList](), reflect.TypeFor[match.WaitingGame](),
	reflect.TypeFor[notice.Counts](), reflect.TypeFor[match.Estimate](),
	reflect.TypeFor[match.Review](), reflect.TypeFor[match.Hint](), reflect.TypeFor[match.Advice](),
	reflect.TypeFor[match.LineReply](), reflect.TypeFor[lobby.NewOffer](),
	reflect.TypeFor[lobby.OfferList](), reflect.TypeFor[lobby.HandOver](), reflect.TypeFor[lobby.WatcherLink](),
	reflect.TypeFor[correspondence.PlanView](), reflect.TypeFor[correspondence.NewPlan](),
	reflect.TypeFor[match.Level](), reflect.TypeFor[match.Ruleset](), reflect.TypeFor[match.BoardInfo](),
	reflect.TypeFor[rating.RatingChange](),
	reflect.TypeFor[web.Problem](), reflect.TypeFor[match.Moves](), reflect.TypeFor[view.Line](),
	reflect.TypeFor[match.GameRecord](),
}

const generated = `// Generated from the Go types by "go generate ./server/http/match". Do not edit.
`

// aliases comes before all types.
const aliases = generated + `
export type Color = 'b' | 'w'
export type Nobody = ''
export type Colors = Color | 'bw' | 'wb' | Nobody
`

// overrides returns TypeScript types that are more precise than some Go types.
func overrides() map[string]string {
	types := map[string]string{
		"Request.kind": "'join' | 'leave' | 'do' | 'say' | 'probe'", "Request.command": "Command",
		"Request.as": "Color", "Request.side": "Color",
		"TopicJoined.seat": "Colors", "Game.seat": "Colors", "GameSummary.seat": "Colors",
		"Game.frame": "Frame", "Game.weaker": "Color", "Estimate.next": "Color",
		"Moment.color": "Color", "RatingChange.color": "Color",
		"Moment.kind":     "'blunder' | 'mistake' | 'inaccuracy' | 'rosette'",
		"Review.state":    "'none' | 'waiting' | 'running' | 'done'",
		"OfferView.color": "Color", "OfferView.state": "'open' | 'accepted' | 'withdrawn' | 'declined' | 'expired'",
		"OfferView.kind": "'link' | 'seek' | 'challenge' | 'rematch'",
		"Frame.moves":    "Move[] | null", "Player.kind": "'user' | 'guest' | 'bot'",
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

// editorOverrides is like overrides, for the editor's types.
func editorOverrides() map[string]string {
	return map[string]string{
		"Request.file": "string", "Request.color": "Color | Nobody",
		"Request.format":        "'sgf' | 'viewer' | 'html' | 'svg' | 'chapter' | 'branch'",
		"NodeState.color":       "Color",
		"NodeState.annotations": "Partial<Record<Annotation, number>>",
		"ChildEntry.color":      "Color", "TreeNode.color": "Color", "BinEntry.color": "Color",
		"LineStart.next": "Color",
		"Fault.grade":    "'note' | 'warning' | 'error'",
	}
}

// declarations returns the wire format's types.
func declarations(g *generator) string {
	all, names := bodies, []string{}
	for _, m := range fromServer {
		all, names = append(all, m.typ), append(names, m.typ.Name())
	}
	types := g.generate(all...)
	return aliases +
		"export type Move = [Color, string]\n" +
		"export type Phase = " + union(g.source.constants("play", "Phase")) + "\n" +
		"export type Command = " + union(service.Commands()) + "\n" +
		"export type ServerMessage = " + strings.Join(names, " | ") + "\n" + types
}
