// Package wire has the types of the JSON that programs exchange with a server: the messages
// of its socket, the lines of its streams, and the bodies of requests. It imports the
// standard library alone, so that a client needs nothing else of this module.
//
// Colours are "b", "w" and "" for nobody; times are milliseconds since 1970.
package wire
