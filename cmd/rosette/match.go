package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine/matches"
)

// manyPairs is how long a match may last that a test ends.
const manyPairs = 5000

func matchCommand(f *flags) *cobra.Command {
	m := &match{contest: contest{f: f, kind: "match"}}
	cmd := &cobra.Command{
		Use:   "match PLAYER PLAYER",
		Short: "Play a match between two engines and measure which is stronger",
		Long: "Plays every opening twice, with the colours swapped, and prints the difference in\n" +
			"Elo with its 95 % interval, computed from the results of pairs. A player is\n" +
			"either [NAME = ] options of a built-in player (level, visits, time, threads, memory,\n" +
			"network, playouts, seed, resign), such as \"level=8 visits=400\", or the command of\n" +
			"a GTP engine, with time=2s before it to set its time. --level, --visits, --time,\n" +
			"--threads, --memory and --network are defaults for built-in players (network=none\n" +
			"for playouts), which use one thread.\n" +
			"\n" +
			"This program decides which moves are legal and who has won. A player that crashes,\n" +
			"hangs, gives an unreadable answer, refuses to move or plays an illegal move loses\n" +
			"the game (W+F), as does one that cannot be started again. A player that cannot be\n" +
			"started at all, or fails to start in three games in a row, stops the match. An\n" +
			"engine that rejects a legal move plays by other rules; the pair is discarded.\n" +
			"log.txt in --out holds all commands and answers. Stones are dead only if the rules\n" +
			"let players agree and both name the same ones.",
		Example: "  rosette match --visits 800 'level=full' 'level=10' --pairs 50 --out ten\n" +
			"  rosette match --board square-9 --komi 7 --sprt 0,50 'time=300ms' 'gnugo --mode gtp --level 10\n  --chinese-rules --positional-superko --allow-suicide --capture-all-dead'\n" +
			"  rosette match 'net = network=first.rnet time=500ms' 'none = time=500ms'\n" +
			"  rosette match 'new = visits=2000' 'old = ./rosette-old gtp --visits 2000' --parallel 2",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return usageError{fmt.Errorf("a match has two players, not %d; each is %s", len(args), howToName)}
		},
		RunE: func(cmd *cobra.Command, args []string) error { return m.command(cmd, args) },
	}
	m.teach(cmd, 50)
	cmd.Flags().StringVar(&m.test, "sprt", "", "`ELO0,ELO1`: stop when a sequential test accepts one of these differences (after at most 5000 pairs, or --pairs)")
	cmd.Flags().Float64Var(&m.alpha, "alpha", 0.05, "`probability` that --sprt accepts ELO1 when ELO0 is true")
	cmd.Flags().Float64Var(&m.beta, "beta", 0.05, "`probability` that --sprt accepts ELO0 when ELO1 is true")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// A match is two players and what is to be found out.
type match struct {
	contest
	test        string
	alpha, beta float64
}

// command is rosette match.
func (m *match) command(cmd *cobra.Command, args []string) (err error) {
	if err := m.readTest(cmd); err != nil {
		return err
	}
	if err := m.prepare(args); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.folder.close()) }()
	p := newProgress(cmd.ErrOrStderr())
	ledger := matches.NewLedger(m.players[0].name, m.sprt)
	for _, g := range m.games {
		ledger.Add(g)
	}
	played := m.play(cmd.Context(), p, func() string {
		ledger.Add(m.games[len(m.games)-1])
		return m.short(ledger.Standing())
	})
	if len(m.games) == 0 {
		return played
	}
	return also(played, m.report(cmd.OutOrStdout(), ledger.Standing()))
}

