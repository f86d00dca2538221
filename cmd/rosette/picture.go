package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"rosette/draw"
	"rosette/internal/output"
)

// pictureFlags are the flags for commands that draw a position.
type pictureFlags struct {
	to    output.File
	theme string
	size  int
}

// register adds the flags. usage describes -o.
func (p *pictureFlags) register(set *pflag.FlagSet, usage string) {
	outputFlag(set, &p.to, usage)
	set.StringVar(&p.theme, "theme", string(draw.Wood), "picture `theme`: "+draw.ThemeNames())
	set.IntVar(&p.size, "size", 1000, "`width` of a PNG in pixels")
}

// check returns an error if the theme or size is invalid.
func (p *pictureFlags) check() error {
	switch {
	case !draw.KnownTheme(draw.Theme(p.theme)):
		return fmt.Errorf("--theme %s; use %s", p.theme, draw.ThemeNames())
	case p.size < draw.MinWidth || p.size > draw.MaxWidth:
		return fmt.Errorf("--size %d; use %d to %d pixels", p.size, draw.MinWidth, draw.MaxWidth)
	}
	return nil
}

// ending returns the file's extension: svg or png, or "" for the standard output.
func (p *pictureFlags) ending() (string, error) {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(p.to.Name)), ".")
	switch {
	case p.to.Standard():
		return "", nil
	case ending != "svg" && ending != "png":
		return "", fmt.Errorf("-o %s: use a file name that ends in .svg or .png", p.to.Name)
	}
	return ending, nil
}

// checkPicture returns an error unless name is "", or ends in .svg and can be written. The file may
// be in the folder of --out, which is made later.
func checkPicture(flag, name, out string) error {
	switch {
	case name == "", out != "" && filepath.Dir(name) == filepath.Clean(out) &&
		strings.EqualFold(filepath.Ext(name), ".svg"):
		return nil
	case strings.EqualFold(filepath.Ext(name), ".svg"):
		return output.File{Name: name}.CheckName()
	}
	return usageError{fmt.Errorf("--%s %s: use a file name that ends in .svg", flag, name)}
}
