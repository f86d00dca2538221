// Package web implements what all routes and pages of the server share: the guard
// (host names, origins, panics, headers), limits, sessions, languages, problems, and
// the registration of operations with their description as OpenAPI.
//
// A package of routes is a [Group]: it holds a *Server, and registers its operations by
// [Get], [Create], [Post], [Put] and [Delete].
package web
