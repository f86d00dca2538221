package client

import (
	"net/netip"
	"testing"

	"rosette/server/http/wire"
)

func TestConnectionsComeFromTheAddressThatIsWanted(t *testing.T) {
	c := serve(t)
	ctx := From(t.Context(), netip.MustParseAddr("127.9.8.7"))
	if _, session, err := c.OpenGame(ctx, "", wire.NewGame{Board: "rosette-5"}); err != nil || session != "from127.9.8.7" {
		t.Errorf("session %q, %v", session, err)
	}
}
