// Verify decodes kubernetes.yaml strictly with Kubernetes API types, so that no field is misspelt
// or misplaced: cd deploy/verify && go run . It is a separate module, because the program does not
// need these types.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	lines "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// kinds holds constructors for each kind of object.
var kinds = map[string]func() any{
	"v1/Secret":                     func() any { return new(core.Secret) },
	"v1/Service":                    func() any { return new(core.Service) },
	"apps/v1/Deployment":            func() any { return new(apps.Deployment) },
	"networking.k8s.io/v1/Ingress":  func() any { return new(networking.Ingress) },
	"policy/v1/PodDisruptionBudget": func() any { return new(policy.PodDisruptionBudget) },
}

func main() {
	if err := verify("../kubernetes.yaml"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func verify(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	documents := lines.NewDocumentDecoder(io.NopCloser(bytes.NewReader(text)))
	for buffer := make([]byte, 1<<20); ; {
		n, err := documents.Read(buffer)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var kind meta.TypeMeta
		if err := yaml.Unmarshal(buffer[:n], &kind); err != nil {
			return err
		}
		empty, ok := kinds[kind.APIVersion+"/"+kind.Kind]
		if !ok {
			return fmt.Errorf("%s: add %s/%s to the kinds", name, kind.APIVersion, kind.Kind)
		}
		if err := yaml.UnmarshalStrict(buffer[:n], empty()); err != nil {
			return fmt.Errorf("%s: %s: %w", name, kind.Kind, err)
		}
		fmt.Println(kind.APIVersion, kind.Kind, "is sound")
	}
}
