// Package katago holds what KataGo's two protocols, GTP with extensions and analysis in JSON, have in
// common: the engine's name and version, and the list of networks.
package katago

import "cmp"

// Programs such as Lizzie start to analyse only with an engine of this name. They use features by
// version.
const (
	Name    = "KataGo"
	Version = "1.16.0" // the release whose commands and fields are supported
)

// A Model is a network, or another evaluator.
type Model struct {
	Name string
	Hash string // of the network file; Name if empty
}

// A ModelInfo describes a model in JSON, with the keys of kata-get-models and query_models.
type ModelInfo struct {
	InternalName       string `json:"internalName"`
	MaxBatchSize       int    `json:"maxBatchSize"`
	Name               string `json:"name"`
	UsesHumanSLProfile bool   `json:"usesHumanSLProfile"`
	UsingFP16          string `json:"usingFP16"`
	Version            int    `json:"version"`
}

// Info returns the description of each model. It is never nil.
func Info(models []Model) []ModelInfo {
	all := []ModelInfo{}
	for _, m := range models {
		all = append(all, ModelInfo{
			InternalName: cmp.Or(m.Hash, m.Name), MaxBatchSize: 1, Name: m.Name, UsingFP16: "false",
		})
	}
	return all
}
