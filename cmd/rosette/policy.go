package main

import (
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/server"
	"rosette/server/page/operator"
)

// policyFlags are the flags for server.Policy.
type policyFlags struct {
	pages      string // folder with the operator's pages; "" for none
	keepGuests string
	oneAddress string // "yes" or "no"
}

// register registers the flags.
func (p *policyFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.pages, "pages", "",
		"`folder` with your own pages in Markdown, such as privacy.en.md and terms.fr.md")
	cmd.Flags().StringVar(&p.keepGuests, "guest-games", "forever",
		"delete guests' games this many `days` after the last change, such as 90d")
	cmd.Flags().StringVar(&p.oneAddress, "rate-one-address", "yes",
		"rate games between players at one address: `yes`, with less weight for each further game in a week, or no")
}

// read returns the policy that the flags describe.
func (p *policyFlags) read() (policy server.Policy, err error) {
	if days, ok := strings.CutSuffix(p.keepGuests, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > 36500 {
			return policy, usageError{
				fmt.Errorf("--guest-games %s: use a number of days such as 90d, or forever", p.keepGuests),
			}
		}
		policy.GuestGames = time.Duration(n) * 24 * time.Hour
	} else if p.keepGuests != "forever" {
		return policy, usageError{
			fmt.Errorf("--guest-games %s: use a number of days such as 90d, or forever", p.keepGuests),
		}
	}
	if p.oneAddress != "yes" && p.oneAddress != "no" {
		return policy, usageError{fmt.Errorf("--rate-one-address %s: use yes or no", p.oneAddress)}
	}
	policy.UnratedAtOneAddress = p.oneAddress == "no"
	var files fs.FS
	if p.pages != "" {
		files = os.DirFS(p.pages)
		if _, err := os.ReadDir(p.pages); err != nil {
			return policy, usageError{fmt.Errorf("--pages: %w", err)}
		}
	}
	if policy.Pages, err = operator.Read(files, policy.GuestGames); err != nil {
		return policy, usageError{fmt.Errorf("--pages: %w", err)}
	}
	return policy, nil
}

// proposal returns the initial values that the flags set in the form for a new game.
func proposal(f *flags) (map[string]string, error) {
	proposed := map[string]string{}
	if f.set.Changed("rules") {
		rules, err := game.Preset(f.rulesText)
		if err != nil {
			return nil, usageError{
				fmt.Errorf("--rules: serve takes a preset: use %s", strings.Join(game.Presets(), ", ")),
			}
		}
		proposed["rules"] = rules.Preset
	}
	if f.set.Changed("board") {
		graph, err := f.graph()
		if err != nil {
			return nil, err
		}
		proposed["board"] = graph.Name()
	}
	if f.set.Changed("level") {
		proposed["level"] = f.config.Level
	}
	if f.set.Changed("komi") {
		proposed["komi"] = strconv.FormatFloat(f.komi, 'f', -1, 64)
		if err := (game.Rules{Komi: f.komi}).Check(); err != nil {
			return nil, usageError{err}
		}
	}
	return proposed, nil
}
