package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rosette/api"
	"rosette/api/web"
	"rosette/game"
	"rosette/game/board"
	"rosette/store"
)

func serveCommand(f *flags) *cobra.Command {
	var listen, data string
	var options web.Options
	var kept policy
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the web server",
		Long: "Prints its address and serves pages there until Ctrl-C. Games are kept in --data and continue\n" +
			"after a restart. --time, --visits and --threads limit the computer's moves; --board, --rules,\n" +
			"--komi and --level are the defaults of the form for a new game. --limit-… bound what one address\n" +
			"(IPv4, or an IPv6 /64) or person may do.",
		Example: "  rosette serve\n  rosette serve --listen 0.0.0.0:80 --host go.example.org --data /var/lib/rosette",
		RunE: func(cmd *cobra.Command, _ []string) error {
			proposed, err := proposal(f)
			if err = errors.Join(err, kept.read()); err != nil {
				return err
			}
			options.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
			s, err := openStore(data, options.Log)
			if err != nil {
				return err
			}
			err = serve(cmd.Context(), f, s, reviewsIn(data), listen, options, kept, proposed, cmd.OutOrStdout())
			logUse(s, options.Log)
			return errors.Join(err, s.Close())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "", "`address` to listen on; port 0 takes a free port (default: 127.0.0.1:8080, or the next free port)")
	cmd.Flags().StringVar(&data, "data", dataFolder(), "`folder` for the games, created if absent; memory keeps nothing")
	cmd.Flags().StringSliceVar(&options.Hosts, "host", nil, "another host `name` under which browsers may reach the server; repeatable")
	cmd.Flags().BoolVar(&options.TrustProxy, "behind-proxy", false, "trust X-Forwarded-For and X-Forwarded-Proto; only if a proxy sets both")
	limitFlags(cmd, &options.Limits)
	kept.register(cmd)
	f.notices.register(cmd)
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// logUse logs how often the log was used.
func logUse(s store.Store, log *slog.Logger) {
	if s, ok := s.(*store.SQLite); ok {
		u := s.Use()
		log.Info("the event log was used", "reads", u.Reads, "follows", u.Follows, "appends", u.Appends, "commits", u.Commits)
	}
}

// proposal returns what the flags fill into the form of a new game.
func proposal(f *flags) (map[string]string, error) {
	proposed := map[string]string{}
	if f.set.Changed("rules") {
		rules, err := game.Preset(f.rulesText)
		if err != nil {
			return nil, usageError{fmt.Errorf("--rules: the page offers rulesets by name: use %s", strings.Join(game.Presets(), ", "))}
		}
		proposed["rules"] = rules.Preset
	}
	if f.set.Changed("board") && f.fromFile() {
		return nil, usageError{fmt.Errorf("serve offers built-in boards only; use %s", board.Boards)}
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

// serve runs the server until ctx ends.
func serve(ctx context.Context, f *flags, s store.Store, reviews, listen string, o web.Options, kept policy, proposed map[string]string, out io.Writer) error {
	if err := f.notices.prepare(o.Log); err != nil {
		return err
	}
	listener, err := listenOn(listen, f.set.Changed("listen"))
	if err != nil {
		return err
	}
	boards := api.UsualBoards()
	if name := proposed["board"]; name != "" && !slices.Contains(boards, name) {
		boards = append([]string{name}, boards...)
	}
	srv := newServer(f, s, reviews, boards, o)
	srv.policy = kept
	fmt.Fprintf(out, "Rosette is at http://%s/ — Ctrl-C stops it.\n", listener.Addr())
	return srv.run(ctx, listener, srv.pages(proposed))
}
