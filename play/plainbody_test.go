package play

import (
	"encoding/json"
	"reflect"
	"testing"
)

// plainBodies holds bodies that package json need not decode (true) and bodies that it must
// (false).
var plainBodies = map[string]bool{
	`{}`:                                    true,
	`{"color":1,"point":"C3","id":"a b~!"}`: true,
	`{"color":2,"left":14,"ply":0}`:         true,
	`{"color":1,"credit":250000000,"waited":0,"side":2}`: true,
	`{"color":1,"color":2}`:                              true,
	`{"point":""}`:                                       true,
	`{"credit":3000000000}`:                              false, // longer than a plain number
	`{"color":256}`:                                      false,
	`{"color":-1}`:                                       false,
	`{"color":01}`:                                       false,
	`{"color":"1"}`:                                      false,
	`{"point":1}`:                                        false,
	`{"color":1.5}`:                                      false,
	`{"color":1e1}`:                                      false,
	`{"color":null}`:                                     false,
	`{"Color":1}`:                                        false, // package json accepts it as color
	`{"point":"\u0041"}`:                                 false,
	`{"id":"é"}`:                                         false,
	`{"id":"` + "\x01" + `"}`:                            false,
	`{ }`:                                                false,
	`{"color" :1}`:                                       false,
	`{"color":1,}`:                                       false,
	`{,"color":1}`:                                       false,
	`{"color":1"ply":2}`:                                 false,
	`{"color":}`:                                         false,
	`{"color"}`:                                          false,
	`{"points":["A1"],"dead":true}`:                      false,
	`{"komi":6.5,"swap":true}`:                           false,
	`{"result":"B+R"}`:                                   false,
	``:                                                   false,
	`{`:                                                  false,
	`}`:                                                  false,
	`{"}`:                                                false,
	`{"a`:                                                false,
	`{"unknown":1}`:                                      false,
	`[]`:                                                 false,
	`{"seq":3}`:                                          false,
	`{"color":1}x`:                                       false,
}

// samePlainBody compares the decoded body with package json's result.
func samePlainBody(t *testing.T, body string) (plain bool) {
	t.Helper()
	got, plain := decodePlainBody([]byte(body))
	if !plain {
		return false
	}
	var want Event
	if err := json.Unmarshal([]byte(body), &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s is %+v; package json: %+v, %v", body, got, want, err)
	}
	return true
}

func TestPlainBodiesAreDecodedAsByPackageJSON(t *testing.T) {
	for body, want := range plainBodies {
		if plain := samePlainBody(t, body); plain != want {
			t.Errorf("%s: plain %t", body, plain)
		}
	}
}

func FuzzPlainBody(f *testing.F) {
	for body := range plainBodies {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) { samePlainBody(t, body) })
}
