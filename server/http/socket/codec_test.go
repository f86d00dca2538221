package socket

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"rosette/server/http/wire"
)

func TestAPlainRequestIsReadAsByPackageJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[a-z0-9/-]{0,8}`), rapid.StringMatching(`[a"\\é<]{1,3}`), rapid.Just(""))
		one := wire.Request{
			Kind: text.Draw(t, "kind"), Topic: text.Draw(t, "topic"), ID: text.Draw(t, "id"),
			After:   rapid.SampledFrom([]int{0, 17, -1, 1 << 40}).Draw(t, "after"),
			Command: text.Draw(t, "command"), As: text.Draw(t, "as"), Point: text.Draw(t, "point"),
			Dead: rapid.Bool().Draw(t, "dead"), Komi: rapid.SampledFrom([]float64{0, 0, 6.5}).Draw(t, "komi"),
			Side: text.Draw(t, "side"), Text: text.Draw(t, "text"),
		}
		data, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := plainRequest(data); ok {
			if !reflect.DeepEqual(got, one) {
				t.Fatalf("%s is %+v", data, got)
			}
		}
		if got, _ := readRequest(data); got.Kind != "" && !reflect.DeepEqual(got, one) {
			t.Fatalf("%s is read as %+v", data, got)
		}
	})
	for text, want := range map[string]wire.Request{
		`{"kind":"do","topic":"match/x","id":"a","command":"play","as":"w","point":"E5","after":17}`: {Kind: "do", Topic: "match/x", ID: "a", Command: "play", As: "w", Point: "E5", After: 17},
		`{"kind":"say","side":"b","text":"Hello"}`:                                                   {Kind: "say", Side: "b", Text: "Hello"},
	} {
		if got, ok := plainRequest([]byte(text)); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, %t", text, got, ok)
		}
	}
	for _, text := range []string{`{"kind":1}`, `{"after":"1"}`, `{"dead":true}`, `{"komi":1}`, `{"Kind":"do"}`, `{"kind":"do","points":["A1"]}`, `[]`} {
		if got, ok := plainRequest([]byte(text)); ok {
			t.Errorf("%s is plain: %+v", text, got)
		}
	}
}

func TestAReplyIsWrittenAsByPackageJSON(t *testing.T) {
	for _, r := range []wire.Reply{{}, {Kind: "reply", Topic: "match/x", ID: `<"é`, Seq: -3}, {Kind: "reply", ID: "1", Seq: 2, Refused: "ko"}} {
		want, err := json.Marshal(r)
		if got := encodeReply(&r); err != nil || string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
