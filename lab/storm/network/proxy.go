package network

import (
	"fmt"
	"net"
	"net/url"
	"sync"
)

// A Proxy forwards TCP connections between a server and a service it uses, so that the line can be
// cut.
type Proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	open  chan struct{} // closed unless the line is silently cut
	down  bool          // refuse connections
	conns map[net.Conn]bool
	all   sync.WaitGroup
}

// newProxy starts a proxy to an address.
func newProxy(to string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, to: to, open: make(chan struct{}), conns: map[net.Conn]bool{}}
	close(p.open)
	p.all.Go(p.accept)
	return p, nil
}

// Through starts a proxy to a URL's host, at the default port unless the URL has one.
func Through(to, port string) (*Proxy, error) {
	u, err := url.Parse(to)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%q has no host", to)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	return newProxy(net.JoinHostPort(u.Hostname(), port))
}

// At returns the URL with the proxy as its host.
func (p *Proxy) At(to string) (string, error) {
	u, err := url.Parse(to)
	if err != nil {
		return "", err
	}
	u.Host = p.listener.Addr().String()
	return u.String(), nil
}

func (p *Proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return // the listener is closed
		}
		p.all.Go(func() { p.serve(conn) })
	}
}

// serve forwards a connection in both directions.
func (p *Proxy) serve(from net.Conn) {
	defer from.Close() // the error does not matter
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

// carry copies until one of the connections ends. It waits while the line is cut.
func (p *Proxy) carry(from, to net.Conn) {
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

func (p *Proxy) gate() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

func (p *Proxy) keep(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
}

func (p *Proxy) drop(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		delete(p.conns, c)
	}
}

// Refuse ends all connections and refuses new ones until Restore, as if the service were stopped.
func (p *Proxy) Refuse() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for c := range p.conns {
		c.Close()
	}
}

// Cut stops forwarding until Restore without closing connections, like a pulled cable.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = make(chan struct{})
}

// Restore ends a fault.
func (p *Proxy) Restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
	select {
	case <-p.open:
	default:
		close(p.open)
	}
}

// Close closes the proxy and its connections.
func (p *Proxy) Close() {
	p.listener.Close()
	p.Refuse()
	p.Restore()
	p.all.Wait()
}
