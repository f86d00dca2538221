package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// walk calls f for a command and all commands below.
func walk(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, below := range cmd.Commands() {
		walk(below, f)
	}
}

func TestHelpFitsInEightyColumns(t *testing.T) {
	walk(rootCommand(), func(cmd *cobra.Command) {
		args := append(strings.Fields(cmd.CommandPath())[1:], "--help")
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, nil, &out, &errs); status != 0 || out.Len() == 0 {
			t.Fatalf("%s ends with %d: %s", args, status, &errs)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 || strings.TrimRight(line, " ") != line {
				t.Errorf("%s: %q", args, line)
			}
		}
	})
}

func TestValuesAreCompleted(t *testing.T) {
	for line, want := range map[string]string{
		"play --lang":                  "en fr es",
		"play --komi-by":               "divide open secret",
		"serve --log-level":            "debug info warn error",
		"serve --workers":              "auto",
		"bridge --speed":               "blitz live correspondence none",
		"bridge --rules":               "mindsports-japanese mindsports-chinese",
		"sgf render --theme":           "dark paper wood",
		"puzzle list --theme":          "ko seki rosette",
		"admin role Ann":               "player moderator admin",
		"admin close-report 1":         "acted dismissed",
		"match":                        "level=1 level=2",
		"lab exam sit exam.jsonl":      "level=1 level=2",
		"lab trial one.rnet":           "playouts",
		"lab network eval --charset":   "UTF-8 GB18030",
		"lab storm":                    "chart Plot measurements of rosette lab storm faults flood games",
		"admin role":                   "",
		"admin role Ann moderator":     "",
		"lab exam sit":                 "",
		"admin close-report 1 acted x": "",
	} {
		var out, errs bytes.Buffer
		run(t.Context(), append(append([]string{"__complete"}, strings.Fields(line)...), ""), nil, &out, &errs)
		got, _, found := strings.Cut(out.String(), ":")
		got = strings.Join(strings.Fields(got), " ")
		if !found || !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s is completed by %q, want %q: %s", line, got, want, &errs)
		}
	}
}

func TestJobsAtOnceAreANumberOrAuto(t *testing.T) {
	for text, want := range map[string]int{"auto": 0, "0": -1, "1": 1, "64": 64} {
		n := 7
		v := (*workersValue)(&n)
		if err := v.Set(text); err != nil || n != want || v.String() != text {
			t.Errorf("%s is %d, written %s, %v", text, n, v, err)
		}
	}
	for _, text := range []string{"", "-1", "257", "many"} {
		if err := new(workersValue).Set(text); err == nil || !strings.HasSuffix(err.Error(), "; use auto, or 0 to 256") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
