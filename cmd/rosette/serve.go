package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/bus"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/seat"
	"rosette/play/table"
	"rosette/store"
	"rosette/web"
)

// Bounds of the HTTP server.
const (
	headerWait = 10 * time.Second
	idleWait   = 2 * time.Minute
	headerSize = 16 << 10
	closeWait  = 5 * time.Second
)

// A journal is a store that can be closed.
type journal interface {
	table.Journal
	io.Closer
}

// inMemory is what --data takes to keep nothing.
const inMemory = "memory"

func serveCommand(f *flags) *cobra.Command {
	var listen, data string
	var site web.Options
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
			if site.Proposed, err = proposal(f); err != nil {
				return err
			}
			j, err := openJournal(data)
			if err != nil {
				return err
			}
			log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
			err = serve(cmd.Context(), f, j, listen, site, log, cmd.OutOrStdout())
			return errors.Join(err, j.Close())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free port")
	cmd.Flags().StringVar(&data, "data", dataFolder(), "`folder` for the games, created if absent; memory keeps nothing")
	cmd.Flags().StringSliceVar(&site.Hosts, "host", nil, "another host `name` under which browsers may reach the server; repeatable")
	cmd.Flags().BoolVar(&site.TrustProxy, "behind-proxy", false,
		"trust X-Forwarded-For and X-Forwarded-Proto; only if all requests come through a proxy that sets both")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// proposal is what the flags fill into the form of a new game.
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

// dataFolder returns where this system keeps the data of a person's programs.
func dataFolder() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "rosette")
	}
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		return filepath.Join(home, ".local", "share", "rosette")
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "rosette")
	}
	return "rosette-data"
}

func openJournal(data string) (journal, error) {
	if data == inMemory {
		return &store.Memory{}, nil
	}
	if data == "" {
		return nil, usageError{errors.New("--data names no folder; name one, or memory to keep nothing")}
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, usageError{fmt.Errorf("--data: %w", err)}
	}
	return store.OpenSQLite(filepath.Join(data, "rosette.db"))
}

// serve wires the house together and answers until ctx ends.
func serve(ctx context.Context, f *flags, j journal, listen string, site web.Options, log *slog.Logger, out io.Writer) error {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	hall, hints := openHall(ctx, f, j, log)
	defer hall.Close()
	site.Host, site.Past, site.Feed, site.Levels, site.Log = hall, j, hints, offers(), log
	site.Estimator = f.config
	server := &http.Server{
		Handler:           web.New(site),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerWait,
		ReadTimeout:       headerWait,
		IdleTimeout:       idleWait,
		MaxHeaderBytes:    headerSize,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Fprintf(out, "Rosette is at http://%s/ — Ctrl-C stops it.\n", listener.Addr())
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWait)
	defer cancel()
	return server.Shutdown(closing)
}

// openHall makes the tables, with the computer ready to sit down at them.
func openHall(ctx context.Context, f *flags, j journal, log *slog.Logger) (*table.Hall, *bus.Local) {
	hints := &bus.Local{}
	queue := seat.NewQueue(1, time.Now)
	house := seat.House{Past: j, Feed: hints, Now: time.Now}
	umpire := queue.Mover(seatPlayer{flags: f})
	hall := table.NewHall(j, hints, time.Now, table.Options{
		Log: log,
		Judge: func(ctx context.Context, g *game.Game) (dead, unsure []board.Point, err error) {
			v, err := umpire.Judge(ctx, g)
			return v.Dead, v.Unsure, err
		},
		Sit: func(ctx context.Context, id string, c board.Color, s play.Seat) {
			err := seat.Sit(ctx, house, id, c, queue.Mover(seatPlayer{f, s.Level}))
			if err != nil && ctx.Err() == nil {
				log.Error("the computer left its seat", "match", id, "error", err)
			}
		},
	})
	house.Table = hall
	return hall, hints
}

// offers are the levels as a page shows them.
func offers() []web.Level {
	var all []web.Level
	for _, l := range player.Levels {
		all = append(all, web.Level{Name: l.Name, Title: l.Title, Short: l.Short, About: l.About})
	}
	return all
}
