// Package generated is a client that oapi-codegen has made of a part of the OpenAPI
// document, which a test of cmd/rosette keeps in document.json. The test plays a game
// with it.
package generated

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config config.yaml document.json
