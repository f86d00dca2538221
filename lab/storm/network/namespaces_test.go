package network

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A kernel simulates what ip and bridge do, as far as namespaces need it. It works without Linux
// and root.
type kernel struct {
	namespaces, routes map[string]bool
	links              map[string]*link
	fails              int // the number of the command that fails; 0 for none
	ran                int
}

type link struct {
	peer, in, bridge string // in is the peer's namespace
	up, forwards     bool
}

func newKernel() *kernel {
	return &kernel{namespaces: map[string]bool{"other": true}, routes: map[string]bool{}, links: map[string]*link{"eth0": {up: true}}}
}

// run executes a command line. An unknown command is an error.
func (k *kernel) run(_ context.Context, line string) (string, error) {
	if k.ran++; k.ran == k.fails {
		return "", errors.New("this one fails")
	}
	w := append(strings.Fields(line), make([]string, 12)...)
	switch line := strings.Join(w[:3], " "); {
	case line == "ip netns list":
		return strings.Join(slices.Sorted(maps.Keys(k.namespaces)), " (id: 1)\n"), nil
	case line == "ip netns pids":
		return "", nil
	case line == "ip -o link":
		return k.listed(), nil
	case line == "ip route show":
		return "198.18.0.0/24 dev x proto kernel\n" + strings.Join(slices.Sorted(maps.Keys(k.routes)), " scope host\n"), nil
	case line == "ip netns add" && !k.namespaces[w[3]]:
		k.namespaces[w[3]] = true
	case line == "ip netns del" && k.namespaces[w[3]]:
		delete(k.namespaces, w[3])
	case line == "ip link add" && k.links[w[3]] == nil:
		k.links[w[3]] = &link{peer: w[8], in: w[10], forwards: true}
	case line == "ip link del" && k.links[w[3]] != nil:
		delete(k.links, w[3])
	case line == "ip route add" && !k.routes[w[3]+" "+w[4]]:
		k.routes[w[3]+" "+w[4]] = true
	case line == "ip route del" && k.routes[w[3]+" "+w[4]]:
		delete(k.routes, w[3]+" "+w[4])
	case w[1] == "-n" && k.namespaces[w[2]], line == "ip addr add" && k.links[w[5]] != nil:
	case (line == "ip link set" || line == "bridge link set") && k.set(w[3:]):
	default:
		return "", fmt.Errorf("%s: not in this state", strings.TrimSpace(strings.Join(w, " ")))
	}
	return "", nil
}

// set changes a link.
func (k *kernel) set(w []string) bool {
	if w[0] == "dev" { // dev NAME state N
		l := k.links[w[1]]
		if l == nil || !l.up {
			return false
		}
		l.forwards = w[3] == "3"
		return true
	}
	l := k.links[w[0]]
	if l == nil {
		return false
	}
	for i, word := range w {
		switch word {
		case "up":
			l.up = true
		case "down":
			l.up = false
		case "master":
			l.bridge = w[i+1]
		}
	}
	return true
}

func (k *kernel) listed() (text string) {
	for i, name := range slices.Sorted(maps.Keys(k.links)) {
		if k.links[name].peer != "" {
			name += "@if2"
		}
		text += fmt.Sprintf("%d: %s: <UP> mtu 1500\n", i, name)
	}
	return text
}

// reaches returns the sides of a server that carry packets, and "deaf" if it receives nothing.
func (k *kernel) reaches(server int) (all string) {
	for s, name := range sides {
		l := k.links[port(server, Side(s))]
		over := k.links[bridge(Side(s))]
		if l != nil && over != nil && l.up && over.up && l.forwards && l.bridge == bridge(Side(s)) && l.in == namespace(server) && l.peer == name {
			all += " " + name
		}
	}
	if k.routes["blackhole "+inside(server, Back)] {
		all += " deaf"
	}
	return strings.TrimSpace(all)
}

// clean reports whether only the original state is left.
func (k *kernel) clean() bool {
	return len(k.namespaces) == 1 && len(k.links) == 1 && len(k.routes) == 0
}

