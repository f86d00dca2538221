package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"
)

// programName is the editor in dist, as WebAssembly compressed with Brotli.
const programName = "editor.wasm" + packedSuffix

// programPackage is the package that the editor is compiled from, and sumName the file there that
// identifies the committed program.
const (
	programPackage = "rosette/server/page/ui/wasm"
	sumName        = "wasm/sources.sum"
)

// buildProgram compiles the editor to WebAssembly and compresses it. The result depends only on the
// sources and the version of Go.
func buildProgram(ui string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "rosette-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "editor.wasm")
	_, err = goCommand(ui, "build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", out, programPackage)
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return compressed(program)
}

// compressed compresses data with Brotli's best level.
func compressed(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// goCommand runs the go command for WebAssembly and returns its output.
func goCommand(ui string, args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Dir = ui
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	var message strings.Builder
	command.Stderr = &message
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, message.String())
	}
	return out, nil
}

// A programSum identifies a program: the version of Go that compiled it, the hash of its sources, and
// the hash of the file.
type programSum struct{ Go, Sources, Program string }

func readSum(ui string) (s programSum, err error) {
	text, err := os.ReadFile(filepath.Join(ui, sumName))
	if err == nil {
		_, err = fmt.Sscanf(string(text), sumFormat, &s.Go, &s.Sources, &s.Program)
	}
	return s, err
}

// sumFormat is the form of the file with a programSum.
const sumFormat = "go %s\nsources %s\nprogram %s\n"

func hashOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// sourcesSum returns a hash of the required modules and all files of this module that the editor is
// compiled from.
func sourcesSum(ui string) (string, error) {
	out, err := goCommand(ui, "list", "-deps", "-json=Standard,Dir,ImportPath,Module,GoFiles,EmbedFiles", programPackage)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for all := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := all.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return "", err
		}
		if err := p.hash(sum); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// A listedPackage is a package in the output of go list.
type listedPackage struct {
	Standard        bool
	Dir, ImportPath string
	Module          *struct {
		Main    bool
		Version string
	}
	GoFiles, EmbedFiles []string
}

// hash adds a package to a hash: its files, or its version if it is from another module.
func (p *listedPackage) hash(to io.Writer) error {
	if p.Standard {
		return nil
	}
	fmt.Fprintln(to, p.ImportPath)
	if p.Module != nil && !p.Module.Main {
		fmt.Fprintln(to, p.Module.Version)
		return nil
	}
	for _, name := range slices.Concat(p.GoFiles, p.EmbedFiles) {
		data, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(to, "%s %x\n", name, sha256.Sum256(data))
	}
	return nil
}

// program returns the compiled editor: the committed one unless its sources or Go have changed.
func program(ui string) ([]byte, error) {
	sources, err := sourcesSum(ui)
	if err != nil {
		return nil, err
	}
	committed, err := os.ReadFile(filepath.Join(ui, "dist", programName))
	written, sumErr := readSum(ui)
	if err == nil && sumErr == nil && written == (programSum{runtime.Version(), sources, hashOf(committed)}) {
		return committed, nil
	}
	made, err := buildProgram(ui)
	if err != nil {
		return nil, err
	}
	sum := fmt.Sprintf(sumFormat, runtime.Version(), sources, hashOf(made))
	return made, os.WriteFile(filepath.Join(ui, sumName), []byte(sum), 0o644)
}

// withGo resolves the import "go/wasm_exec" to the script that comes with Go.
var withGo = api.Plugin{Name: "go", Setup: func(build api.PluginBuild) {
	script := api.OnResolveOptions{Filter: "^go/wasm_exec$"}
	build.OnResolve(script, func(api.OnResolveArgs) (found api.OnResolveResult, err error) {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		found.Path = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
		return found, err
	})
}}
