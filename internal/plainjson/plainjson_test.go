package plainjson_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"rosette/internal/plainjson"
)

func ExampleObject() {
	plain := plainjson.Object([]byte(`{"point":"E5","after":17}`), func(name []byte, v plainjson.Value) bool {
		fmt.Printf("%s: %s %d\n", name, v.Text, v.Number)
		return true
	})
	fmt.Println(plain)
	// Output:
	// point: E5 0
	// after:  17
	// true
}

func ExampleWriter() {
	w := plainjson.Begin(nil)
	w.Text("key", "move.play")
	w.SomeInt("n", 0)
	w.Put(plainjson.AppendInts(w.Name("points"), []int{3, 4}))
	w.True("lasting", true)
	fmt.Printf("%s\n", w.End())
	// Output: {"key":"move.play","points":[3,4],"lasting":true}
}

func TestAnObjectIsReadAsByPackageJSONOrNotAtAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`\{("(a|B|é|\\u0041| )?":("(x|~| |<)?"|-?[01]{1,3}|true|1e1|2147483648|null),?){0,3}\}`),
			rapid.StringMatching(`[{}",:a1 ]{0,8}`),
		).Draw(t, "text")
		got := map[string]any{}
		plain := plainjson.Object([]byte(text), func(name []byte, v plainjson.Value) bool {
			if got[string(name)] = any(float64(v.Number)); v.Quoted {
				got[string(name)] = string(v.Text)
			}
			return true
		})
		var want map[string]any
		if err := json.Unmarshal([]byte(text), &want); plain && (err != nil || !maps.Equal(got, want)) {
			t.Fatalf("%s is %v, want %v, %v", text, got, want, err)
		}
	})
}

func TestWhatIsWrittenIsWhatPackageJSONWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := struct {
			Text    string  `json:"text"`
			Some    string  `json:"so<me,omitempty"`
			Int     int64   `json:"int"`
			SomeInt int64   `json:"someInt,omitempty"`
			Bool    bool    `json:"bool"`
			True    bool    `json:"true,omitempty"`
			Float   float64 `json:"float"`
			Ints    []int16 `json:"ints"`
		}{
			rapid.String().Draw(t, "text"), rapid.SampledFrom([]string{"", "a", "\x7f", "<&>", "\"\\\n", "\u2028", "\xff"}).Draw(t, "some"),
			rapid.Int64().Draw(t, "int"), rapid.Int64Range(-1, 1).Draw(t, "some int"), rapid.Bool().Draw(t, "bool"), rapid.Bool().Draw(t, "true"),
			rapid.OneOf(rapid.Float64(), rapid.Map(rapid.IntRange(-99, 99), func(n int) float64 { return float64(n) / 2 })).Draw(t, "float"),
			append([]int16{}, rapid.SliceOf(rapid.Int16()).Draw(t, "ints")...),
		}
		w := plainjson.Begin(nil)
		w.Text("text", value.Text)
		w.SomeText("so<me", value.Some)
		w.Int("int", value.Int)
		w.SomeInt("someInt", value.SomeInt)
		w.Bool("bool", value.Bool)
		w.True("true", value.True)
		w.Float("float", value.Float)
		w.Put(plainjson.AppendInts(w.Name("ints"), value.Ints))
		got := string(w.End())
		want, err := json.Marshal(value)
		if err != nil || got != string(want) {
			t.Fatalf("%s, want %s, %v", got, want, err)
		}
	})
}
