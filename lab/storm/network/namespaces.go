package network

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// Where who is. The addresses are those that RFC 2544 keeps for measurements.
var (
	// Services is where servers in namespaces reach what listens on all addresses of this
	// machine.
	Services = netip.AddrFrom4([4]byte{198, 18, byte(Back), 1})
	// Clients are addresses of this machine from which servers in namespaces are reached.
	Clients = netip.MustParsePrefix("198.19.0.0/16")
)

// A Side is one of the two networks of a server.
type Side int

// The networks of a server.
const (
	Front Side = iota // to its clients
	Back              // to its services
)

// sides are all sides and their names.
var sides = []string{Front: "front", Back: "back"}

// What the names of namespaces and of links begin with.
const (
	namespacePrefix = "rosette-storm-"
	linkPrefix      = "rstorm-"
)

func namespace(server int) string      { return namespacePrefix + strconv.Itoa(server) }
func bridge(s Side) string             { return linkPrefix + sides[s] }
func port(server int, s Side) string   { return fmt.Sprintf("%s%s%d", linkPrefix, sides[s], server) }
func inside(server int, s Side) string { return address(s, server+2) }

// address returns an address of one of the networks.
func address(s Side, host int) string { return fmt.Sprintf("198.18.%d.%d", s, host) }

// Namespaces are a network namespace for each of some servers. A bridge joins this machine
// with the front sides of all servers, another one with their back sides, so each side of
// a server can be cut by itself. They have no way to any other network.
type Namespaces struct {
	run  command
	only io.Closer // nobody else has namespaces meanwhile
	undo []string  // the commands that end the faults
}

// A command runs a command line and returns what it prints.
type command func(ctx context.Context, line string) (string, error)

// system runs the programs ip and bridge of iproute2. They are called instead of a library,
// because "ip netns exec" starts a server in a namespace without threads of this process
// changing theirs, and because whoever reads an error can repeat the command.
func system(ctx context.Context, line string) (string, error) {
	words := strings.Fields(line)
	out, err := exec.CommandContext(ctx, words[0], words[1:]...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%s: %s", line, strings.TrimSpace(string(failed.Stderr)))
	}
	return string(out), err
}

// NewNamespaces makes namespaces, as root of Linux. It removes what an earlier run that was
// killed has left, with the servers in it, and says so. Close removes all of it.
func NewNamespaces(ctx context.Context, servers int, report func(format string, words ...any)) (*Namespaces, error) {
	if err := Possible(); err != nil {
		return nil, err
	}
	// The kernel gives the name free when the process ends, however that happens.
	only, err := net.Listen("unix", "@"+namespacePrefix+"namespaces")
	if err != nil {
		return nil, errors.New("another rosette lab storm uses network namespaces: wait for its end")
	}
	return build(ctx, &Namespaces{run: system, only: only}, servers, report)
}

// Possible returns why this process can make no namespaces, nil if it can.
func Possible() error {
	if err := possible(runtime.GOOS, os.Geteuid()); err != nil {
		return err
	}
	for _, program := range []string{"ip", "bridge"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("network namespaces need the program %s: install iproute2", program)
		}
	}
	return nil
}

// possible returns why there can be none on a system for a user.
func possible(system string, user int) error {
	if system != "linux" || user != 0 {
		return errors.New("network namespaces need Linux and root: run it as root there, or without --namespaces, by proxies")
	}
	return nil
}

