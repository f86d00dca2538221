// Package settings sets a command's flags from a file and from the environment. The command line
// takes precedence over the environment, the environment over the file, and the file over the
// defaults. A setting has its flag's name: --public-url is public-url in the file and
// ROSETTE_PUBLIC_URL in the environment.
package settings

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/pflag"
)

// prefix is the prefix for environment variables.
const prefix = "ROSETTE_"

// Variable returns the environment variable for a flag.
func Variable(flag string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Apply sets the flags that the command line has not set, from the environment, in the form of
// [os.Environ], and from a file unless it is "". known contains all flags allowed in the file and
// the environment. Flags that the command lacks are ignored. other lists variables with the prefix
// that are not settings.
func Apply(set, known *pflag.FlagSet, environment []string, file string, other ...string) error {
	named, err := variables(known, environment, other)
	if err != nil {
		return err
	}
	kept, err := read(known, file)
	if err != nil {
		return err
	}
	var failed error
	set.VisitAll(func(f *pflag.Flag) {
		switch value, ok := named[f.Name]; {
		case failed != nil || f.Changed:
		case ok:
			failed = fill(set, f.Name, Variable(f.Name), []string{value})
		case len(kept[f.Name]) > 0:
			failed = fill(set, f.Name, file+": "+f.Name, kept[f.Name])
		}
	})
	return failed
}

// fill sets a flag to values. at is their place in the error message.
func fill(set *pflag.FlagSet, flag, at string, values []string) error {
	for _, value := range values {
		if err := set.Set(flag, value); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

// variables returns the flag values from the environment.
func variables(known *pflag.FlagSet, environment, other []string) (map[string]string, error) {
	flags := map[string]string{}
	known.VisitAll(func(f *pflag.Flag) { flags[Variable(f.Name)] = f.Name })
	values := map[string]string{}
	for _, line := range environment {
		name, value, _ := strings.Cut(line, "=")
		flag, ok := flags[name]
		switch {
		case ok:
			values[flag] = value
		case strings.HasPrefix(name, prefix) && !slices.Contains(other, name) && !ofService(name):
			return nil,
				fmt.Errorf("%s in the environment is not a setting; rosette serve --help lists all settings, such as %s for --public-url", name, Variable("public-url"))
		}
	}
	return values, nil
}

// ofService reports whether Kubernetes has set a variable because of a service called rosette. It
// sets such variables in every container.
func ofService(name string) bool {
	rest := strings.TrimPrefix(name, prefix)
	return strings.HasPrefix(rest, "SERVICE_") || rest == "PORT" || strings.HasPrefix(rest, "PORT_")
}

// read returns the flag values from a file.
func read(known *pflag.FlagSet, file string) (map[string][]string, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var table map[string]any
	if err := toml.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	values := map[string][]string{}
	for name, value := range table {
		if known.Lookup(name) == nil {
			return nil, fmt.Errorf("%s: %s is not a setting; rosette serve --help lists all settings", file, name)
		}
		if values[name], err = texts(value); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, name, err)
		}
	}
	return values, nil
}

// texts converts a TOML value to flag values.
func texts(value any) (all []string, err error) {
	switch v := value.(type) {
	case string, bool, int64, float64:
		return []string{fmt.Sprint(v)}, nil
	case []any:
		for _, one := range v {
			text, err := texts(one)
			if err != nil {
				return nil, err
			}
			all = append(all, text...)
		}
		return all, nil
	}
	return nil, fmt.Errorf("%v is not a string, a number, a boolean or a list of these", value)
}
