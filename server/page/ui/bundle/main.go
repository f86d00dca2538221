// Command bundle rebuilds server/page/ui/dist from the TypeScript in server/page/ui/src, and
// compresses it. `go generate ./server/page` runs it. It needs npm once, for the libraries that the
// source imports.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"rosette/i18n"
)

// entries are the files that pages load, by name in dist.
var entries = []api.EntryPoint{
	{InputPath: "src/pages/game.ts", OutputPath: "game"},
	{InputPath: "src/pages/home.ts", OutputPath: "home"},
	{InputPath: "src/pages/newgame.ts", OutputPath: "newgame"},
	{InputPath: "src/pages/rules.ts", OutputPath: "rules"},
	{InputPath: "src/pages/learn.ts", OutputPath: "learn"},
	{InputPath: "src/pages/settings.ts", OutputPath: "settings"},
	{InputPath: "src/settings/settings.css", OutputPath: "settings"},
	{InputPath: "src/pages/record.ts", OutputPath: "record"},
	{InputPath: "src/notice/worker.ts", OutputPath: "worker"},
	{InputPath: "src/editor/worker.ts", OutputPath: "editorworker"},
	{InputPath: "src/pages/account.ts", OutputPath: "account"},
	{InputPath: "src/account/account.css", OutputPath: "account"},
	{InputPath: "src/pages/invitation.ts", OutputPath: "invitation"},
	{InputPath: "src/pages/lobby.ts", OutputPath: "lobby"},
	{InputPath: "src/pages/chat.ts", OutputPath: "chat"},
	{InputPath: "src/pages/shell.ts", OutputPath: "shell"},
	{InputPath: "src/pages/returning.ts", OutputPath: "returning"},
	{InputPath: "src/pages/live.ts", OutputPath: "live"},
	{InputPath: "src/chat/community.css", OutputPath: "community"},
	{InputPath: "src/chat/chat.css", OutputPath: "chat"},
	{InputPath: "src/lobby/lobby.css", OutputPath: "lobby"},
	{InputPath: "src/editor/editor.css", OutputPath: "editor"},
	{InputPath: "src/home/home.css", OutputPath: "home"},
	{InputPath: "src/newgame/newgame.css", OutputPath: "newgame"},
	{InputPath: "src/rules/rules.css", OutputPath: "rules"},
	{InputPath: "src/learn/learn.css", OutputPath: "learn"},
	{InputPath: "src/komi/komi.css", OutputPath: "komi"},
	{InputPath: "src/rating/rating.css", OutputPath: "rating"},
	{InputPath: "src/style/style.css", OutputPath: "style"},
	{InputPath: "src/images/card.jpg", OutputPath: "card"},
	{InputPath: "src/images/icon.svg", OutputPath: "icon"},
	{InputPath: "src/images/icon-turn.svg", OutputPath: "icon-turn"},
}

func main() {
	if err := run("ui"); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// run installs missing libraries in the folder ui and rewrites its dist.
func run(ui string) error {
	if err := install(ui); err != nil {
		return err
	}
	files, err := everything(ui)
	if err != nil {
		return err
	}
	editor, err := program(ui)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(ui, "dist")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(ui, "dist"), 0o755); err != nil {
		return err
	}
	if err := pack(files); err != nil {
		return err
	}
	files[programName] = editor
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(ui, "dist", name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// install fetches the libraries in the lock file unless they are installed.
func install(ui string) error {
	if _, err := os.Stat(filepath.Join(ui, "node_modules", ".package-lock.json")); err == nil {
		return nil
	}
	npm := exec.Command("npm", "ci", "--no-audit", "--no-fund")
	npm.Dir = ui
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci in server/page/ui: %w (Debian's packages nodejs and npm have it)\n%s", err, out)
	}
	return nil
}

// bundle returns the files of dist by name.
func bundle(ui string, from []api.EntryPoint) (map[string][]byte, error) {
	root, err := filepath.Abs(ui)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:       root,
		EntryPointsAdvanced: from,
		Outdir:              "dist",
		Bundle:              true,
		MinifyWhitespace:    true,
		MinifyIdentifiers:   true,
		MinifySyntax:        true,
		Format:              api.FormatESModule,
		Target:              api.ES2022,
		JSX:                 api.JSXAutomatic,
		JSXImportSource:     "preact",
		LegalComments:       api.LegalCommentsNone,
		Define:              map[string]string{"QUICK_WORDS": quickWords()},
		Plugins:             []api.Plugin{withGo},
		Loader:              map[string]api.Loader{".svg": api.LoaderCopy, ".jpg": api.LoaderCopy},
	})
	if len(result.Errors) > 0 {
		lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return nil, errors.New(strings.Join(lines, ""))
	}
	files := map[string][]byte{}
	for _, f := range result.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	return files, nil
}

// quickWords returns the short greetings of every language with their keys in the catalogue, as
// JSON: a chat shows each to its readers in their own language.
func quickWords() string {
	keys := map[string]string{}
	for _, lang := range i18n.Complete() {
		for _, key := range []string{"hello", "game", "thanks"} {
			keys[i18n.T(lang, "chat.quick."+key, nil)] = key
		}
	}
	out, _ := json.Marshal(keys) // never fails for strings
	return string(out)
}

// packedSuffix ends the name of a file compressed with Brotli.
const packedSuffix = ".br"

// isPacked reports whether dist also has a compressed file: for scripts and style sheets.
func isPacked(name string) bool { return slices.Contains([]string{".js", ".css"}, filepath.Ext(name)) }

// pack adds compressed files to dist, with Brotli's best level.
func pack(files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !isPacked(name) {
			continue
		}
		packed, err := compressed(files[name])
		if err != nil {
			return err
		}
		files[name+packedSuffix] = packed
	}
	return nil
}

// everything returns the files in dist by name, except those that pack adds: the bundle, the
// icons and the sounds.
func everything(ui string) (map[string][]byte, error) {
	files, err := bundle(ui, entries)
	if err != nil {
		return nil, err
	}
	for name, icon := range icons {
		if files[name], err = drawIcon(icon.size, icon.part); err != nil {
			return nil, err
		}
	}
	for name, s := range sounds {
		files[name] = s.wav()
	}
	return files, nil
}
