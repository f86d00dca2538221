package storm

import (
	"fmt"
	"net"
	"net/url"
	"sync"
)

// A proxy stands between a server and what it needs over TCP, so that the line can be cut.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	open  chan struct{} // closed unless the line is cut silently
	down  bool          // connections are refused
	conns map[net.Conn]bool
	all   sync.WaitGroup
}

// newProxy starts a proxy to an address.
func newProxy(to string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, to: to, open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(p.open)
	p.all.Go(p.accept)
	return p, nil
}

// through starts a proxy to the host that a URL names, at a port unless the URL names one.
func through(to, port string) (*proxy, error) {
	u, err := url.Parse(to)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%q names no host", to)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	return newProxy(net.JoinHostPort(u.Hostname(), port))
}

// at returns a URL with a proxy in place of its host.
func (p *proxy) at(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil {
		return "", err
	}
	u.Host = p.listener.Addr().String()
	return u.String(), nil
}

func (p *proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return // it is closed
		}
		p.all.Go(func() { p.serve(conn) })
	}
}

// serve carries what a connection sends and receives.
func (p *proxy) serve(from net.Conn) {
	defer from.Close() // what it reports is of no use
	p.mu.Lock()
	down := p.down
	p.mu.Unlock()
	if down {
		return
	}
	to, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer to.Close()
	p.keep(from, to)
	defer p.drop(from, to)
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		both.Go(func() {
			p.carry(way[0], way[1])
			from.Close()
			to.Close()
		})
	}
	both.Wait()
}

// carry copies until one of two connections ends, and waits while the line is cut.
func (p *proxy) carry(from, to net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		<-p.gate()
		if n > 0 {
			if _, failed := to.Write(buffer[:n]); failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *proxy) gate() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

func (p *proxy) keep(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
}

func (p *proxy) drop(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		delete(p.conns, c)
	}
}

// refuse ends all connections and refuses others, as when the program behind is stopped,
// until restore.
func (p *proxy) refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for c := range p.conns {
		c.Close()
	}
}

// cut carries nothing any more and says so to nobody, as when a cable is pulled, until
// restore.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = make(chan struct{})
}

// restore ends a fault.
func (p *proxy) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
	select {
	case <-p.open:
	default:
		close(p.open)
	}
}

// close ends the proxy and its connections.
func (p *proxy) close() {
	p.listener.Close()
	p.refuse()
	p.restore()
	p.all.Wait()
}
