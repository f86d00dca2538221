package flow

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"rosette/internal/goldentest"
)

// loop has every kind of node and way.
var loop = Chart{Title: "Boil an <egg>", Nodes: []Node{
	{End, "Start", []Exit{{To: 1}}},
	{Step, "Put an egg into boiling water and wait for one minute, not more", []Exit{{To: 2}}},
	{Question, "Is it done?", []Exit{{3, "yes"}, {1, "no"}}},
	{Question, "Is it for you?", []Exit{{4, "no"}, {5, "yes"}}},
	{Step, "Call the guest", []Exit{{To: 5}}},
	{End, "Eat", nil},
}}

func TestAChartIsDrawn(t *testing.T) {
	picture := loop.SVG()
	goldentest.Text(t, "testdata/loop.svg", picture)
	decoder := xml.NewDecoder(strings.NewReader(picture))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"Call the guest", "yes", "no", "Boil an &lt;egg&gt;"} {
		if !strings.Contains(picture, text) {
			t.Errorf("%q is not in the picture", text)
		}
	}
}

func TestAnExitThatCannotBeDrawnPanics(t *testing.T) {
	for name, nodes := range map[string][]Node{
		"to nowhere": {{Step, "a", []Exit{{To: 1}}}},
		"to itself":  {{Step, "a", []Exit{{To: 0}}}},
		"too wide":   {{Step, "a", []Exit{{2, "incomprehensible"}}}, {Step, "b", nil}, {End, "c", nil}},
		"two ways overlap": {
			{Question, "a", []Exit{{1, "x"}, {3, "y"}}},
			{Question, "b", []Exit{{2, "x"}, {3, "y"}}},
			{Step, "c", []Exit{{To: 3}}},
			{End, "d", nil},
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it is drawn")
				}
			}()
			Chart{Nodes: nodes}.SVG()
		})
	}
}

func TestTextIsBrokenBetweenWords(t *testing.T) {
	lines := wrap("one two three supercalifragilistic four", 92)
	if strings.Join(lines, "|") != "one two|three|supercalifragilistic|four" {
		t.Errorf("%q", lines)
	}
	for _, space := range []string{"\u00a0", "\u202f"} {
		if lines := wrap("Noir  passe-t-il"+space+"?", 92); len(lines) != 2 || lines[1] != "passe-t-il"+space+"?" {
			t.Errorf("a no-break space %+q gives the lines %+q", space, lines)
		}
	}
	for _, line := range wrap(strings.Repeat("word ", 40), 100) {
		if widthOf(line) > 100 {
			t.Errorf("%q is %v wide", line, widthOf(line))
		}
	}
}