// readTest reads --sprt.
func (m *match) readTest(cmd *cobra.Command) error {
	if m.test == "" {
		if cmd.Flags().Changed("alpha") || cmd.Flags().Changed("beta") {
			return usageError{errors.New("--alpha and --beta are for --sprt ELO0,ELO1")}
		}
		return nil
	}
	low, high, _ := strings.Cut(m.test, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	m.sprt = &matches.SPRT{Elo0: elo0, Elo1: elo1, Alpha: m.alpha, Beta: m.beta}
	if err0 != nil || err1 != nil {
		return usageError{fmt.Errorf("--sprt %q; use two differences in Elo, such as 0,50", m.test)}
	}
	if err := m.sprt.Check(); err != nil {
		return usageError{fmt.Errorf("--sprt %s with alpha %v and beta %v: %w", m.test, m.alpha, m.beta, err)}
	}
	if !cmd.Flags().Changed("pairs") {
		m.pairs = manyPairs
	}
	return nil
}

// short says in half a line how it stands.
func (m *match) short(s matches.Standing) string {
	text := fmt.Sprintf("%s %d–%d", m.players[0].name, s.Wins, s.Losses)
	if s.Draws > 0 {
		text += fmt.Sprintf(", %d drawn", s.Draws)
	}
	if s.Games > 0 {
		text += ", Elo " + elo(s.Pairs.Elo())
	}
	if m.sprt != nil {
		lower, upper := m.sprt.Bounds()
		text += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", s.LLR, lower, upper)
	}
	return text
}

// A matchSummary is what a match prints as JSON.
type matchSummary struct {
	Conditions conditions       `json:"conditions"`
	First      string           `json:"first"`
	Second     string           `json:"second"`
	Standing   matches.Standing `json:"standing"`
	Elo        interval         `json:"elo"`
}

// report prints how it stands and keeps it.
func (m *match) report(out io.Writer, s matches.Standing) error {
	text, err := json.MarshalIndent(matchSummary{m.asked, m.players[0].name, m.players[1].name, s, intervalOf(s.Pairs.Elo())}, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	shown := text
	if !m.asJSON {
		shown = []byte(m.table(s))
	}
	if _, err := out.Write(shown); err != nil {
		return err
	}
	return m.folder.write(summaryFile, text)
}

// verdicts say what a test has found.
var verdicts = map[matches.Verdict]string{
	matches.Undecided: "undecided",
	matches.Weaker:    "ELO0 is accepted",
	matches.Stronger:  "ELO1 is accepted",
}

// table says how it stands, for people.
func (m *match) table(s matches.Standing) string {
	var b strings.Builder
	a, z := m.players[0].name, m.players[1].name
	fmt.Fprintf(&b, "%s against %s on %s, %s, komi %v\n", a, z, m.asked.Board, ruleset(m.asked), m.asked.Rules.Komi)
	fmt.Fprintf(&b, "games    %d: %d won, %d drawn, %d lost\n", s.Games, s.Wins, s.Draws, s.Losses)
	fmt.Fprintf(&b, "pairs    %d: of 0, ½, 1, 1½, 2 points %v\n", s.Pairs.Total(), s.Pairs)
	if s.Void > 0 {
		fmt.Fprintf(&b, "void     %d pairs: the players go by different rules\n", s.Void)
	}
	fmt.Fprintf(&b, "Elo      %s, 95 %%\n", elo(s.Pairs.Elo()))
	if m.sprt != nil {
		lower, upper := m.sprt.Bounds()
		fmt.Fprintf(&b, "SPRT     %v or %v Elo: LLR %.2f (%.2f, %.2f), %s\n", m.sprt.Elo0, m.sprt.Elo1, s.LLR, lower, upper, verdicts[s.Verdict])
	}
	for i, name := range []string{a, z} {
		fmt.Fprintf(&b, "a move   %s %s\n", name, perMove(s.Costs[i]))
	}
	for i, name := range []string{a, z} {
		for _, kind := range slices.Sorted(maps.Keys(s.Faults[i])) {
			fmt.Fprintf(&b, "faults   %s %s: %d\n", name, kind, s.Faults[i][kind])
		}
	}
	fmt.Fprintf(&b, "seed     %d\n", m.asked.Seed)
	return b.String()
}

// ruleset names the rules of a contest.
func ruleset(c conditions) string {
	if c.Rules.Preset != "" {
		return c.Rules.Preset
	}
	return "rules of its own"
}
