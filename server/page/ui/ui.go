// Package ui embeds the browser code, bundled from the TypeScript in this folder.
package ui

import "embed"

// Dist holds the bundle in its folder dist. Scripts and style sheets are also there as NAME.br,
// compressed with Brotli. `make generate` rebuilds it.
//
//go:embed dist
var Dist embed.FS

// Faces holds the drawings of the opponents' faces, as JSON by ID. The browser's face.tsx reads the
// same file.
//
//go:embed faces.json
var Faces []byte
