package moderation

import (
	"math"
	"net/url"
	"time"

	"rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

type (
	// A NewMute is a request to mute a named user or the author of a line.
	NewMute struct {
		Name   string `json:"name,omitempty" maxLength:"100"`
		Room   string `json:"room,omitempty" maxLength:"100"`
		Number int    `json:"number,omitempty"`
		Report string `json:"report,omitempty" maxLength:"64" doc:"The id of a report that quotes the line, where you may not read the room yourself"`
		Hours  int    `json:"hours" doc:"1 to 8784"`
		Reason string `json:"reason" doc:"Up to 200 characters; who is muted reads it"`
	}
	// A Mute is a mute that has not ended.
	Mute struct {
		Actor  string `json:"actor"`
		Name   string `json:"name"`
		Until  int64  `json:"until"`
		Reason string `json:"reason"`
	}
	// A HiddenLine is a request to hide a line.
	HiddenLine struct {
		Room   string `json:"room" maxLength:"100"`
		Number int    `json:"number"`
		Report string `json:"report,omitempty" maxLength:"64" doc:"The id of a report that quotes the line, where you may not read the room yourself"`
		Reason string `json:"reason,omitempty" doc:"Up to 200 characters"`
	}
	// A Member is a user as shown to moderators.
	Member struct {
		Name   string `json:"name"`
		Role   string `json:"role"` // player, moderator or admin
		Joined int64  `json:"joined"`
		Muted  *Mute  `json:"muted,omitempty"`
	}
	// A Pair is a pair of players whose rated games were mostly won by one of them.
	Pair struct {
		Winner     string  `json:"winner" doc:"Name, empty for an account that is closed"`
		Loser      string  `json:"loser" doc:"Name, empty for an account that is closed"`
		Games      int     `json:"games"`
		OneAddress int     `json:"oneAddress,omitempty" doc:"Games in which both were at one address"`
		Share      float64 `json:"share" doc:"Of the points that the winner won, from 0.75 to 1"`
		Gained     int     `json:"gained" doc:"Points by which the winner's ratings rose"`
		Last       int64   `json:"last" doc:"End of the last game"`
		Page       string  `json:"page,omitempty" doc:"Where their games are listed"`
	}
	// Pairs lists the most lopsided pairs, sorted by the points gained, most first.
	Pairs struct {
		From  int64  `json:"from" doc:"The end of the earliest game that counts: 30 days ago, or later where there are more than 10,000 rated games"`
		Pairs []Pair `json:"pairs"`
	}
	// A Load is a server's use of resources.
	Load struct {
		Version    string `json:"version"`
		Since      int64  `json:"since" doc:"When this process began, in milliseconds since 1970"`
		Database   string `json:"database" doc:"Where the games are: sqlite, postgresql or memory"`
		Sockets    int    `json:"sockets" doc:"Open ones"`
		Matches    int    `json:"matches" doc:"Those in memory, which somebody plays, watches or has just left"`
		Running    int    `json:"running" doc:"Thoughts of the computer: moves, estimates and reviews"`
		Waiting    int    `json:"waiting" doc:"Thoughts that wait for their turn"`
		Workers    int    `json:"workers" doc:"Processes elsewhere that compute for this one"`
		Slots      int    `json:"slots" doc:"Thoughts that those have at once"`
		Memory     uint64 `json:"memory" doc:"Bytes that the program has from the system"`
		Goroutines int    `json:"goroutines"`
	}
)

func muteOf(m moderation.Mute) Mute { return Mute{m.Actor, m.Name, m.Until.UnixMilli(), m.Reason} }

func memberOf(p moderation.Person) Member {
	m := Member{Name: p.Name, Role: p.Role.String(), Joined: p.Created.UnixMilli()}
	if !p.Mute.Until.IsZero() {
		mute := muteOf(p.Mute)
		m.Muted = &mute
	}
	return m
}

// PairsOf converts pairs for clients. from is the end of the earliest game that counts.
func PairsOf(pairs []moderation.Pair, from time.Time) Pairs {
	return Pairs{From: from.UnixMilli(), Pairs: web.ListOf(pairs, pairOf)}
}

func pairOf(p moderation.Pair) Pair {
	pair := Pair{
		Winner: p.Winner, Loser: p.Loser, Games: p.Games, OneAddress: p.OneAddress,
		Share: math.Round(p.Share()*1000) / 1000, Gained: int(math.Round(p.Gained)), Last: p.Last.UnixMilli(),
	}
	if pair.Winner != "" && pair.Loser != "" {
		query := url.Values{"opponent": {pair.Loser}, "rated": {"true"}}
		pair.Page = account.Page(pair.Winner) + "?" + query.Encode()
	}
	return pair
}
