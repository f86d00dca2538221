package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf/charset"
	"rosette/i18n"
	"rosette/solve/puzzle"
	"rosette/terminal"
)

// completions are the shell completions for flags that mean the same in every command.
var completions = map[string]cobra.CompletionFunc{
	"board": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for n := 1; n <= board.MaxBase; n++ {
			names = append(names, board.Rosette(n).Name())
		}
		return append(names, "square-9", "square-13", "square-19"), cobra.ShellCompDirectiveDefault
	},
	"charset": cobra.FixedCompletions(charset.Names(),
		cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder),
	"as":      cobra.FixedCompletions([]cobra.Completion{katagoName}, cobra.ShellCompDirectiveNoFileComp),
	"network": cobra.FixedCompletions([]cobra.Completion{"rnet"}, cobra.ShellCompDirectiveFilterFileExt),
	"rules":   cobra.FixedCompletions(game.Presets(), cobra.ShellCompDirectiveNoFileComp),
	"level": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, l := range engine.Levels {
			names = append(names, cobra.CompletionWithDesc(l.Name, i18n.T("en", "level."+l.Name+".title", nil)))
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	},
}

// flagValues are the shell completions for flags that take one of a few words. The key is the
// command's path below rosette and the flag's name.
var flagValues = map[string]func() []string{
	"play --color":             oneOf("black", "white"),
	"play --komi-by":           oneOf("divide", "open", "secret"),
	"play --lang":              terminal.Languages,
	"serve --log-format":       oneOf("text", "json"),
	"serve --log-level":        oneOf("debug", "info", "warn", "error"),
	"serve --rate-one-address": oneOf("yes", "no"),
	"serve --workers":          oneOf(autoWorkers),
	"bridge --rules":           game.Presets,
	"bridge --speed":           oneOf("blitz", "live", "correspondence", "none"),
	"puzzle list --theme":      puzzleThemes,
	"puzzle make --theme":      puzzleThemes,
	"sgf render --format":      oneOf("svg", "png"),
	"sgf render --theme":       pictureThemes,
	"lab network eval --theme": pictureThemes,
	"lab storm chart --curve":  oneOf("games", "spectators", "history"),
}

// argumentValues are the completions for arguments, by the command's path. Each function gets the
// number of arguments before the one to complete.
var argumentValues = map[string]func(n int) ([]string, cobra.ShellCompDirective){
	"admin role":         second("player", "moderator", "admin"),
	"admin close-report": second("acted", "dismissed"),
	"match":              playerOrFile(0, levelPlayers()...),
	"ladder":             playerOrFile(0, levelPlayers()...),
	"lab trial":          playerOrFile(0, "playouts"),
	"lab exam sit":       playerOrFile(1, append(levelPlayers(), "playouts")...),
}

// completeValues registers the completions in flagValues and argumentValues.
func completeValues(root *cobra.Command) {
	for key, values := range flagValues {
		path, flag, _ := strings.Cut(key, " --")
		complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return values(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		}
		if err := commandAt(root, path).RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(fmt.Sprintf("%s: %v", key, err))
		}
	}
	for path, values := range argumentValues {
		complete := func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return values(len(args))
		}
		commandAt(root, path).ValidArgsFunction = complete
	}
}

// commandAt returns the command at a path below root. It panics if there is none.
func commandAt(root *cobra.Command, path string) *cobra.Command {
	cmd, rest, err := root.Find(strings.Fields(path))
	if err != nil || len(rest) > 0 {
		panic(fmt.Sprintf("no command %q", path))
	}
	return cmd
}

func oneOf(all ...string) func() []string { return func() []string { return all } }

// second completes the second argument.
func second(all ...string) func(n int) ([]string, cobra.ShellCompDirective) {
	return func(n int) ([]string, cobra.ShellCompDirective) {
		if n == 1 {
			return all, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

func pictureThemes() []string { return strings.Split(draw.ThemeNames(), ", ") }

func puzzleThemes() []string { return strings.Split(puzzle.ThemeNames(), ", ") }

// playerOrFile completes the arguments from the given one on with players, and all with files.
func playerOrFile(from int, players ...string) func(n int) ([]string, cobra.ShellCompDirective) {
	return func(n int) ([]string, cobra.ShellCompDirective) {
		if n < from {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return players, cobra.ShellCompDirectiveDefault
	}
}

// levelPlayers returns a player for each level.
func levelPlayers() (all []string) {
	for _, l := range engine.Levels {
		all = append(all, "level="+l.Name)
	}
	return all
}
