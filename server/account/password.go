package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"rosette/server/budget"
	"rosette/server/refusal"
)

// Bounds for a password in letters, and the maximum in bytes that is hashed. Earlier versions
// accepted longer passwords, which still work.
const (
	shortestPassword = 8
	longestPassword  = 128
	mostHashed       = 4 * longestPassword
)

// common are passwords that attackers try first. Longer lists contain mostly shorter passwords.
var common = strings.Fields(`
	password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 12345678910
	123123123 11111111 00000000 88888888 87654321 987654321 0987654321 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop
	qwerty123 qwerty12 azertyuiop azerty123 asdfghjkl asdfasdf abcdefgh abcd1234 abc12345 abc123456 iloveyou iloveyou1
	sunshine princess football baseball superman trustno1 starwars whatever computer letmein1 welcome1 welcome123
	admin123 administrator changeme charlie1 dragon123 monkey123 michael1 jennifer mustang1 internet samsung1 liverpool
	motdepasse contraseña contrasena modpas123 bonjour1 doudou123 chocolat soleil123 hola12345 teamoteamo
	rosette1 rosette123 gogogogo`)

// CheckPassword returns a password in its normal form, or a [refusal.Error] with the rule that it
// breaks.
func CheckPassword(password, name string) (string, error) {
	if len(password) > mostHashed || !utf8.ValidString(password) {
		return "", refuse("account.password.long", "most", longestPassword)
	}
	password = normalPassword(password)
	if utf8.RuneCountInString(password) > longestPassword {
		return "", refuse("account.password.long", "most", longestPassword)
	}
	plain := strings.ToLower(password)
	switch {
	case utf8.RuneCountInString(password) < shortestPassword:
		return "", refuse("account.password.short", "least", shortestPassword)
	case strings.Trim(plain, plain[:1]) == "" || slices.Contains(common, plain):
		return "", refuse("account.password.common")
	case name != "" && Key(plain) == Key(name):
		return "", refuse("account.password.name")
	}
	return password, nil
}

// normalPassword returns a form that does not depend on the keyboard.
func normalPassword(password string) string { return norm.NFC.String(password) }

// A Cost is the cost of hashing a password with argon2id.
type Cost struct {
	Memory  uint32 // KiB
	Time    uint32 // passes
	Threads uint8
}

// UsualCost is OWASP's first recommendation, about 30 ms on one core.
var UsualCost = Cost{Memory: 19 << 10, Time: 2, Threads: 1}

// ErrBusy means that a [Hasher]'s budget is exhausted.
var ErrBusy = &refusal.Error{Kind: refusal.Busy, Code: "account.busy", Wait: time.Second}

// hashTime is about the time for a hash.
const hashTime = 40 * time.Millisecond

// A Hasher hashes passwords. Each hash waits for memory and a core.
type Hasher struct {
	Cost   Cost
	Budget *budget.Budget // unlimited if nil
}

// work calls f when the budget has room for cost. It counts for the owner in ctx.
func (h *Hasher) work(ctx context.Context, cost Cost, f func()) error {
	lease, err := h.Budget.Acquire(ctx, budget.OwnerOf(ctx), budget.Cost{
		Memory: int64(cost.Memory) << 10, CPU: hashTime,
	})
	if errors.As(err, new(budget.BusyError)) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	defer lease.Release()
	f()
	return nil
}

const (
	saltBytes = 16
	hashBytes = 32
)

// Hash returns the stored form of a password: a PHC string with the cost and a new salt.
func (h *Hasher) Hash(ctx context.Context, password string) (text string, err error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails; the process ends if the system has no random bits
	err = h.work(ctx, h.Cost, func() { text = h.encode(password, salt) })
	return text, err
}

func (h *Hasher) encode(password string, salt []byte) string {
	sum := argon2.IDKey([]byte(normalPassword(password)), salt, h.Cost.Time, h.Cost.Memory, h.Cost.Threads, hashBytes)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.Cost.Memory, h.Cost.Time,
		h.Cost.Threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// Verify reports whether a password matches a stored hash, and whether the hash has an outdated
// cost. It takes as long if stored is "", so that the time does not reveal which accounts have a
// password.
func (h *Hasher) Verify(ctx context.Context, stored, password string) (ok, dated bool, err error) {
	cost, salt, sum, err := parseHash(stored)
	if stored == "" {
		cost = h.Cost
		salt = make([]byte, saltBytes)
		sum = nil
		err = nil
	}
	if err != nil {
		return false, false, err
	}
	err = h.work(ctx, cost, func() {
		got := argon2.IDKey([]byte(normalPassword(password)), salt, cost.Time, cost.Memory, cost.Threads, hashBytes)
		ok = subtle.ConstantTimeCompare(got, sum) == 1
	})
	return ok, cost != h.Cost, err
}

// errNoHash means that a stored text is not an argon2id hash.
var errNoHash = errors.New("account: a stored password is not of argon2id")

// parseHash parses a result of encode.
func parseHash(text string) (cost Cost, salt, sum []byte, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, errNoHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.Memory, &cost.Time, &cost.Threads); err != nil ||
		cost.Time == 0 || cost.Threads == 0 {
		return cost, nil, nil, errNoHash
	}
	salt, err = base64.RawStdEncoding.DecodeString(parts[4])
	if err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil || len(sum) != hashBytes {
		return cost, nil, nil, errNoHash
	}
	return cost, salt, sum, nil
}
