// Package ui carries the browser's half of the site as it was bundled from
// the TypeScript beside it.
package ui

import "embed"

// Dist holds the bundle in its folder dist. `go generate ./server/page` makes it anew.
//
//go:embed dist
var Dist embed.FS

// Faces holds how the faces of the opponents are drawn, as JSON by ID. The browser's
// face.tsx reads the same file.
//
//go:embed faces.json
var Faces []byte
