package socket

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"rosette/i18n"
	"rosette/play/view"
	"rosette/server/http/wire"
)

func TestTheExamplesOfMessagesAreMessagesAndDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]any{
		"hello": &wire.Hello{}, "joined": &wire.TopicJoined{}, "frame": &view.Frame{}, "reply": &wire.Reply{},
		"waiting": &wire.QueuePlace{}, "presence": &wire.Presence{}, "chat": &wire.Chat{}, "there": &wire.RoomPresence{}, "muted": &wire.Mute{}, "unread": &wire.UnreadCount{}, "turns": &wire.Turns{}, "left": &wire.TopicLeft{}, "beat": &wire.Beat{},
		"offers": &struct { // type in package lobby, which this package may not import
			Kind, Topic string
			All         bool
			Offers      []json.RawMessage
		}{},
	}
	check := func(m MessageExample, into any) {
		text := strings.NewReplacer("[…]", "[]", "{…}", "{}").Replace(m.Example)
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil || !strings.HasPrefix(m.Example, `{"kind":"`+m.Kind+`"`) {
			t.Errorf("%s: %s: %v", m.Kind, m.Example, err)
		}
		if !strings.Contains(string(doc), "`"+m.Example+"`") {
			t.Errorf("docs/api.md does not show %s", m.Example)
		}
		if !i18n.Has("page.api.message." + m.Kind) {
			t.Errorf("no text says what %s is about", m.Kind)
		}
	}
	for _, m := range ClientMessages() {
		check(m, &wire.Request{})
	}
	for _, m := range ServerMessages() {
		check(m, types[m.Kind])
		delete(types, m.Kind)
	}
	for kind := range types {
		t.Errorf("no example of %s", kind)
	}
}
