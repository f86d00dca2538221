package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/server/chat"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// linesOf returns a room's last lines.
func linesOf(t *testing.T, s store.Store, room string, limit int) []chat.Line {
	t.Helper()
	lines, err := tables.Chat(s).Lines(t.Context(), room, limit)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func linesAreKeptByRoom(t *testing.T, s store.Store) {
	var want []chat.Line
	for i, text := range []string{"hello", "<b>\"; DROP TABLE chat_lines", "שלום"} {
		l := chat.Line{
			Room: "match/a/players", Actor: "guest/1", Name: "Ann", Text: text,
			At: noon.Add(time.Duration(i) * time.Second),
		}
		kept, err := tables.Chat(s).AddLine(t.Context(), l)
		if l.Number = i + 1; err != nil || !reflect.DeepEqual(kept, l) {
			t.Fatalf("%+v, %v\nwant %+v", kept, err, l)
		}
		want = append(want, l)
	}
	other, err := tables.Chat(s).AddLine(t.Context(), chat.Line{Room: "match/a/watchers", Text: "psst", At: noon})
	if err != nil || other.Number != 1 {
		t.Errorf("the first line of another room: %+v, %v", other, err)
	}
	for limit, lines := range map[int][]chat.Line{-1: nil, 0: nil, 1: want[2:], 2: want[1:], 3: want, 100: want} {
		if got := linesOf(t, s, "match/a/players", limit); len(got) != len(lines) || len(got) > 0 &&
			!reflect.DeepEqual(got, lines) {
			t.Errorf("the last %d: %+v, want %+v", limit, got, lines)
		}
	}
	if got := linesOf(t, s, "match/a", 10); len(got) > 0 {
		t.Errorf("a room where nobody spoke: %+v", got)
	}
}

func linesOfManyGetOneNumberEach(t *testing.T, s store.Store) {
	var speakers errgroup.Group
	for i := range 20 {
		speakers.Go(func() error {
			_, err := tables.Chat(s).AddLine(t.Context(), chat.Line{Room: "r", Text: fmt.Sprint(i), At: noon})
			return err
		})
	}
	if err := speakers.Wait(); err != nil {
		t.Fatal(err)
	}
	for i, l := range linesOf(t, s, "r", 100) {
		if l.Number != i+1 {
			t.Fatalf("line %d has the number %d", i+1, l.Number)
		}
	}
}
