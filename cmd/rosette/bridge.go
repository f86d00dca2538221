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

// tokenVariable is the environment variable for the token. It is safer than --token, because other
// users of the machine can see command lines.
const tokenVariable = "ROSETTE_TOKEN"

func bridgeCommand(*flags) *cobra.Command {
	var server, token string
	var asJSON bool
	var o bridge.Options
	cmd := &cobra.Command{
		Use:   "bridge --server URL [flags] -- ENGINE [ARGUMENTS]",
		Short: "Let a GTP engine play on a server", DisableFlagsInUseLine: true,
		Long: "Plays on a server with the token's account: accepts challenges that match the\n" +
			"flags and starts one engine for each game. Square boards work with any engine,\n" +
			"Rosette boards only with an engine that has the GTP command rosette-board. The\n" +
			"token needs the scopes read and play, and chat for --greeting. Games continue\n" +
			"after a lost connection or a restart of this command.",
		Example: "  rosette bridge --server https://go.example.org -- gnugo --mode gtp\n" +
			"  rosette bridge --server http://127.0.0.1:8080 --board rosette \\\n      -- rosette gtp --level 5",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !strings.HasPrefix(server, "http://") && !strings.HasPrefix(server, "https://") {
				return usageError{
					fmt.Errorf("--server %q; use a URL such as https://go.example.org", server),
				}
			}
			if len(args) == 0 {
				return usageError{errors.New("no engine; add its command after --, such as -- gnugo --mode gtp")}
			}
			if err := o.Check(); err != nil {
				return usageError{flagNamed(err)}
			}
			if token = cmp.Or(token, os.Getenv(tokenVariable)); token == "" {
				return usageError{
					fmt.Errorf("no token; create one on your account page and use --token or $%s", tokenVariable),
				}
			}
			o.Program, o.Start = client.NewProgram(server, token), engineOf(args, cmd.ErrOrStderr())
			var mu sync.Mutex
			var printErr error // the games continue after such an error
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
	set.StringVar(&token, "token", "", "personal access `token` (default: $"+tokenVariable+")")
	set.BoolVar(&asJSON, "json", false, "print one line of JSON for each event")
	bridgeFlags(cmd, &o)
	return cmd
}

// bridgeFlags adds the flags that select games for a bridge.
func bridgeFlags(cmd *cobra.Command, o *bridge.Options) {
	set := cmd.Flags()
	set.StringSliceVar(&o.Boards, "board", nil,
		"`boards` to accept, or square or rosette for all of a kind (default: all that the engine supports)")
	set.StringSliceVar(&o.Rules, "rules", nil, "`rulesets` to accept (default: all)")
	set.StringSliceVar(&o.Speeds, "speed", nil,
		"`speeds` to accept: blitz, live, correspondence, none (default: all)")
	set.BoolVar(&o.Rated, "rated", false, "accept rated games")
	set.BoolVar(&o.Casual, "casual", true, "accept unrated games")
	intFlag(set, &o.Games, "games", 1, 1, 1000, "maximum `number` of concurrent games")
	numberFlag(set, &o.Komi, "komi",
		"fair komi in `points`, for games that begin with a komi bid (default: the engine's estimate, or the ruleset's komi)")
	set.StringVar(&o.Greeting, "greeting", "", "chat `text` at the start of each game")
	set.BoolVar(&o.GrantsUndo, "grant-undo", false, "accept requests to take back a move")
	set.DurationVar(&o.StartTime, "start-timeout", bridge.DefaultStartTime,
		"maximum `duration` without output from a new engine before its first reply")
	set.DurationVar(&o.Margin, "margin", time.Second,
		"network delay, a `duration` up to 1m that is subtracted from the engine's clock")
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
