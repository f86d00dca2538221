// Package network implements lines between servers and what they need that can be cut: by
// TCP proxies, which work everywhere and see connections alone, and by network namespaces
// of Linux, in which packets are lost.
package network
