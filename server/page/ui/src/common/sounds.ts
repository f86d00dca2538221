// The sounds of a game. The page names their files; they are loaded when the first one is due, and
// one plays at a time.
import { signal } from '@preact/signals'
import { read, write } from '../net/storage'

type Name = 'stone' | 'stone2' | 'capture' | 'pass' | 'rosette' | 'seconds' | 'found'

// A sound that could not be played in time, such as before the files have come or a browser allows
// sounds, is dropped. A game that is found can be heard a little later.
const late = 700 // ms
const lateFound = 4000 // ms

// addresses returns the files by name.
const addresses = (): Partial<Record<Name, string>> => (document.getElementById('sounds')?.dataset ?? {}) as Partial<Record<Name, string>>

// createPlayer returns a function that plays a file. It opens the device and loads the files when
// it is first called.
function createPlayer() {
  const context = new AudioContext()
  const files = new Map<Name, Promise<AudioBuffer | undefined>>()
  let last: AudioBufferSourceNode | undefined
  const load = async (address: string): Promise<AudioBuffer | undefined> => {
    const answer = await fetch(address).catch(() => undefined)
    return answer?.ok === true ? context.decodeAudioData(await answer.arrayBuffer()).catch(() => undefined) : undefined
  }
  for (const [name, address] of Object.entries(addresses())) files.set(name as Name, load(address))
  return {
    // resume lets the device play, where a browser waits for a gesture.
    resume: () => context.resume(),
    play: async (name: Name): Promise<void> => {
      const due = performance.now()
      const [buffer] = await Promise.all([files.get(name), context.resume()])
      if (buffer === undefined || performance.now() - due > (name === 'found' ? lateFound : late)) return
      last?.stop()
      last = new AudioBufferSourceNode(context, { buffer })
      last.connect(context.destination)
      last.start()
    },
  }
}

// createSwitch returns whether sounds play: not until a person switches them on or plays the first
// move. The choice is stored from then on.
function createSwitch() {
  const on = signal(read('sound') === 'yes')
  let first = true
  on.subscribe((now) => {
    if (!first) write('sound', now ? 'yes' : 'no')
    first = false
  })
  return on
}

function createSounds() {
  const on = createSwitch()
  let player: ReturnType<typeof createPlayer> | undefined
  let turn = 0
  const open = () => (player ??= typeof AudioContext === 'undefined' ? undefined : createPlayer())
  const play = (name: Name): void => {
    if (on.value) void open()?.play(name)
  }
  return {
    on,
    // moved prepares the sounds in the gesture of a move, and switches them on with the first one.
    moved: (): void => {
      if (read('sound') === null) on.value = true
      if (on.value) void open()?.resume()
    },
    // toggle switches the sounds on or off. A sound shows that they are on.
    toggle: (): void => {
      on.value = !on.value
      play('stone')
    },
    stone: () => play((turn = 1 - turn) === 1 ? 'stone' : 'stone2'),
    capture: () => play('capture'),
    pass: () => play('pass'),
    rosette: () => play('rosette'),
    tick: () => play('seconds'),
    found: () => play('found'),
  }
}

export const sounds = createSounds()
