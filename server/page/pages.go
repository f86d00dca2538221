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

// kinds are all pages.
var kinds = []shell.Kind{
	{Name: "home", Path: "/", Areas: strings.Fields("shell home page form board clock color level lobby opponent privacy rating ruleset")},
	{Name: "lobby", Path: "/lobby", Areas: strings.Fields("shell lobby page board clock ruleset")},
	{Name: "invited", Areas: strings.Fields("shell privacy")},
	{Name: "take", Areas: strings.Fields("shell lobby")},
	{Name: "invitation", Areas: strings.Fields("shell lobby page privacy table board clock color ruleset")},
	{Name: "game", Areas: strings.Fields("shell coach correspondence how meeting privacy table ui")},
	{Name: "learn", Path: "/learn", Areas: strings.Fields("shell learn color"), Start: "learn"},
	{Name: "record", Path: "/record", Areas: strings.Fields("shell record ui color")},
	{Name: "rules", Path: "/rules", Areas: strings.Fields("shell rules"), Start: "rules"},
	{Name: "komi", Path: "/komi", Areas: strings.Fields("shell komi"), Start: "found"},
	{Name: "settings", Path: "/settings", Areas: strings.Fields("shell settings notice")},
	{Name: "register", Path: "/register", Areas: strings.Fields("shell account")},
	{Name: "sign-in", Path: "/sign-in", Areas: strings.Fields("shell account mail")},
	{Name: "confirm", Areas: strings.Fields("shell account")},
	{Name: "account", Path: "/account", Areas: strings.Fields("shell account bot correspondence mail")},
	{Name: "mail", Areas: strings.Fields("shell account mail")},
	{Name: "person", Areas: strings.Fields("shell account correspondence lobby rating clock color home ruleset talk")},
	{Name: "api", Path: "/api", Areas: strings.Fields("shell page")},
	{Name: "players", Path: "/players", Areas: strings.Fields("shell rating clock ruleset")},
	{Name: "watch", Path: "/watch", Areas: strings.Fields("shell rating clock color home")},
	{Name: "operator", Areas: strings.Fields("shell")},
	{Name: "rooms", Path: "/rooms", Areas: strings.Fields("shell room talk refusal moderation")},
	{Name: "room", Areas: strings.Fields("shell room talk refusal")},
	{Name: "messages", Path: "/messages", Areas: strings.Fields("shell room talk refusal")},
	{Name: "report", Areas: strings.Fields("shell moderation refusal")},
	{Name: "admin", Path: "/admin", Areas: strings.Fields("shell moderation room")},
	{Name: "conversation", Areas: strings.Fields("shell room talk refusal")},
	{Name: "error", Areas: strings.Fields("shell api privacy")},
}

// sections are the links of the bar in order. A page takes its row when it exists.
var sections = []shell.Section{
	{Name: "play", Path: "/"},
	{Name: "lobby", Path: "/lobby"},
	{Name: "rooms", Path: "/rooms"},
	{Name: "learn", Path: "/learn"},
	{Name: "record", Path: "/record"},
	{Name: "rules", Path: "/rules"},
}

// NewShell returns what the pages share, with the table of all pages.
func NewShell(shared *web.Server, log *slog.Logger) *shell.Shell {
	templates, err := fs.Sub(pageFiles, "template")
	shell.Must(err)
	return shell.New(shell.Options{
		Web: shared, Templates: templates, Parts: []string{"shell.html", "icons.html", "law.html", "ratings.html", "fields.html", "games.html", "talk.html"},
		Kinds: kinds, Sections: sections, Log: log,
	})
}
