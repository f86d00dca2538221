package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"rosette/client"
	"rosette/lab/matches"
	"rosette/protocol/bridge"
)

// tokenVariable is the environment variable for the token. Other users can see a command line.
const tokenVariable = "ROSETTE_TOKEN"

func bridgeCommand(*flags) *cobra.Command {
	var server, token string
	var asJSON bool
	var o bridge.Options
	cmd := &cobra.Command{
		Use:   "bridge --server URL [flags] -- ENGINE [ARGUMENTS]",
		Short: "Seat a GTP engine on a server", DisableFlagsInUseLine: true,
		Long: "Plays on a server for the account of a token, with moves of an engine that speaks GTP: it\n" +
			"accepts challenges by its settings and starts an engine for each game. Engines play on\n" +
			"square boards, and on boards of rosettes if they know rosette-board. Without --token the\n" +
			"token is read from " + tokenVariable + "; it needs the scopes read and play, and chat for\n" +
			"--greeting. Games go on after a lost connection, and when the command is started again.",
		Example: "  rosette bridge --server https://go.example.org -- gnugo --mode gtp\n" +
			"  rosette bridge --server http://127.0.0.1:8080 --board rosette --games 3 -- rosette gtp --level 5",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !strings.HasPrefix(server, "http://") && !strings.HasPrefix(server, "https://") {
				return usageError{
					fmt.Errorf("--server %q; use the address of a server, such as https://go.example.org", server),
				}
			}
			if len(args) == 0 {
				return usageError{errors.New("no engine; write its command behind --, such as -- gnugo --mode gtp")}
			}
			if err := o.Check(); err != nil {
				return usageError{flagNamed(err)}
			}
			if token = cmp.Or(token, os.Getenv(tokenVariable)); token == "" {
				return usageError{
					fmt.Errorf("no token; make one in your account, and pass it by --token or %s", tokenVariable),
				}
			}
			o.Program, o.Start = client.NewProgram(server, token), engineOf(args, cmd.ErrOrStderr())
			var mu sync.Mutex
			var printErr error // the games go on all the same
			o.Tell = func(r bridge.Report) {
				mu.Lock()
				defer mu.Unlock()
				printErr = printLine(cmd.OutOrStdout(), asJSON, r)
			}
			return errors.Join(bridge.New(o).Run(cmd.Context()), printErr)
		},
	}
	set := cmd.Flags()
	set.StringVar(&server, "server", "", "`URL` of the server, such as https://go.example.org")
	set.StringVar(&token, "token", "", "personal `token` of the account (default: $"+tokenVariable+")")
	set.BoolVar(&asJSON, "json", false, "print JSON, a line for each event")
	bridgeFlags(cmd, &o)
	return cmd
}

// bridgeFlags adds the flags that select games for a bridge.
func bridgeFlags(cmd *cobra.Command, o *bridge.Options) {
	set := cmd.Flags()
	set.StringSliceVar(&o.Boards, "board", nil,
		"`boards` that it accepts, or square or rosette for all of them (default: those of the engine)")
	set.StringSliceVar(&o.Rules, "rules", nil, "`rulesets` that it accepts (default: all)")
	set.StringSliceVar(&o.Speeds, "speed", nil,
		"`speeds` that it accepts: blitz, live, correspondence, none (default: all)")
	set.BoolVar(&o.Rated, "rated", false, "accept rated games")
	set.BoolVar(&o.Casual, "casual", true, "accept games that are not rated")
	intFlag(set, &o.Games, "games", 1, 1, 1000, "`number` of games at once, with an engine each")
	numberFlag(set, &o.Komi, "komi",
		"`points` of komi at which both colours are equally good, for games in which the players settle komi (default: what the engine says, or that of the ruleset)")
	set.StringVar(&o.Greeting, "greeting", "", "`text` that it says when a game begins")
	set.BoolVar(&o.GrantsUndo, "grant-undo", false, "let opponents take back a move")
	set.DurationVar(&o.StartTime, "start-timeout", bridge.DefaultStartTime,
		"longest `time` without output of a new engine before its first answer")
	set.DurationVar(&o.Margin, "margin", time.Second,
		"`time` that the engine's clock keeps back for the way to the server, up to 1m")
}

// engineOf returns a function that starts an engine by its command.
func engineOf(command []string, errs io.Writer) func(context.Context) (bridge.Process, error) {
	start := matches.Command(command)
	return func(ctx context.Context) (bridge.Process, error) {
		log := &timedWriter{to: errs}
		p, err := start(ctx, log)
		if err != nil {
			return bridge.Process{}, err
		}
		return bridge.Process{In: p.In, Out: p.Out, End: p.End, LastOutput: log.latest}, nil
	}
}

// A timedWriter records the time of the last write.
type timedWriter struct {
	to   io.Writer
	last atomic.Int64 // in nanoseconds since 1970
}

// Write implements [io.Writer].
func (w *timedWriter) Write(data []byte) (int, error) {
	w.last.Store(time.Now().UnixNano())
	return w.to.Write(data)
}

// latest returns the time of the last write.
func (w *timedWriter) latest() time.Time { return time.Unix(0, w.last.Load()) }