// build removes what an earlier run has left and makes namespaces.
func build(ctx context.Context, n *Namespaces, servers int, report func(format string, words ...any)) (*Namespaces, error) {
	left, err := n.remove(ctx)
	if len(left) > 0 {
		report("removed what a run before has left: %s", strings.Join(left, ", "))
	}
	if err == nil {
		err = n.do(ctx, plan(servers)...)
	}
	if err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

// plan returns the commands that make a network.
func plan(servers int) (all []string) {
	for s := range sides {
		s := Side(s)
		all = append(all,
			"ip link add "+bridge(s)+" type bridge",
			"ip addr add "+address(s, 1)+"/24 dev "+bridge(s),
			"ip link set "+bridge(s)+" up")
	}
	all = append(all, "ip route add local "+Clients.String()+" dev lo")
	for i := range servers {
		all = append(all, "ip netns add "+namespace(i), "ip -n "+namespace(i)+" link set lo up")
		for s, name := range sides {
			s := Side(s)
			all = append(all,
				"ip link add "+port(i, s)+" type veth peer name "+name+" netns "+namespace(i),
				"ip link set "+port(i, s)+" master "+bridge(s)+" up",
				"ip -n "+namespace(i)+" addr add "+inside(i, s)+"/24 dev "+name,
				"ip -n "+namespace(i)+" link set "+name+" up")
		}
		all = append(all, "ip -n "+namespace(i)+" route add "+Clients.String()+" via "+address(Front, 1))
	}
	return all
}

// do runs one command after the other.
func (n *Namespaces) do(ctx context.Context, commands ...string) error {
	for _, c := range commands {
		if _, err := n.run(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// Exec returns the command that runs another one in the namespace of a server. It becomes
// that command, so that signals reach it.
func (n *Namespaces) Exec(server int) []string {
	return []string{"ip", "netns", "exec", namespace(server)}
}

// Listen returns the address at which clients reach a server.
func (n *Namespaces) Listen(server int) string { return net.JoinHostPort(inside(server, Front), "0") }

// At returns a URL of something on this machine as servers in namespaces reach it.
func (n *Namespaces) At(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil || u.Hostname() == "" {
		return "", fmt.Errorf("%q names no host", to)
	}
	host := Services.String()
	if u.Port() != "" {
		host = net.JoinHostPort(host, u.Port())
	}
	u.Host = host
	return u.String(), nil
}

// Unplug takes the links of a server down, as when a cable is pulled: the server sees it.
func (n *Namespaces) Unplug(ctx context.Context, server int, of ...Side) error {
	for _, s := range of {
		if err := n.fault(ctx, "ip link set "+port(server, s)+" down", "ip link set "+port(server, s)+" up"); err != nil {
			return err
		}
	}
	return nil
}

// States of a port of a bridge, of linux/if_bridge.h.
const (
	disabled   = "0"
	forwarding = "3"
)

// Silence loses all packets of a server on some sides, as when a switch fails: neither end
// sees it.
func (n *Namespaces) Silence(ctx context.Context, server int, of ...Side) error {
	for _, s := range of {
		set := "bridge link set dev " + port(server, s) + " state "
		if err := n.fault(ctx, set+disabled, set+forwarding); err != nil {
			return err
		}
	}
	return nil
}

// Deafen loses what the services send to a server. What the server sends arrives.
func (n *Namespaces) Deafen(ctx context.Context, server int) error {
	route := "blackhole " + inside(server, Back)
	return n.fault(ctx, "ip route add "+route, "ip route del "+route)
}

// fault executes a command that Restore undoes.
func (n *Namespaces) fault(ctx context.Context, do, undo string) error {
	err := n.do(ctx, do)
	if err == nil {
		n.undo = append(n.undo, undo)
	}
	return err
}

// Restore ends all faults.
func (n *Namespaces) Restore() error {
	err := n.do(context.Background(), n.undo...)
	n.undo = nil
	return err
}

// Close removes the namespaces, with the processes in them.
func (n *Namespaces) Close() error {
	_, err := n.remove(context.Background())
	return errors.Join(err, n.only.Close())
}

// remove removes everything that has the names of namespaces, and names it. A link goes
// with its other end.
func (n *Namespaces) remove(ctx context.Context) (removed []string, err error) {
	for _, kind := range []struct {
		list, remove string
		name         func(line string) string
		before       func(ctx context.Context, name string) error
	}{
		{"ip route show table all root 198.18.0.0/15", "ip route del ", routeOf, nil},
		{"ip -o link show", "ip link del ", linkOf, nil},
		{"ip netns list", "ip netns del ", namespaceOf, n.kill},
	} {
		found, failed := n.run(ctx, kind.list)
		err = errors.Join(err, failed)
		for line := range strings.Lines(found) {
			name := kind.name(line)
			if name == "" {
				continue
			}
			if kind.before != nil {
				err = errors.Join(err, kind.before(ctx, name))
			}
			removed, err = append(removed, name), errors.Join(err, n.do(ctx, kind.remove+name))
		}
	}
	return removed, err
}

// routeOf returns the route of a line of "ip route show", "" if the kernel has made it.
func routeOf(line string) string {
	words := strings.Fields(line)
	if len(words) > 1 && (words[0] == "blackhole" || words[0] == "local" && words[1] == Clients.String()) {
		return strings.Join(words[:2], " ")
	}
	return ""
}

// linkOf returns the name of a line of "ip -o link show", such as 7: NAME@PEER: <FLAGS>, ""
// if it is of something else.
func linkOf(line string) string {
	_, name, _ := strings.Cut(line, ": ")
	name, _, _ = strings.Cut(name, ":")
	name, _, _ = strings.Cut(name, "@")
	return ours(name, linkPrefix)
}

// namespaceOf returns the name of a line of "ip netns list", "" if it is of something else.
func namespaceOf(line string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return ours(name, namespacePrefix)
}

func ours(name, prefix string) string {
	if strings.HasPrefix(name, prefix) {
		return name
	}
	return ""
}

// kill kills the processes in a namespace, such as servers whose generator was killed.
func (n *Namespaces) kill(ctx context.Context, name string) error {
	list, err := n.run(ctx, "ip netns pids "+name)
	for _, word := range strings.Fields(list) {
		if id, failed := strconv.Atoi(word); failed == nil {
			if p, failed := os.FindProcess(id); failed == nil {
				err = errors.Join(err, ended(p.Kill()))
			}
		}
	}
	return err
}

// ended returns an error unless it says that a process has ended.
func ended(err error) error {
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
