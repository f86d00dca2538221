package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
	"rosette/site"
)

func serveCommand(f *flags) *cobra.Command {
	var listen, data string
	var options site.Options
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the web server",
		Long: "Prints its address and serves pages there until Ctrl-C. Games are kept in --data\n" +
			"and continue after a restart. --time, --visits and --threads limit the computer's\n" +
			"moves; --board, --rules, --komi and --level are the defaults of the form for a new\n" +
			"game.",
		Example: "  rosette serve\n  rosette serve --listen 0.0.0.0:80 --host go.example.org --data /var/lib/rosette",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if options.Proposed, err = proposal(f); err != nil {
				return err
			}
			log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
			j, err := openJournal(data, log)
			if err != nil {
				return err
			}
			err = serve(cmd.Context(), f, j, listen, options, log, cmd.OutOrStdout())
			return errors.Join(err, j.Close())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free port")
	cmd.Flags().StringVar(&data, "data", dataFolder(), "`folder` for the games, created if absent; memory keeps nothing")
	cmd.Flags().StringSliceVar(&options.Hosts, "host", nil, "another host `name` under which browsers may reach the server; repeatable")
	cmd.Flags().BoolVar(&options.TrustProxy, "behind-proxy", false,
		"trust X-Forwarded-For and X-Forwarded-Proto; only if all requests come through a proxy that sets both")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
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
	if f.set.Changed("board") {
		if f.fromFile() {
			return nil, usageError{fmt.Errorf("serve offers built-in boards only; use %s", board.Boards)}
		}
		graph, err := f.graph()
		if err != nil {
			return nil, err
		}
		proposed["board"] = graph.Name()
	}
	if f.set.Changed("komi") {
		if err := (game.Rules{Komi: f.komi}).Check(); err != nil {
			return nil, usageError{err}
		}
		proposed["komi"] = strconv.FormatFloat(f.komi, 'f', -1, 64)
	}
	if f.set.Changed("level") {
		proposed["level"] = f.config.Level
	}
	return proposed, nil
}

// serve runs the server until ctx ends.
func serve(ctx context.Context, f *flags, j journal, listen string, options site.Options, log *slog.Logger, out io.Writer) error {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	tables, feed := openTables(f, j, log)
	defer tables.Close()
	options.Host, options.Past, options.Feed, options.Levels, options.Log = tables, j, feed, levels(), log
	options.Estimator = f.config
	fmt.Fprintf(out, "Rosette is at http://%s/ — Ctrl-C stops it.\n", listener.Addr())
	return site.Serve(ctx, listener, site.New(options), log)
}
