package client

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"rosette/server/http/wire"
)

// serve runs a server that responds like the real one and includes the client's address.
func serve(t *testing.T) *Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/games", func(w http.ResponseWriter, r *http.Request) {
		var g wire.NewGame
		if err := json.NewDecoder(r.Body).Decode(&g); err != nil || g.Board == "none" {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, `{"status":422,"code":"api.unfit","detail":"It does not fit.","errors":[{"location":"body.board","code":"form.board","message":"No such board."}]}`)
			return
		}
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			t.Error(err)
		}
		http.SetCookie(w, &http.Cookie{Name: "guest", Value: "from" + host})
		fmt.Fprintf(w, `{"id":%q}`, g.Board+g.Clock)
	})
	mux.HandleFunc("GET /page", func(w http.ResponseWriter, r *http.Request) {
		cookie, err := r.Cookie("guest")
		if err != nil {
			http.Error(w, "Nobody is known here.", http.StatusForbidden)
			return
		}
		fmt.Fprint(w, cookie.Value)
	})
	mux.HandleFunc("GET /api/socket", func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.CloseNow()
		for {
			kind, data, err := conn.Read(r.Context())
			if err != nil {
				return
			}
			if err := conn.Write(r.Context(), kind, []byte(strings.Repeat(string(data), 40))); err != nil {
				return
			}
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return New(s.URL + "/")
}

func TestAGameIsOpenedAndThePageKnowsTheSession(t *testing.T) {
	c := serve(t)
	opened, session, err := c.OpenGame(t.Context(), "", wire.NewGame{Board: "rosette-5", Clock: "10m"})
	if err != nil || opened.ID != "rosette-510m" || session != "from127.0.0.1" {
		t.Fatalf("%+v, session %q, %v", opened, session, err)
	}
	if size, err := c.Get(t.Context(), session, "/page"); err != nil || size != int64(len(session)) {
		t.Errorf("%d bytes, %v", size, err)
	}
}

func TestRefusalsAreErrorsInWords(t *testing.T) {
	c := serve(t)
	_, _, err := c.OpenGame(t.Context(), "", wire.NewGame{Board: "none"})
	if want := "422 Unprocessable Entity: It does not fit. (body.board: No such board.)"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = c.Get(t.Context(), "", "/page")
	if want := "403 Forbidden: Nobody is known here."; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestASocketSendsAndReceives(t *testing.T) {
	conn, err := serve(t).Dial(t.Context(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, id := range []string{"a", strings.Repeat("b", 60)} {
		if err := conn.Send(wire.Request{Kind: "probe", ID: id}); err != nil {
			t.Fatal(err)
		}
		want := strings.Repeat(fmt.Sprintf(`{"kind":"probe","id":%q}`, id), 40)
		if data, err := conn.Receive(); err != nil || string(data) != want {
			t.Fatalf("received %s, %v", data, err)
		}
	}
	conn.Close() // closing twice is harmless
	if _, err := conn.Receive(); err == nil {
		t.Error("a closed socket receives")
	}
}
