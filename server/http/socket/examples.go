package socket

// A MessageExample shows a socket message. The catalogue text with key page.api.message plus Kind
// describes it.
type MessageExample struct{ Kind, Example string }

// ClientMessages returns an example for each kind of client message.
func ClientMessages() []MessageExample {
	return []MessageExample{
		{KindJoin, `{"kind":"join","topic":"match/ID","after":17}`},
		{KindLeave, `{"kind":"leave","topic":"match/ID"}`},
		{KindDo, `{"kind":"do","topic":"match/ID","id":"a1","after":17,"command":"play","point":"E5"}`},
		{KindSay, `{"kind":"say","topic":"match/ID","id":"a3","text":"Hello"}`},
		{KindProbe, `{"kind":"probe","id":"a2"}`},
	}
}

// ServerMessages returns an example for each kind of server message.
func ServerMessages() []MessageExample {
	return []MessageExample{
		{"hello", `{"kind":"hello","now":1795356853583,"beat":10000}`},
		{"joined", `{"kind":"joined","topic":"match/ID","seq":17,"seat":"b"}`},
		{
			"frame",
			`{"kind":"frame","topic":"match/ID","seq":18,"after":17,"events":[…],"say":[…],"moves":null,"state":{…}}`,
		},
		{"reply", `{"kind":"reply","topic":"match/ID","id":"a1","seq":18}`},
		{"waiting", `{"kind":"waiting","topic":"match/ID","place":3}`},
		{
			"presence",
			`{"kind":"presence","topic":"match/ID","there":"b","gone":{"w":1795356853583},"watching":2,"signal":{"b":4}}`,
		},
		{
			"chat",
			`{"kind":"chat","topic":"match/ID","lines":[{"part":"players","number":1,"seat":"b","name":"Ann","text":"Hello","at":1795356853583}]}`,
		},
		{"there", `{"kind":"there","topic":"room/lounge","names":["Ann","Bob"],"guests":2}`},
		{"muted", `{"kind":"muted","until":1795356853583,"reason":"Insults"}`},
		{"unread", `{"kind":"unread","count":3}`},
		{"turns", `{"kind":"turns","topic":"turns"}`},
		{"left", `{"kind":"left","topic":"match/ID","reason":"no-match"}`},
		{"beat", `{"kind":"beat","now":1795356863583}`},
		{"offers", `{"kind":"offers","topic":"lobby","all":true,"offers":[…]}`},
	}
}
