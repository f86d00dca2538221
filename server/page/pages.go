package page

import (
	"embed"
	"io/fs"
	"log/slog"
	"strings"

	"rosette/server/http/web"
	"rosette/server/page/shell"
)

//go:embed template
var pageFiles embed.FS

// kinds lists all pages.
var kinds = []shell.Kind{
	{
		Name: "home", Path: "/",
		Areas: strings.Fields("shell home page board clock level lobby opponent ruleset"),
		Live:  true,
	},
	{
		Name: "newgame", Path: "/new",
		Areas: strings.Fields("shell newgame page form board clock color level lobby opponent privacy rating ruleset"),
	},
	{
		Name: "returning", Path: "/",
		Areas: strings.Fields("shell home page board clock color lobby opponent rating ruleset chat correspondence"),
		Live:  true,
	},
	{
		Name: "lobby/lobby", Path: "/lobby",
		Areas: strings.Fields("shell lobby page board clock opponent rating ruleset"), Live: true,
	},
	{Name: "lobby/watcher", Areas: strings.Fields("shell privacy")},
	{Name: "lobby/device", Areas: strings.Fields("shell lobby")},
	{
		Name:  "lobby/invitation",
		Areas: strings.Fields("shell lobby page privacy match board clock color level opponent ruleset"), Live: true,
	},
	{Name: "match/game", Areas: strings.Fields("shell coach correspondence how match privacy ui"), Live: true},
	{Name: "learn", Path: "/learn", Areas: strings.Fields("shell learn color"), Start: "learn"},
	{
		Name: "record", Path: "/record", Areas: strings.Fields("shell color editor record review ruleset ui"),
		Policy: web.Policy{WebAssembly: true},
	},
	{Name: "rules", Path: "/rules", Areas: strings.Fields("shell rules"), Start: "rules"},
	{Name: "komi", Path: "/komi", Areas: strings.Fields("shell komi"), Start: "found"},
	{Name: "settings", Path: "/settings", Areas: strings.Fields("shell settings notice")},
	{Name: "account/register", Path: "/register", Areas: strings.Fields("shell account")},
	{Name: "account/sign-in", Path: "/sign-in", Areas: strings.Fields("shell account mail")},
	{Name: "account/confirm", Areas: strings.Fields("shell account")},
	{Name: "account/account", Path: "/account", Areas: strings.Fields("shell account bot correspondence mail")},
	{Name: "account/mail", Areas: strings.Fields("shell account mail")},
	{
		Name:  "account/profile",
		Areas: strings.Fields("shell account correspondence lobby rating clock color home ruleset chat"),
	},
	{Name: "api", Path: "/api", Areas: strings.Fields("shell page")},
	{Name: "rating/players", Path: "/players", Areas: strings.Fields("shell rating clock ruleset lobby")},
	{
		Name: "rating/watch", Path: "/watch", Areas: strings.Fields("shell rating clock color home lobby"),
		Live: true,
	},
	{
		Name: "chat/community", Path: "/community", Areas: strings.Fields("shell chat rating clock ruleset lobby"),
		Live: true,
	},
	{Name: "operator", Areas: strings.Fields("shell")},
	{Name: "chat/rooms", Path: "/rooms", Areas: strings.Fields("shell chat refusal moderation")},
	{Name: "chat/room", Areas: strings.Fields("shell chat refusal"), Live: true},
	{Name: "chat/messages", Path: "/messages", Areas: strings.Fields("shell chat refusal")},
	{Name: "moderation/report", Areas: strings.Fields("shell moderation refusal")},
	{Name: "moderation/admin", Path: "/admin", Areas: strings.Fields("shell moderation chat")},
	{Name: "chat/conversation", Areas: strings.Fields("shell chat refusal"), Live: true},
	{Name: "error", Areas: strings.Fields("shell api privacy")},
}

// sections lists the links in the bar, in order.
var sections = []shell.Section{
	{Name: "play", Path: "/"},
	{Name: "learn", Path: "/learn"},
	{Name: "watch", Path: "/watch"},
	{Name: "community", Path: "/community"},
	{Name: "library", Path: "/record"},
}

// NewShell returns the shell for all pages.
func NewShell(shared *web.Server, log *slog.Logger) *shell.Shell {
	templates, err := fs.Sub(pageFiles, "template")
	shell.Must(err)
	return shell.New(shell.Options{
		Web: shared, Templates: templates,
		Parts: []string{
			"shell.html", "icons.html", "board.html", "chapters.html", "rating/ratings.html", "fields.html",
			"games.html", "chat/lines.html",
		},
		Kinds: kinds, Sections: sections, Log: log,
	})
}