// A closing counts calls to Close.
type closing int

func (c *closing) Close() error { *c++; return nil }

// made returns namespaces in a kernel.
func made(k *kernel) (*Namespaces, *closing, []string, error) {
	var said []string
	closed := new(closing)
	n, err := build(context.Background(), &Namespaces{run: k.run, only: closed}, 2, func(format string, words ...any) {
		said = append(said, fmt.Sprintf(format, words...))
	})
	return n, closed, said, err
}

func TestFaultsLosePacketsOfOneServerUntilTheyAreRestored(t *testing.T) {
	k := newKernel()
	n, closed, said, err := made(k)
	if err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	for want, fault := range map[string]func() error{
		"back":            func() error { return n.Unplug(t.Context(), 0, Front) },
		"":                func() error { return n.Silence(t.Context(), 0, Front, Back) },
		"front":           func() error { return n.Silence(t.Context(), 0, Back) },
		"front back deaf": func() error { return n.Deafen(t.Context(), 0) },
	} {
		if err := fault(); err != nil || k.reaches(0) != want || k.reaches(1) != "front back" {
			t.Errorf("%q and %q, want %q: %v", k.reaches(0), k.reaches(1), want, err)
		}
		if err := n.Restore(); err != nil || k.reaches(0) != "front back" {
			t.Errorf("restored: %q, %v", k.reaches(0), err)
		}
	}
	if err := errors.Join(n.Deafen(t.Context(), 1), n.Close()); err != nil || !k.clean() || *closed != 1 {
		t.Errorf("%+v is left, %v", k, err)
	}
}

func TestWhateverFailsNothingIsLeft(t *testing.T) {
	for fails := 1; fails < 100; fails++ {
		k := newKernel()
		k.fails = fails
		n, closed, _, err := made(k)
		if err == nil {
			if fails < len(plan(2)) {
				t.Errorf("command %d may fail", fails)
			}
			k.fails = 0
			if err := n.Close(); err != nil {
				t.Error(err)
			}
			return
		}
		if !k.clean() || *closed != 1 {
			t.Errorf("when command %d fails %+v is left", fails, k)
		}
	}
}

func TestWhatARunHasLeftIsRemovedAndNamed(t *testing.T) {
	k := newKernel()
	if _, _, _, err := made(k); err != nil { // and do not close them
		t.Fatal(err)
	}
	n, _, said, err := made(k)
	if err != nil || len(said) != 1 || !strings.Contains(said[0], "rosette-storm-0, rosette-storm-1") || !strings.Contains(said[0], "rstorm-back1") {
		t.Fatal(err, said)
	}
	if err := n.Close(); err != nil || !k.clean() {
		t.Errorf("%+v is left, %v", k, err)
	}
}

func TestWithoutLinuxAndRootThereAreNoNamespaces(t *testing.T) {
	for system, user := range map[string]int{"darwin": 0, "linux": 1000, "windows": -1} {
		if err := possible(system, user); err == nil || !strings.Contains(err.Error(), "need Linux and root") {
			t.Errorf("%s, user %d: %v", system, user, err)
		}
	}
	if err := possible("linux", 0); err != nil {
		t.Error(err)
	}
}

func TestServersReachServicesAtAnotherAddress(t *testing.T) {
	var n Namespaces
	for to, want := range map[string]string{
		"nats://127.0.0.1:4222":                   "nats://198.18.1.1:4222",
		"postgres://a@localhost/b?sslmode=prefer": "postgres://a@198.18.1.1/b?sslmode=prefer",
		"postgres:///b?host=/run":                 "",
	} {
		if got, err := n.At(to); got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v, want %q", to, got, err, want)
		}
	}
	if exec, at := strings.Join(n.Exec(1), " "), n.Listen(1); exec != "ip netns exec rosette-storm-1" || at != "198.18.0.3:0" {
		t.Errorf("%s, %s", exec, at)
	}
}
