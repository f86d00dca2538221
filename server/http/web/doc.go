// Package web implements the parts shared by all routes and pages: the guard (host names, origins,
// panics, headers), limits, sessions, languages, problems, and the registration of operations with
// their OpenAPI description.
//
// A package of routes is a [Group]: it holds a *Server, and registers its operations with [Get],
// [Create], [Post], [Put] and [Delete].
package web
