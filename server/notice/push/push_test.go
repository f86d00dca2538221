package push_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"rosette/internal/waittest"
	"rosette/server/notice"
	"rosette/server/notice/push"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A browser has the keys for reading pushed messages.
type browser struct {
	*testing.T
	private *ecdh.PrivateKey
	auth    []byte
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t, private, make([]byte, 16)}
	rand.Read(b.auth)
	return b
}

// device returns the browser as a device of the server.
func (b *browser) device(endpoint string) notice.Device {
	write := base64.RawURLEncoding.EncodeToString
	return notice.Device{ID: notice.DeviceID(endpoint), Actor: "user/ana", Details: notice.Details{
		Endpoint: endpoint, Key: write(b.private.PublicKey().Bytes()), Auth: write(b.auth), Language: "en",
	}}
}

// read decrypts a body as specified in RFC 8291.
func (b *browser) read(body []byte) notice.Message {
	b.Helper()
	salt := body[:16]
	size := binary.BigEndian.Uint32(body[16:20])
	keyLength := int(body[20])
	sender, sealed := body[21:21+keyLength], body[21+keyLength:]
	if int(size) < len(sealed) {
		b.Fatalf("a record of %d bytes has %d", size, len(sealed))
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		b.Fatal(err)
	}
	shared, err := b.private.ECDH(public)
	if err != nil {
		b.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, length int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, length)
		if err != nil {
			b.Fatal(err)
		}
		return key
	}
	info := "WebPush: info\x00" + string(b.private.PublicKey().Bytes()) + string(sender)
	secret := derive(shared, b.auth, info, 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		b.Fatal(err)
	}
	open, err := cipher.NewGCM(block)
	if err != nil {
		b.Fatal(err)
	}
	plain, err := open.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		b.Fatal(err)
	}
	text, _, _ := strings.Cut(string(plain), "\x02") // the padding follows
	var m notice.Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		b.Fatal(err)
	}
	return m
}

func TestABrowserReadsWhatIsPushedAndNobodyElse(t *testing.T) {
	b, kept := newBrowser(t), tables.Notices(storetest.Open(t))
	sender := push.New(push.Options{Store: kept, Contact: "admin@example.org", Loopback: true})
	key, err := sender.Key(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := notice.TurnMessage("fr", "abc", "rosette-5", "Zoé <b>", notice.TurnMove)
	var got notice.Message
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) > 4096 || strings.Contains(string(body), "Zoé") {
			t.Errorf("%d bytes, %v", len(body), err)
		}
		got = b.read(body)
		for name, want := range map[string]string{"Content-Encoding": "aes128gcm", "Ttl": "3600", "Topic": "abc", "Urgency": "high"} {
			if is := r.Header.Get(name); is != want {
				t.Errorf("%s: %q, want %q", name, is, want)
			}
		}
		checkSignature(t, r, key)
		w.WriteHeader(http.StatusCreated)
	}))
	defer service.Close()
	device := b.device(service.URL + "/push/1")
	if err := sender.Send(t.Context(), device, want, push.Envelope{Topic: "abc", Life: time.Hour, Urgent: true}); err != nil {
		t.Fatal(err)
	}
	if got != want || got.Title != "À vous de jouer" || got.Body != "Zoé <b> attend votre coup.\nPlateau moyen" {
		t.Errorf("%+v, want %+v", got, want)
	}
	again := push.New(push.Options{Store: kept})
	if other, err := again.Key(t.Context()); err != nil || other != key {
		t.Errorf("after a restart the key is %s, %v", other, err)
	}
	if err := again.Send(t.Context(), device, want, push.Envelope{}); !errors.Is(err, push.ErrRefused) {
		t.Errorf("without the flag, to this machine: %v", err)
	}
}

// checkSignature checks that a request is signed with the server's key.
func checkSignature(t *testing.T, r *http.Request, key string) {
	t.Helper()
	token, public, ok := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ", k=")
	if !ok || public != key {
		t.Errorf("signed with %q, want %q", public, key)
	}
	bytes, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		t.Fatal(err)
	}
	claims := jwt.MapClaims{}
	if _, err := jwt.ParseWithClaims(token, claims, func(*jwt.Token) (any, error) { return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), bytes) }); err != nil {
		t.Error(err)
	}
	if claims["sub"] != "mailto:admin@example.org" || claims["aud"] != "http://"+r.Host {
		t.Errorf("%v", claims)
	}
}

func TestWhatAPushServiceAnswersIsFinalOrNot(t *testing.T) {
	b, kept := newBrowser(t), tables.Notices(storetest.Open(t))
	sender := push.New(push.Options{Store: kept, Loopback: true, Wait: waittest.Limit})
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it follows a redirect") }))
	defer elsewhere.Close()
	status := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", elsewhere.URL)
		w.WriteHeader(status)
	}))
	defer service.Close()
	for _, c := range []struct {
		status int
		final  error
	}{{404, push.ErrGone}, {410, push.ErrGone}, {403, push.ErrRefused}, {302, push.ErrRefused}, {413, push.ErrRefused}, {429, nil}, {503, nil}} {
		status = c.status
		err := sender.Send(t.Context(), b.device(service.URL+"/secret"), notice.Message{}, push.Envelope{})
		if err == nil || c.final != nil && !errors.Is(err, c.final) || c.final == nil && (errors.Is(err, push.ErrGone) || errors.Is(err, push.ErrRefused)) {
			t.Errorf("%d: %v, want %v", c.status, err, c.final)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the address: %v", err)
		}
	}
	service.Close()
	err := sender.Send(context.Background(), b.device(service.URL+"/secret"), notice.Message{}, push.Envelope{})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("where nobody listens: %v", err)
	}
}
