package sgf

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rosette/internal/quote"
)

// A valueFault is a breach of FF[4]'s grammar by one value.
type valueFault struct {
	fault   Fault
	message string
}

// checkValues returns the first fault in the values of a known property. Without coordinates it
// does not check points.
func (d description) checkValues(p *Property, g *Coordinates) *valueFault {
	if d.form == single && len(p.Values) > 1 {
		return &valueFault{FaultManyValues, fmt.Sprintf("%s has %d values; it takes one", p.ID, len(p.Values))}
	}
	empty := false // an empty value in a list, which readers skip
	for _, raw := range p.Values {
		if raw == "" && (d.form != single || d.bare) {
			empty = empty || !d.bare && (d.form == list || len(p.Values) > 1)
			continue
		}
		if strings.TrimSpace(raw) == "" && d.mayBeLeftOut() {
			return &valueFault{FaultFreeText, p.ID + " is empty; omit it"}
		}
		name := p.ID + "[" + quote.Clip(raw, 24) + "]"
		if err := d.checkType(raw, g); err != nil {
			return &valueFault{faultOf(p.ID), name + ": " + err.Error()}
		}
		if found := d.checkForm(raw); found != nil {
			return &valueFault{found.fault, name + ": " + found.message}
		}
	}
	if empty {
		return &valueFault{FaultValue, p.ID + " has an empty value; omit it"}
	}
	if d.differs {
		return d.repeated(p)
	}
	return nil
}

// mayBeLeftOut reports whether an empty value means that there is no property.
func (d description) mayBeLeftOut() bool {
	return d.place == gameInfo || d.place == atRoot
}

