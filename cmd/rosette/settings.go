package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/settings"
)

// settingsFlag is the flag of the file of settings, which the commands of a server have.
const settingsFlag = "settings"

// secrets are variables of the environment that are no settings, since a command line would
// show them to other users of the machine.
var secrets = []string{smtpPassword}

// configurable adds the flag of the file of settings to a set.
func configurable(set *pflag.FlagSet) {
	set.String(settingsFlag, "", "`file` of settings in TOML: the flags of serve by their names (default: $"+settings.Variable(settingsFlag)+")")
}

// fillSettings fills the flags of a command of a server from the environment and the file of
// settings.
func fillSettings(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup(settingsFlag)
	if flag == nil {
		return nil
	}
	file := flag.Value.String()
	if !flag.Changed {
		file = os.Getenv(settings.Variable(settingsFlag))
	}
	if err := settings.Apply(cmd.Flags(), serveCommand(newFlags()).Flags(), os.Environ(), file, secrets...); err != nil {
		return usageError{err}
	}
	return nil
}
