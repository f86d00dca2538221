package main

import (
	"encoding/binary"
	"math"
	"testing"
)

// maxSound limits a sound's file, in bytes.
const maxSound = 6 << 10

func TestEverySoundIsSmallLoudEnoughAndEndsInSilence(t *testing.T) {
	for name, s := range sounds {
		file := s.wav()
		if len(file) > maxSound {
			t.Errorf("%s has %d bytes", name, len(file))
		}
		if n := binary.LittleEndian.Uint32(file[4:]); int(n)+8 != len(file) {
			t.Errorf("%s names %d bytes and has %d", name, n+8, len(file))
		}
		data := file[58:][:binary.LittleEndian.Uint32(file[54:])] // without padding
		samples := make([]float64, len(data))
		peak, energy := 0.0, 0.0
		for i, b := range data {
			samples[i] = expand(b)
			peak = max(peak, math.Abs(samples[i]))
			energy += samples[i] * samples[i]
		}
		seconds := float64(len(data)) / float64(s.rate)
		if seconds < 0.05 || seconds > 0.8 {
			t.Errorf("%s lasts %.3f s", name, seconds)
		}
		if math.Abs(peak-s.peak) > 0.03 || peak > 0.8 {
			t.Errorf("%s has the peak %.3f, not %.2f", name, peak, s.peak)
		}
		if rms := math.Sqrt(energy / float64(len(samples))); rms < 0.03 {
			t.Errorf("%s is faint: %.4f", name, rms)
		}
		if first, last := samples[0], samples[len(samples)-2]; math.Abs(first) > 0.01 || math.Abs(last) > 0.01 {
			t.Errorf("%s begins with %.3f and ends with %.3f", name, first, last)
		}
		t.Logf("%-12s %4d bytes, %.2f s, peak %.2f", name, len(file), seconds, peak)
	}
}

func TestTheTwoStonesDiffer(t *testing.T) {
	if one, two := sounds["stone.wav"].wav(), sounds["stone2.wav"].wav(); string(one) == string(two) {
		t.Error("both stones sound the same")
	}
}

// expand is the inverse of muLaw, by the tables of G.711.
func expand(b byte) float64 {
	b = ^b
	value := (int(b&0x0f)<<3+muBias)<<(b>>4&7) - muBias
	if b&0x80 != 0 {
		value = -value
	}
	return float64(value) / 32768
}

func TestMuLawIsWithinAStepOfTheSample(t *testing.T) {
	for i := -1000; i <= 1000; i++ {
		sample := float64(i) / 1010
		if got := expand(muLaw(sample)); math.Abs(got-sample) > 0.0005+math.Abs(sample)/30 {
			t.Errorf("%.4f comes back as %.4f", sample, got)
		}
	}
}
