package moderation

import (
	"context"
	"runtime"

	"rosette/server/http/web"
)

// A Load is what a server is at.
type Load struct {
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

// Loaded returns what the server is at, which only moderators should see.
func (s *Server) Loaded() Load {
	l := s.Parts()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	l.Memory, l.Goroutines = memory.Sys, runtime.NumGoroutine()
	return l
}

type loadOutput struct{ Body Load }

func (s *Server) getLoad(ctx context.Context, _ *noInput) (*loadOutput, error) {
	if _, err := s.Moderator(web.RequestOf(ctx)); err != nil {
		return nil, err
	}
	return &loadOutput{s.Loaded()}, nil
}
