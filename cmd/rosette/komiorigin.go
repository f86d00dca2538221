package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"rosette/engine/neural"
	"rosette/engine/player"
)

// An origin says where a fair komi comes from, so that who reads it elsewhere
// knows whose it is and can find it again.
type origin struct {
	Version string     `json:"version"` // of the program
	Date    string     `json:"date"`    // of the summary, in UTC
	Player  fairPlayer `json:"player"`
	Command string     `json:"command"` // that finds it again
}

// A fairPlayer is who played both colours.
type fairPlayer struct {
	Network *fairNetwork `json:"network"` // null where playouts think
	Level   string       `json:"level"`
	Visits  int          `json:"visits"`  // most for a move, 0 without a bound
	Seconds float64      `json:"seconds"` // for a move, 0 where visits alone bound it
	Threads int          `json:"threads"`
}

// A fairNetwork names a network.
type fairNetwork struct {
	Name string `json:"name"` // its size, such as b4c48
	Hash string `json:"hash"`
}

// origin is that of what was asked for.
func (k *fairness) origin(now time.Time) origin {
	p := fairPlayer{Level: k.f.config.Level, Visits: k.f.config.Visits, Seconds: k.f.config.Time.Seconds(), Threads: max(k.f.config.Threads, 1)}
	if p.Visits == 0 && p.Seconds == 0 {
		p.Seconds = player.DefaultMove.Seconds()
	}
	if net := k.f.config.NetworkFor(k.run.Graph, k.run.Rules); net != nil && k.f.config.UsesNetwork() {
		p.Network = fairNetworkOf(net)
	}
	return origin{version(), now.UTC().Format(time.DateOnly), p, k.again()}
}

func fairNetworkOf(net *neural.Network) *fairNetwork {
	return &fairNetwork{Name: fmt.Sprintf("b%dc%d", net.Blocks, net.Channels), Hash: net.Hash}
}

// again is the command that plays the same games, but for the folder that keeps
// them and how many are played at a time.
func (k *fairness) again() string {
	words := []string{"rosette komi --board " + k.asked.Board}
	add := func(flag string, value any, told bool) {
		if told {
			words = append(words, fmt.Sprintf("--%s %v", flag, value))
		}
	}
	set := k.f.set.Changed
	add("rules", quoted(k.f.rulesText), set("rules"))
	add("network", quoted(filepath.Base(k.f.network)), k.f.network != "")
	add("level", k.f.config.Level, set("level"))
	add("visits", k.f.config.Visits, k.f.config.Visits > 0)
	add("time", k.f.config.Time, k.f.config.Time > 0)
	add("threads", k.f.config.Threads, k.f.config.Threads > 1)
	add("memory", k.f.memory.String(), set("memory"))
	add("games", k.all, true)
	add("from", k.from, true)
	add("to", k.to, true)
	add("step", k.step, true)
	add("max-moves", k.maxMoves, k.maxMoves != 3*k.run.Graph.Points())
	add("seed", k.asked.Seed, true)
	return strings.Join(append(words, "--json"), " ")
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t\n'\"\\{}[]()$&|;<>*?!#~`") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
