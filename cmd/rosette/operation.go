package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/internal/loglimit"
	"rosette/server/http/web"
	"rosette/server/metrics"
	"rosette/server/settings"
	"rosette/server/store"
)

// operationFlags are the flags for a server's log, metrics and shutdown.
type operationFlags struct {
	logFormat, logLevel string
	requests            bool          // log all requests, not only failed ones
	metrics             string        // metrics address, "" for none
	drain               time.Duration // time between the signal to stop and the shutdown
}

// logFormats are the log formats.
var logFormats = map[string]func(io.Writer, *slog.HandlerOptions) slog.Handler{
	"text": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewTextHandler(w, o) },
	"json": func(w io.Writer, o *slog.HandlerOptions) slog.Handler { return slog.NewJSONHandler(w, o) },
}

// register adds the flags to a command.
func (o *operationFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.logFormat, "log-format", "text", "log `format` on standard error: text or json")
	cmd.Flags().StringVar(&o.logLevel, "log-level", "info", "lowest log `level`: debug, info, warn or error")
	cmd.Flags().BoolVar(&o.requests, "log-requests", false, "log every request, not only failed ones")
	cmd.Flags().StringVar(&o.metrics, "metrics", "",
		"private `address`, such as 127.0.0.1:9090, that serves /metrics for Prometheus")
	cmd.Flags().DurationVar(&o.drain, "drain", 0,
		"after SIGTERM, keep serving for this `duration` (up to 1h) while /readyz returns 503")
}

// log returns the server's log.
func (o *operationFlags) log(to io.Writer) (*slog.Logger, error) {
	make, ok := logFormats[o.logFormat]
	var level slog.Level
	if !ok || level.UnmarshalText([]byte(o.logLevel)) != nil {
		return nil, usageError{errors.New("use text or json for --log-format, and debug, info, warn or error for --log-level")}
	}
	if o.drain < 0 || o.drain > time.Hour {
		return nil, usageError{errors.New("--drain: use a duration from 0s to 1h")}
	}
	limited := loglimit.New(make(to, &slog.HandlerOptions{Level: level}), loglimit.Options{Exempt: unlimited})
	return slog.New(web.LogHandler{Handler: limited}), nil
}

// unlimited reports whether a log line is exempt from the limit for repeated messages. Account
// events have limits of their own, and --log-requests logs all requests.
func unlimited(line slog.Record) bool {
	return line.Message == "account" || line.Message == "request" && line.Level < slog.LevelWarn
}

// listen opens the metrics address. run serves metrics until ctx ends. Without --metrics it returns
// at once.
func (o *operationFlags) listen(m *metrics.Metrics, log *slog.Logger) (run func(context.Context) error, err error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	return listenBeside(o.metrics, "--metrics", mux, log)
}

// logUse logs the use of the event log, if any.
func logUse(s store.Store, log *slog.Logger) {
	if s, ok := s.(interface{ Use() store.Use }); ok {
		u := s.Use()
		if u.Reads+u.Follows+u.Appends == 0 {
			return
		}
		log.Debug("use of the event log", "reads", u.Reads, "follows", u.Follows, "appends", u.Appends, "commits",
			u.Commits)
	}
}

// settingsFlag is the flag for the settings file. Server commands have it.
const settingsFlag = "settings"

// secrets are environment variables that are not flags, since other users of the machine can read a
// command line.
var secrets = []string{smtpPassword, tokenVariable}

// configurable adds the flag for the settings file to a set.
func configurable(set *pflag.FlagSet) {
	set.String(settingsFlag, "", "TOML `file` whose settings have the names of the flags of rosette serve (default: $"+
		settings.Variable(settingsFlag)+")")
}

// settingsFile returns the name of the settings file, or "".
func settingsFile(cmd *cobra.Command) string {
	if flag := cmd.Flags().Lookup(settingsFlag); flag.Changed {
		return flag.Value.String()
	}
	return os.Getenv(settings.Variable(settingsFlag))
}

// fillSettings sets a server command's flags from the environment and the settings file.
func fillSettings(cmd *cobra.Command) error {
	if cmd.Flags().Lookup(settingsFlag) == nil {
		return nil
	}
	err := settings.Apply(cmd.Flags(), serveCommand(newFlags()).Flags(), os.Environ(), settingsFile(cmd), secrets...)
	if bad := (*pflag.InvalidValueError)(nil); errors.As(err, &bad) {
		at, _ := strings.CutSuffix(err.Error(), ": "+bad.Error())
		err = valueError(at+":", bad)
	}
	if err != nil {
		return usageError{err}
	}
	if set := cmd.Flags(); set.Changed(dataFlag) && set.Changed(databaseFlag) {
		return usageError{errors.New("--data and --database exclude each other; use one of them")}
	}
	return nil
}