// checkType fails if a value cannot be read.
func (d description) checkType(raw string, g *Coordinates) error {
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

// checkForm returns the fault in a value that can be read, but is not as FF[4] wants it, or nil.
func (d description) checkForm(raw string) *valueFault {
	if d.kind != simpleText && d.kind != text {
		if trimmed := strings.TrimSpace(raw); trimmed != raw {
			return &valueFault{FaultForm, "blanks around the value; write [" + quote.Clip(trimmed, 24) + "]"}
		}
	}
	if d.bounded {
		first, _, _ := Split(raw)
		n, _ := Number(first) // has been read by checkType
		switch {
		case d.most == mostFlags && n&^mostFlags != 0:
			return &valueFault{FaultValue, "no sum of flags; use " + d.more}
		case n < d.least || n > d.most:
			return &valueFault{FaultValue, fmt.Sprintf("out of range; use %d to %d", d.least, d.most)}
		}
	}
	if _, _, whole := Split(raw); whole && d.loose {
		return &valueFault{FaultFreeText, "no version; write [name:version]"}
	}
	if d.differs {
		if from, to, _ := Split(raw); from == to {
			return &valueFault{FaultMark, "it joins a point to itself; use two points"}
		}
	}
	if proper := d.proper(raw); proper != raw {
		short := quote.Clip(proper, 60)
		return &valueFault{FaultForm, "read as " + short + "; write [" + short + "]"}
	}
	if d.syntax != nil {
		return d.syntax.fault(SimpleText(raw))
	}
	return nil
}

// proper returns how FF[4] writes a value that can be read.
func (d description) proper(raw string) string {
	switch d.kind {
	case real:
		if _, err := Real(raw); err == nil {
			return properReal(raw)
		}
	case color:
		if c, err := Color(raw); err == nil {
			return colorID(c)
		}
	case boardSize:
		return properSize(raw)
	case point, stone:
		if d.form != single && !d.compose {
			return properRectangle(raw)
		}
	}
	return raw
}

// properReal returns a number with a decimal point between digits.
func properReal(raw string) string {
	whole, fraction, _ := strings.Cut(strings.Replace(raw, ",", ".", 1), ".")
	if digits := strings.TrimLeft(whole, "+-"); digits == "" {
		whole += "0"
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// properRectangle returns a rectangle from its upper left to its lower right corner, and one that
// is a point as a point.
func properRectangle(raw string) string {
	first, second, single := Split(raw)
	if single || len(first) != 2 || len(second) != 2 {
		return raw
	}
	lower := func(a, b byte) bool { return coordinate[a] < coordinate[b] }
	corners := []byte(first + second)
	for i := range 2 {
		if lower(corners[i+2], corners[i]) {
			corners[i], corners[i+2] = corners[i+2], corners[i]
		}
	}
	if string(corners[:2]) == string(corners[2:]) {
		return string(corners[:2])
	}
	return string(corners[:2]) + ":" + string(corners[2:])
}

// repeated returns a fault if two values are equal.
func (d description) repeated(p *Property) *valueFault {
	seen := make(map[string]bool, len(p.Values))
	for _, raw := range p.Values {
		if seen[raw] {
			what := fmt.Sprintf("%s has [%s] twice; write it once", p.ID, quote.Clip(raw, 24))
			return &valueFault{FaultMarkTwice, what}
		}
		seen[raw] = true
	}
	return nil
}

// A syntax is a mandatory form for a text.
type syntax struct {
	form  string                           // for the documentation
	use   string                           // the advice
	valid func(text string) bool           // reports whether the text has the form
	meant func(text string) (string, bool) // returns the form for the same meaning
}

// fault returns the fault in a text, or nil.
func (s *syntax) fault(text string) *valueFault {
	if s.valid(text) {
		return nil
	}
	if proper, known := s.meant(text); known && proper != text {
		return &valueFault{FaultForm, "not in FF[4]'s form; write [" + quote.Clip(proper, 60) + "]"}
	}
	return &valueFault{FaultForm, "not in FF[4]'s form; use " + s.use}
}

var resultSyntax = &syntax{
	form: "`B+3.5`, `W+R` or `W+Resign`, `B+T` or `B+Time`, `W+F` or `W+Forfeit`, `B+`, `0` or `Draw`, `Void`, `?`",
	use:  "B+3.5, W+R, B+T, W+F, B+ for an unknown margin, 0 for a draw, Void or ?",
	valid: func(text string) bool {
		switch text {
		case "0", "Draw", "Void", UnknownResult:
			return true
		}
		color, margin, won := strings.Cut(text, "+")
		if !won || color != "B" && color != "W" {
			return false
		}
		switch margin {
		case "", "R", "Resign", "T", "Time", "F", "Forfeit":
			return true
		}
		_, err := strconv.ParseFloat(margin, 64)
		return err == nil && strings.Trim(margin, "0123456789.") == "" && properReal(margin) == margin
	},
	meant: func(text string) (string, bool) {
		n := Node{Properties: []Property{{ID: "RE", Values: []string{Escape(text)}}}}
		r, known := n.Result()
		if !known {
			return "", false
		}
		n.SetResult(r)
		return n.Raw("RE"), true
	},
}

var dateSyntax = &syntax{
	form:  "`1996-05-06`, `1996-05` or `1996`; further dates after a comma, such as `1996-05-06,07`",
	use:   "YYYY-MM-DD, YYYY-MM or YYYY, and a comma before another date",
	valid: validDates,
	meant: func(text string) (string, bool) {
		proper := strings.NewReplacer("/", "-", ".", "-", " ", "").Replace(text)
		return proper, validDates(proper)
	},
}

// validDates reports whether a text is one or more dates in FF[4]'s form. After a comma, a part
// continues the date before it.
func validDates(text string) bool {
	var year, month string
	depth := 0 // 1 after a year, 2 after a month, 3 after a day
	for i, part := range strings.Split(text, ",") {
		fields := strings.Split(part, "-")
		switch {
		case len(fields[0]) == 4:
			depth = len(fields)
			year, month = fields[0], "01"
			if depth > 1 {
				month = fields[1]
			}
		case i == 0 || len(fields[0]) != 2:
			return false
		case len(fields) == 2 && depth >= 2: // MM-DD
			month, depth = fields[0], 3
		case len(fields) == 1 && depth == 2: // MM
			month = fields[0]
		case len(fields) == 1 && depth == 3: // DD
		default:
			return false
		}
		day := "01"
		if depth == 3 {
			day = fields[len(fields)-1]
		}
		if _, err := time.Parse(time.DateOnly, year+"-"+month+"-"+day); err != nil || depth > 3 {
			return false
		}
	}
	return true
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
	boardSize:  func(raw string, _ *Coordinates, _ bool) error { _, _, err := parseSize(raw); return err },
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
