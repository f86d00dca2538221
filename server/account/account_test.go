package account_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"rosette/engine"
	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/refusal"
)

func TestANameIsCheckedAndPutIntoItsNormalForm(t *testing.T) {
	for name, want := range map[string]string{ // refusal codes begin with "account."
		"Ana":                      "Ana",
		"  Ana ":                   "Ana",
		"Rene\u0301":               "René",
		"jean-marie_2":             "jean-marie_2",
		"Ñandú":                    "Ñandú",
		"Владимир":                 "Владимир",
		"Σωκράτης":                 "Σωκράτης",
		"李世乭":                      "李世乭",
		"こまち4":                     "こまち4",
		"박정환":                      "박정환",
		"Nguyễn":                   "Nguyễn",
		"A":                        "account.name.length",
		"":                         "account.name.length",
		strings.Repeat("a", 21):    "account.name.length",
		strings.Repeat("é", 20):    strings.Repeat("é", 20),
		"1Ana":                     "account.name.start",
		"_Ana":                     "account.name.sign",
		"Ana-":                     "account.name.sign",
		"An__a":                    "account.name.sign",
		"Ana Maria":                "account.name.letters",
		"Аna":                      "account.name.mixed", // А is Cyrillic
		"Αna":                      "account.name.mixed", // Α is Greek
		"Ｒosette":                  "account.name.reserved",
		"Ａｎｎ":                      "Ann",
		"ﾐｶ":                       "ミカ",
		"ﬁne":                      "account.name.letters",
		"Ana\u202eneB":             "account.name.letters",
		"Ana\u200b":                "account.name.letters",
		"אנא":                      "אנא",
		"A\u0336n\u0336a":          "account.name.letters",
		"<b>Ana</b>":               "account.name.letters",
		"Ana'; DROP TABLE users--": "account.name.length",
		"a'; DROP--":               "account.name.letters",
		"Ana\x00":                  "account.name.letters",
		"An\xffa":                  "account.name.letters",
		"../etc":                   "account.name.letters",
		"Ana%2e":                   "account.name.letters",
		"👑Ana":                     "account.name.letters",
		"Admin":                    "account.name.reserved",
		"the-adm1n":                "account.name.reserved",
		"Rosette":                  "account.name.reserved",
		"R0sette":                  "account.name.reserved",
		"Moderator_2":              "account.name.reserved",
		"Guest-4f2a":               "account.name.reserved",
		"Invité":                   "account.name.reserved",
		"computer":                 "account.name.reserved",
	} {
		got, err := account.CheckName(name)
		if err != nil {
			got = refusal.Of(err).Code
		}
		if got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestNamesThatLookAlikeHaveOneKey(t *testing.T) {
	for _, alike := range []string{
		"Ana ana ANA ánà A-n-a a_na Аnа", "Lilia LiIia 1ilia lilla", "Tom T0m torn", "vvill will WILL", "René Rene", "сара capa CAPA",
		"Σοφοσ Oοφοσ", "Nina nlna", "Paul Pau1 PauI РаuІ", "カナ 力ナ",
	} {
		words := strings.Fields(alike)
		for _, other := range words[1:] {
			if account.Key(other) != account.Key(words[0]) {
				t.Errorf("%s has the key %q, %s has %q", words[0], account.Key(words[0]), other, account.Key(other))
			}
		}
	}
	for _, differ := range []string{"Ana Anna", "Jana Lana", "Владимир Владислав", "李世乭 李昌鎬", "Ana2 Ana3", "Ben Len"} {
		words := strings.Fields(differ)
		if account.Key(words[0]) == account.Key(words[1]) {
			t.Errorf("%s and %s have one key, %q", words[0], words[1], account.Key(words[0]))
		}
	}
}

func TestNobodyHasTheNameOfAnOpponent(t *testing.T) {
	for _, o := range engine.Opponents() {
		if _, err := account.CheckName(o.Opponent); !errors.Is(err, refusal.New(refusal.Invalid, "account.name.reserved")) {
			t.Errorf("%s: %v", o.Opponent, err)
		}
	}
}

func TestAPasswordIsCheckedAndPutIntoItsNormalForm(t *testing.T) {
	for password, want := range map[string]string{
		"correct horse":           "correct horse",
		"motte de\u0301 terre":    "motte dé terre",
		"  spaces count  ":        "  spaces count  ",
		"1234567":                 "account.password.short",
		"éééé":                    "account.password.short",
		"Password":                "account.password.common",
		"aaaaaaaaaaa":             "account.password.common",
		"        ":                "account.password.common",
		"Anabella":                "account.password.name",
		"anabe11a":                "account.password.name",
		strings.Repeat("ab", 64):  strings.Repeat("ab", 64),
		strings.Repeat("é", 128):  strings.Repeat("é", 128),
		"🌸 🌸 \x01 ok":             "🌸 🌸 \x01 ok",
		strings.Repeat("ab", 65):  "account.password.long",
		strings.Repeat("é", 1000): "account.password.long",
		"not utf8 \xff":           "account.password.long",
	} {
		got, err := account.CheckPassword(password, "Anabella")
		if err != nil {
			got = refusal.Of(err).Code
		}
		if got != want {
			t.Errorf("%q: %s, want %s", password, got, want)
		}
	}
}

// cheap is a hashing cost for fast tests.
var cheap = account.Cost{Memory: 64, Time: 1, Threads: 1}

func TestAPasswordIsVerifiedByItsHash(t *testing.T) {
	h := &account.Hasher{Cost: cheap}
	stored, err := h.Hash(t.Context(), "correct horse")
	if err != nil || !strings.HasPrefix(stored, "$argon2id$v=19$m=64,t=1,p=1$") || strings.Contains(stored, "horse") {
		t.Fatalf("%s, %v", stored, err)
	}
	if again, err := h.Hash(t.Context(), "correct horse"); err != nil || again == stored {
		t.Errorf("the same salt twice: %v", err)
	}
	other := &account.Hasher{Cost: account.Cost{Memory: 64, Time: 2, Threads: 1}}
	for _, c := range []struct {
		stored, password string
		hasher           *account.Hasher
		ok, dated        bool
	}{
		{stored, "correct horse", h, true, false},
		{stored, "correct horse", other, true, true},
		{stored, "correct  horse", h, false, false},
		{stored, "", h, false, false},
		{"", "", h, false, false},
		{"", "anything", h, false, false},
	} {
		ok, dated, err := c.hasher.Verify(t.Context(), c.stored, c.password)
		if err != nil || ok != c.ok || dated != c.dated {
			t.Errorf("%q with %q: %t, %t, %v", c.password, c.stored, ok, dated, err)
		}
	}
	for _, bad := range []string{"x", "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA", "$argon2id$v=19$m=64,t=0,p=1$AAAA$AAAA", stored[:len(stored)-3]} {
		if ok, _, err := h.Verify(t.Context(), bad, "correct horse"); ok || err == nil {
			t.Errorf("%q: %t, %v", bad, ok, err)
		}
	}
}

func TestPasswordsAreHashedAsTheBudgetAllows(t *testing.T) {
	h := &account.Hasher{Cost: account.Cost{Memory: 1 << 10, Time: 20, Threads: 1}, Budget: budget.New(budget.Options{Places: 1, MaxWaitingPerAddress: 2})}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(t.Context(), "first"); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	outcomes := make(chan error, 40)
	for range 40 {
		wait.Go(func() {
			_, err := h.Hash(t.Context(), "many")
			outcomes <- err
		})
	}
	wait.Wait()
	close(outcomes)
	done := 0
	for err := range outcomes {
		if err == nil {
			done++
		} else if !errors.Is(err, account.ErrBusy) {
			t.Error(err)
		}
	}
	if done < 3 {
		t.Errorf("%d of 40 were hashed, and three may work or wait", done)
	}
	_, err := h.Hash(ended, "nobody waits")
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestADeviceIsKnownByItsUsualNames(t *testing.T) {
	for agent, want := range map[string]account.Device{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0": "Edge/Windows",
		"Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0":                                                  "Firefox/Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile/15E148 Safari/604.1":      "Safari/iPhone",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36":                 "Chrome/Linux",
		"<script>alert(1)</script>": "/",
		"":                          "/",
	} {
		if got := account.DeviceOf(agent); got != want {
			t.Errorf("%q: %q, want %q", agent, got, want)
		}
	}
}

func TestTheNameOfABotIsMarkedAndNobodyElseHasTheMark(t *testing.T) {
	if account.Key("GnuBot BOT") != account.Key("gnubot") {
		t.Errorf("the key of a bot is %q", account.Key("GnuBot BOT"))
	}
	for _, name := range []string{"Ann BOT", "Ann bot"} {
		if got, err := account.CheckName(name); err == nil {
			t.Errorf("%q is a name: %q", name, got)
		}
	}
}
