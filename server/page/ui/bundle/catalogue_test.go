package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"rosette/i18n"
	"rosette/narrate"
)

// A textCase is a catalogue text as formatted in Go.
type textCase struct {
	Lang string    `json:"lang"`
	Key  string    `json:"key"`
	Args i18n.Args `json:"args"`
	Want string    `json:"want"`
}

// A messageCase is a message's text as formatted in Go.
type messageCase struct {
	Lang    string          `json:"lang"`
	Message narrate.Message `json:"message"`
	Seat    string          `json:"seat"`
	Want    string          `json:"want"`
}

// areas are the catalogue areas to test.
var areas = strings.Fields("api color event move refusal result score match ui")

// counts have every plural form, a half, and numbers below zero.
var counts = []float64{0, 1, 1.5, 2, 21, -1, -3.5}

// The browser formats texts and messages like Go, in every language.
func TestTheBrowserWritesTextsAsGoDoes(t *testing.T) {
	if err := install(ui); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, path := range map[string]string{"i18n": "src/common/i18n.ts", "announcements": "src/match/announcements.ts"} {
		files, err := bundle(ui, []api.EntryPoint{{InputPath: path, OutputPath: name}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name+".mjs"), files[name+".js"])
	}
	texts, messages := []textCase{}, []messageCase{}
	catalogues := map[string]json.RawMessage{}
	for _, lang := range i18n.Languages() {
		catalogues[lang] = i18n.Browser(lang, areas)
		texts = append(texts, textCases(t, lang, catalogues[lang])...)
		messages = append(messages, messageCases(lang)...)
	}
	if len(texts) < 1000 || len(messages) < 10 {
		t.Fatalf("%d texts and %d messages", len(texts), len(messages))
	}
	data, err := json.Marshal(map[string]any{"catalogues": catalogues, "texts": texts, "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cases.json"), data)
	nodeTest(t, "test/texts.test.mjs", "WORDS="+dir)
}

// textCases returns each text with each count.
func textCases(t *testing.T, lang string, catalogue []byte) (cases []textCase) {
	t.Helper()
	var c struct{ Texts map[string]any }
	if err := json.Unmarshal(catalogue, &c); err != nil {
		t.Fatal(err)
	}
	for key := range c.Texts {
		for _, n := range counts {
			args := i18n.Args{"n": n, "color": "{n} “$&”", "point": "C4", "name": "Ann", "komi": 0.5 - n}
			cases = append(cases, textCase{lang, key, args, i18n.T(lang, key, args)})
		}
	}
	return append(cases, textCase{lang, "ui.no-such-text", nil, i18n.T(lang, "ui.no-such-text", nil)})
}

func messageCases(lang string) (cases []messageCase) {
	names := map[string]string{"b": "Ann", "w": "Bob"}
	for _, m := range []narrate.Message{
		{Key: "event.offered", By: "b", Args: map[string]any{"komi": -3.5}},
		{Key: "event.took", By: "w", Args: map[string]any{"color": "@color.w"}},
		{Key: "event.stopped"},
		{Key: "event.confirming", By: "b", Args: map[string]any{"point": "@nowhere"}},
		{Key: "event.proposed", Args: map[string]any{"n": 1, "points": "A1"}},
		{Key: "move.takes", Args: map[string]any{"n": 2, "color": "@color.b", "point": "C4"}},
		{Key: "result.score", By: "b", Args: map[string]any{"n": 7.5, "color": "@color.b"}},
	} {
		for _, seat := range []string{"", "b", "w", "bw"} {
			cases = append(cases, messageCase{lang, m, seat, narrate.Text(lang, m, narrate.Viewer{Seat: seat, Names: names})})
		}
	}
	return cases
}
