package sgf

import (
	"errors"
	"fmt"
	"strings"

	"rosette/internal/quote"
)

// A kind is a value type, named as in the FF[4] specification.
type kind uint8

const (
	none kind = iota
	number
	real
	double
	color
	simpleText
	text
	point // in lists, also a rectangle
	move
	stone
)

// A form is the number of values that a property takes.
type form uint8

const (
	single form = iota
	list        // one or more
	elist       // zero, written [], or more
)

// A place is the kind of node that a property belongs in.
type place uint8

const (
	anywhere place = iota
	atRoot
	inSetup
	inMove
	gameInfo
)

// A description is the type of a property. With compose, a value has two parts separated by a
// colon; with loose as well, one part suffices; with bare, the value may be empty.
type description struct {
	kind    kind
	second  kind
	form    form
	place   place
	compose bool
	loose   bool
	bare    bool
}

// descriptions maps the FF[4] properties for Go, and XB and XR, to their types.
var descriptions = func() map[string]description {
	all := map[string]description{
		"AP": {kind: simpleText, second: simpleText, compose: true, loose: true, place: atRoot},
		"ST": {kind: number, place: atRoot},
		"SZ": {kind: number, second: number, compose: true, loose: true, place: atRoot},
		"AR": {kind: point, second: point, compose: true, form: list},
		"LN": {kind: point, second: point, compose: true, form: list},
		"LB": {kind: point, second: simpleText, compose: true, form: list},
		"FG": {kind: number, second: simpleText, compose: true, bare: true},
		"XB": {kind: number, place: atRoot},
		"XR": {kind: text, place: atRoot},
	}
	for _, row := range []struct {
		ids string
		as  description
	}{
		{"B W", description{kind: move, place: inMove}},
		{"KO", description{kind: none, place: inMove}},
		{"MN", description{kind: number}},
		{"AB AW", description{kind: stone, form: list, place: inSetup}},
		{"AE", description{kind: point, form: list, place: inSetup}},
		{"PL", description{kind: color, place: inSetup}},
		{"C", description{kind: text}},
		{"N", description{kind: simpleText}},
		{"DM GB GW HO UC", description{kind: double}},
		{"BM TE", description{kind: double, place: inMove}},
		{"DO IT", description{kind: none, place: inMove}},
		{"V", description{kind: real}},
		{"PM", description{kind: number}},
		{"CR MA SL SQ TR", description{kind: point, form: list}},
		{"DD VW TB TW", description{kind: point, form: elist}},
		{"FF GM", description{kind: number, place: atRoot}},
		{"CA", description{kind: simpleText, place: atRoot}},
		{"AN BR BT CP DT EV GN ON OT PB PC PW RE RO RU SO US WR WT", description{kind: simpleText, place: gameInfo}},
		{"GC", description{kind: text, place: gameInfo}},
		{"TM KM", description{kind: real, place: gameInfo}},
		{"HA", description{kind: number, place: gameInfo}},
		{"BL WL", description{kind: real}},
		{"OB OW", description{kind: number}},
	} {
		for id := range strings.FieldsSeq(row.ids) {
			all[id] = row.as
		}
	}
	return all
}()

// checkValues returns the first fault in the values of a known property and its message, or "".
// Without coordinates it does not check points.
func (d description) checkValues(p *Property, g *Coordinates) (f Fault, what string) {
	if d.form == single && len(p.Values) > 1 {
		return FaultManyValues, fmt.Sprintf("%s has %d values; it takes one", p.ID, len(p.Values))
	}
	empty := false // an empty value in a list, which readers skip
	for _, raw := range p.Values {
		if raw == "" && (d.form != single || d.bare) {
			empty = empty || !d.bare && (d.form == list || len(p.Values) > 1)
			continue
		}
		if d.place == gameInfo && strings.TrimSpace(raw) == "" && d.kind != simpleText && d.kind != text {
			return FaultFreeText, p.ID + " is empty; omit it"
		}
		if err := d.checkValue(raw, g); err != nil {
			return faultOf(p.ID), fmt.Sprintf("%s[%s]: %v", p.ID, quote.Clip(raw, 24), err)
		}
	}
	if empty {
		return FaultValue, p.ID + " has an empty value; omit it"
	}
	return "", ""
}

func (d description) checkValue(raw string, g *Coordinates) error {
	if !d.compose {
		return readers[d.kind](raw, g, d.form != single)
	}
	first, second, whole := Split(raw)
	if whole && !d.loose {
		return errors.New("no colon; use two parts with a colon between them")
	}
	err := readers[d.kind](first, g, false)
	if err == nil && !whole {
		err = readers[d.second](second, g, false)
	}
	return err
}

// readers has a parser for each kind; listed allows rectangles.
var readers = map[kind]func(raw string, g *Coordinates, listed bool) error{
	none: func(raw string, _ *Coordinates, _ bool) error {
		if strings.TrimSpace(raw) != "" {
			return errors.New("it takes no value; write []")
		}
		return nil
	},
	number:     func(raw string, _ *Coordinates, _ bool) error { _, err := Number(raw); return err },
	real:       func(raw string, _ *Coordinates, _ bool) error { _, err := Real(raw); return err },
	double:     func(raw string, _ *Coordinates, _ bool) error { _, err := Double(raw); return err },
	color:      func(raw string, _ *Coordinates, _ bool) error { _, err := Color(raw); return err },
	simpleText: func(string, *Coordinates, bool) error { return nil },
	text:       func(string, *Coordinates, bool) error { return nil },
	point:      readPoint,
	stone:      readPoint,
	move: func(raw string, g *Coordinates, _ bool) error {
		if g == nil {
			return nil
		}
		_, err := g.Move(raw)
		return err
	},
}

func readPoint(raw string, g *Coordinates, listed bool) error {
	if g == nil {
		return nil
	}
	if listed {
		_, err := g.Points(raw)
		return err
	}
	_, err := g.Point(raw)
	return err
}
