package main

import (
	"bytes"
	"encoding/binary"
	"math"
)

// A sound describes a WAV file: tones and noise. The file has one channel and a byte for each
// sample (G.711 μ-law). Every browser decodes it.
type sound struct {
	rate  int     // samples per second
	peak  float64 // largest absolute sample, 1 at full scale
	parts []part
	// length is in seconds; the last fade seconds end in silence.
	length, fade float64
}

// A part is a decaying tone or noise.
type part struct {
	at       float64 // seconds
	pitch    float64 // Hz; 0 is noise
	strength float64
	decay    float64 // seconds until the part has fallen to 1/e
}

// sounds holds the sounds for a game by name in dist.
var sounds = map[string]sound{
	"stone.wav":   {rate: 22050, peak: 0.72, length: 0.16, fade: 0.02, parts: knock(0, 1, 1)},
	"stone2.wav":  {rate: 22050, peak: 0.66, length: 0.16, fade: 0.02, parts: knock(0, 1.13, 1)},
	"capture.wav": {rate: 22050, peak: 0.62, length: 0.27, fade: 0.03, parts: captured()},
	"pass.wav":    {rate: 11025, peak: 0.42, length: 0.24, fade: 0.05, parts: bell(0, 293.66, 1, 0.07)},
	"rosette.wav": {rate: 8000, peak: 0.55, length: 0.75, fade: 0.15, parts: chord()},
	"seconds.wav": {rate: 22050, peak: 0.4, length: 0.06, fade: 0.01, parts: block()},
	"found.wav":   {rate: 11025, peak: 0.5, length: 0.55, fade: 0.12, parts: chime()},
}

// knock is a stone put on wood: a click and three resonances.
func knock(at, pitch, strength float64) []part {
	return []part{
		{at, 0, 0.55 * strength, 0.0025},
		{at, 612 * pitch, 0.8 * strength, 0.026},
		{at, 1490 * pitch, 0.45 * strength, 0.014},
		{at, 2630 * pitch, 0.28 * strength, 0.008},
	}
}

// bell is a tone with its octave and twelfth.
func bell(at, pitch, strength, decay float64) []part {
	return []part{
		{at, pitch, strength, decay},
		{at, 2 * pitch, 0.22 * strength, decay / 2},
		{at, 3 * pitch, 0.08 * strength, decay / 3},
	}
}

// captured is three stones put into a lid.
func captured() []part {
	parts := knock(0, 1.25, 1)
	parts = append(parts, knock(0.075, 1.55, 0.6)...)
	return append(parts, knock(0.135, 1.4, 0.45)...)
}

// chord is a stone and a major chord over it.
func chord() []part {
	parts := knock(0, 1, 0.35)
	for i, pitch := range []float64{523.25, 659.25, 783.99} {
		parts = append(parts, bell(0.03+0.06*float64(i), pitch, 0.5, 0.22)...)
	}
	return parts
}

// block is a small wood block.
func block() []part {
	return []part{{0, 0, 0.15, 0.001}, {0, 1180, 0.8, 0.012}, {0, 2890, 0.25, 0.005}}
}

// chime is a rising fourth.
func chime() []part { return append(bell(0, 392, 0.8, 0.12), bell(0.14, 523.25, 1, 0.16)...) }

// attack is the time in which a part rises, in seconds.
const attack = 0.0015

// samples returns the sound between -1 and 1.
func (s sound) samples() []float64 {
	out := make([]float64, int(s.length*float64(s.rate)))
	noise := uint32(1)
	largest := 0.0
	for i := range out {
		t := float64(i) / float64(s.rate)
		noise = noise*1664525 + 1013904223 // Numerical Recipes
		for _, p := range s.parts {
			since := t - p.at
			if since < 0 {
				continue
			}
			wave := math.Sin(2 * math.Pi * p.pitch * since)
			if p.pitch == 0 {
				wave = float64(int32(noise)) / math.MaxInt32
			}
			out[i] += p.strength * wave * min(1, since/attack) * math.Exp(-since/p.decay)
		}
		out[i] *= min(1, (s.length-t)/s.fade)
		largest = max(largest, math.Abs(out[i]))
	}
	for i := range out {
		out[i] *= s.peak / largest
	}
	return out
}

// G.711 adds a bias to each sample, so that every segment has a leading one.
const (
	muBias = 0x84
	muClip = 32635
)

// muLaw compresses a sample to a byte: sign, segment and four bits within it.
func muLaw(sample float64) byte {
	value := int(math.Round(math.Abs(sample) * 32767))
	value = min(value, muClip) + muBias
	segment := 0
	for value>>(segment+8) != 0 {
		segment++
	}
	code := byte(segment<<4 | value>>(segment+3)&0x0f)
	if sample < 0 {
		code |= 0x80
	}
	return ^code
}

// wav returns the sound as a WAV file.
func (s sound) wav() []byte {
	samples := s.samples()
	data := make([]byte, len(samples), len(samples)+1)
	for i, sample := range samples {
		data[i] = muLaw(sample)
	}
	padding := len(data) % 2 // a chunk begins at an even byte
	var out bytes.Buffer
	little := func(values ...any) {
		for _, value := range values {
			binary.Write(&out, binary.LittleEndian, value) // never fails for a buffer and sized integers
		}
	}
	const format, fact, header = 18, 4, 8
	out.WriteString("RIFF")
	little(uint32(4 + header + format + header + fact + header + len(data) + padding))
	out.WriteString("WAVEfmt ")
	little(uint32(format), uint16(7), uint16(1), uint32(s.rate), uint32(s.rate), uint16(1), uint16(8), uint16(0))
	out.WriteString("fact")
	little(uint32(fact), uint32(len(data)))
	out.WriteString("data")
	little(uint32(len(data)))
	out.Write(append(data, make([]byte, padding)...))
	return out.Bytes()
}
