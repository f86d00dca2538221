package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// flags returns some flags of a server.
func flags() *pflag.FlagSet {
	set := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	set.String("listen", "127.0.0.1:8080", "")
	set.String("public-url", "", "")
	set.StringSlice("host", nil, "")
	set.Bool("behind-proxy", false, "")
	set.Int("limit-games", 60, "")
	set.Duration("drain", 0, "")
	return set
}

func TestTheCommandLineWinsOverTheEnvironmentAndThatOverTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rosette.toml")
	text := "# a club\nlisten = '0.0.0.0:80'\nhost = ['go.example.org', 'example.org']\nlimit-games = 3\nbehind-proxy = true\ndrain = '5s'\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	set := flags()
	if err := set.Parse([]string{"--drain", "7s"}); err != nil {
		t.Fatal(err)
	}
	environment := []string{"HOME=/", "ROSETTE_LIMIT_GAMES=4", "ROSETTE_DRAIN=6s", "ROSETTE_PUBLIC_URL=", "ROSETTE_SMTP_PASSWORD=x", "ROSETTE_PORT_80_TCP=tcp://10.0.0.1:80", "ROSETTE=program"}
	if err := Apply(set, flags(), environment, file, "ROSETTE_SMTP_PASSWORD"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"listen": "0.0.0.0:80", "host": "[go.example.org,example.org]", "limit-games": "4", "behind-proxy": "true", "drain": "7s", "public-url": "",
	} {
		if got := set.Lookup(name).Value.String(); got != want || !set.Changed(name) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestACommandPassesOverTheSettingsOfOthers(t *testing.T) {
	set := pflag.NewFlagSet("admin", pflag.ContinueOnError)
	set.String("listen", "", "")
	if err := Apply(set, flags(), []string{"ROSETTE_HOST=a,b", "ROSETTE_LISTEN=:1"}, ""); err != nil || set.Lookup("listen").Value.String() != ":1" {
		t.Errorf("%v, %v", set.Lookup("listen").Value, err)
	}
}

func TestAWrongSettingSaysWhereItStandsAndWhatWouldBeRight(t *testing.T) {
	for _, c := range []struct{ environment, file, want string }{
		{"ROSETTE_LISTNE=:80", "", "ROSETTE_LISTNE in the environment is not a setting"},
		{"ROSETTE_LIMIT_GAMES=many", "", `ROSETTE_LIMIT_GAMES: invalid argument "many"`},
		{"", "listne = 'x'", "listne is not a setting"},
		{"", "limit-games = 'many'", `limit-games: invalid argument "many"`},
		{"", "limit-games = {a = 1}", "limit-games: map[a:1] is not a string, a number"},
		{"", "listen = ", "toml: line 1"},
		{"", "listen = 'a'\nlisten = 'b'", "listen"},
	} {
		file := ""
		if c.file != "" {
			file = filepath.Join(t.TempDir(), "rosette.toml")
			if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := Apply(flags(), flags(), []string{c.environment}, file)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), file) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := Apply(flags(), flags(), nil, filepath.Join(t.TempDir(), "nothing")); err == nil {
		t.Error("a file that does not exist is read")
	}
}

func FuzzApply(f *testing.F) {
	f.Add("listen = 'a'\nhost = ['b']\n")
	f.Add("limit-games = 1e9\n[host]\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "rosette.toml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Apply(flags(), flags(), nil, file); err != nil && strings.TrimSpace(fmt.Sprint(err)) == "" {
			t.Error("an error without words")
		}
	})
}
