// The sounds of the board, made by the browser from noise and tones: there is no
// file to load. They are off until somebody switches them on, and one at a time.
import { read } from '../net/storage'

interface Tone {
  at: number // seconds from now
  pitch: number // of a tone in Hz, of noise the middle of its band
  length: number
  strength: number
  noise?: boolean
}

// knock is a stone on wood: a short band of noise and the sound of the board below.
const stoneTone = (pitch: number, at = 0, strength = 1): Tone[] => [
  { at, pitch: 2.6 * pitch, length: 0.035, strength: 0.5 * strength, noise: true },
  { at, pitch, length: 0.09, strength: 0.35 * strength },
]

const stones = [stoneTone(640), stoneTone(720, 0, 0.9)]

const chord = [523.25, 659.25, 783.99].map((pitch, i): Tone => ({ at: 0.07 * i, pitch, length: 0.9, strength: 0.12 }))

// createSounds returns what can be heard. The device is opened with the first sound,
// which a person has asked for by then.
function createSounds() {
  let device: { context: AudioContext; noise: AudioBuffer } | null = null
  let last: GainNode | null = null
  let turn = 0
  const play = (tones: Tone[]): void => {
    if (read('sound') !== 'yes' || typeof AudioContext === 'undefined') return
    device ??= open()
    const { context, noise } = device
    last?.gain.setTargetAtTime(0, context.currentTime, 0.01)
    const out = new GainNode(context, { gain: 0.8 })
    out.connect(context.destination)
    last = out
    void context.resume()
    for (const tone of tones) sound(context, tone.noise === true ? noise : null, tone, out)
  }
  return {
    stone: () => play(stones[(turn = 1 - turn)]!),
    capture: () => play([...stoneTone(700), ...stoneTone(880, 0.07, 0.6), ...stoneTone(800, 0.13, 0.5)]),
    pass: () => play([{ at: 0, pitch: 330, length: 0.18, strength: 0.16 }]),
    rosette: () => play([...stoneTone(640), ...chord]),
    tick: () => play([{ at: 0, pitch: 1150, length: 0.045, strength: 0.14 }]),
  }
}

function open(): { context: AudioContext; noise: AudioBuffer } {
  const context = new AudioContext()
  const noise = context.createBuffer(1, context.sampleRate / 10, context.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1
  return { context, noise }
}

// sound plays one tone, or noise around its pitch, that dies away.
function sound(context: AudioContext, noise: AudioBuffer | null, { at, pitch, length, strength }: Tone, out: GainNode): void {
  const start = context.currentTime + at
  const fade = new GainNode(context, { gain: 0 })
  fade.gain.setValueAtTime(0, start)
  fade.gain.linearRampToValueAtTime(strength, start + 0.004)
  fade.gain.exponentialRampToValueAtTime(0.0001, start + length)
  const source = noise === null ? new OscillatorNode(context, { frequency: pitch }) : new AudioBufferSourceNode(context, { buffer: noise })
  const band = new BiquadFilterNode(context, { type: noise === null ? 'lowpass' : 'bandpass', frequency: noise === null ? 4 * pitch : pitch, Q: 1 })
  source.connect(band).connect(fade).connect(out)
  source.start(start)
  source.stop(start + length)
}

export const sounds = createSounds()
