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

// Addresses. They are in the range that RFC 2544 reserves for measurements.
var (
	// Services is the address at which servers in namespaces reach services that listen on all of
	// this machine's addresses.
	Services = netip.AddrFrom4([4]byte{198, 18, byte(Back), 1})
	// Clients are addresses on this machine for clients of servers in namespaces.
	Clients = netip.MustParsePrefix("198.19.0.0/16")
)

// A Side is one of a server's two networks.
type Side int

// The networks.
const (
	Front Side = iota // to clients
	Back              // to services
)

// sides holds the names of the sides.
var sides = []string{Front: "front", Back: "back"}

// Prefixes for the names of namespaces and links.
const (
	namespacePrefix = "rosette-storm-"
	linkPrefix      = "rstorm-"
)

func namespace(server int) string      { return namespacePrefix + strconv.Itoa(server) }
func bridge(s Side) string             { return linkPrefix + sides[s] }
func port(server int, s Side) string   { return fmt.Sprintf("%s%s%d", linkPrefix, sides[s], server) }
func inside(server int, s Side) string { return address(s, server+2) }

// address returns an address in one of the networks.
func address(s Side, host int) string { return fmt.Sprintf("198.18.%d.%d", s, host) }

// Namespaces holds a network namespace for each server. A bridge joins this machine with the front
// sides of all servers, and another with their back sides, so each side of a server can be cut
// separately. There is no route to any other network.
type Namespaces struct {
	run  command
	only io.Closer // locks out other users of namespaces
	undo []string  // commands that end the faults
}

// A command runs a command line and returns its output.
type command func(ctx context.Context, line string) (string, error)

// system runs the programs ip and bridge from iproute2. They are used instead of a library because
// "ip netns exec" starts a server in a namespace without changing threads in this process, and
// because a command in an error message can be repeated.
func system(ctx context.Context, line string) (string, error) {
	words := strings.Fields(line)
	out, err := exec.CommandContext(ctx, words[0], words[1:]...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%s: %s", line, strings.TrimSpace(string(failed.Stderr)))
	}
	return string(out), err
}

// NewNamespaces creates namespaces; it requires root on Linux. It removes and reports anything left
// by an earlier run that was killed, including its servers. Close removes everything.
func NewNamespaces(ctx context.Context, servers int, report func(format string, words ...any)) (*Namespaces, error) {
	if err := Possible(); err != nil {
		return nil, err
	}
	// The kernel frees the name when the process ends, whatever the cause.
	only, err := net.Listen("unix", "@"+namespacePrefix+"namespaces")
	if err != nil {
		return nil, errors.New("another rosette lab storm uses network namespaces; wait until it ends")
	}
	return build(ctx, &Namespaces{run: system, only: only}, servers, report)
}

// Possible returns an error if this process cannot create namespaces.
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

// possible returns an error if a user cannot create namespaces on a system.
func possible(system string, user int) error {
	if system != "linux" || user != 0 {
		return errors.New(
			"network namespaces need Linux and root: run it as root there, or without --namespaces, by proxies",
		)
	}
	return nil
}

// build removes anything left by an earlier run and creates namespaces.
func build(
	ctx context.Context, n *Namespaces, servers int, report func(format string, words ...any),
) (*Namespaces, error) {
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

// plan returns the commands that create the network.
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

// do runs commands in order.
func (n *Namespaces) do(ctx context.Context, commands ...string) error {
	for _, c := range commands {
		if _, err := n.run(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// Exec returns a command prefix that runs a command in a server's namespace. The process becomes
// that command, so signals reach it.
func (n *Namespaces) Exec(server int) []string {
	return []string{"ip", "netns", "exec", namespace(server)}
}

// Listen returns the address at which clients reach a server.
func (n *Namespaces) Listen(server int) string { return net.JoinHostPort(inside(server, Front), "0") }

// At returns to with a host that servers in namespaces can reach.
func (n *Namespaces) At(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil || u.Hostname() == "" {
		return "", fmt.Errorf("%q has no host", to)
	}
	host := Services.String()
	if u.Port() != "" {
		host = net.JoinHostPort(host, u.Port())
	}
	u.Host = host
	return u.String(), nil
}

// Unplug takes a server's links down, like a pulled cable: the server notices.
func (n *Namespaces) Unplug(ctx context.Context, server int, of ...Side) error {
	for _, s := range of {
		if err := n.fault(ctx, "ip link set "+port(server, s)+" down",
			"ip link set "+port(server, s)+" up"); err != nil {
			return err
		}
	}
	return nil
}

// States of a bridge port, from linux/if_bridge.h.
const (
	disabled   = "0"
	forwarding = "3"
)

// Silence loses all packets on some sides of a server, like a failed switch: neither end notices.
func (n *Namespaces) Silence(ctx context.Context, server int, of ...Side) error {
	for _, s := range of {
		set := "bridge link set dev " + port(server, s) + " state "
		if err := n.fault(ctx, set+disabled, set+forwarding); err != nil {
			return err
		}
	}
	return nil
}

// Deafen loses packets from the services to a server. Packets from the server arrive.
func (n *Namespaces) Deafen(ctx context.Context, server int) error {
	route := "blackhole " + inside(server, Back)
	return n.fault(ctx, "ip route add "+route, "ip route del "+route)
}

// fault runs a command and records undo for Restore.
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

// Close removes the namespaces and kills the processes in them.
func (n *Namespaces) Close() error {
	_, err := n.remove(context.Background())
	return errors.Join(err, n.only.Close())
}

// remove removes everything with a name used by namespaces, and returns the names. Removing a link
// also removes its other end.
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

// routeOf returns the route in a line from "ip route show", or "" if the kernel created it.
func routeOf(line string) string {
	words := strings.Fields(line)
	if len(words) > 1 && (words[0] == "blackhole" || words[0] == "local" && words[1] == Clients.String()) {
		return strings.Join(words[:2], " ")
	}
	return ""
}

// linkOf returns our link in a line from "ip -o link show", such as 7: NAME@PEER: <FLAGS>, or ""
// for other links.
func linkOf(line string) string {
	_, name, _ := strings.Cut(line, ": ")
	name, _, _ = strings.Cut(name, ":")
	name, _, _ = strings.Cut(name, "@")
	return ours(name, linkPrefix)
}

// namespaceOf returns our namespace in a line from "ip netns list", or "" for other namespaces.
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

// kill kills the processes in a namespace, such as servers left by a killed generator.
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

// ended returns err unless it means that the process has ended.
func ended(err error) error {
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
