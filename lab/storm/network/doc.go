// Package network provides connections, between servers and the services they use, that can be cut:
// by TCP proxies, which work everywhere but affect only connections, and by Linux network
// namespaces, which lose packets.
package network
