// What a person likes to see and hear, kept in this browser. The look is a cookie,
// so that the server renders each page with it and nothing changes its colour after
// the first paint; the rest stays in the browser's storage.
import { effect, signal, type Signal } from '@preact/signals'
import { sounds } from '../common/sounds'
import { read, write } from '../net/storage'

export const themes = ['system', 'light', 'dark', 'paper', 'contrast'] as const
export const woods = ['auto', 'wood', 'paper', 'slate', 'night'] as const // auto goes with the theme
export const stoneSets = ['shell', 'glass', 'flat'] as const
export const confirmations = ['auto', 'always', 'never'] as const // auto asks after a tap of a finger where points are small
export const rotations = ['auto', '0', '90', '180', '270'] as const // auto turns the board to fill the window

export type Theme = (typeof themes)[number]
export type Wood = (typeof woods)[number]
export type StoneSet = (typeof stoneSets)[number]
export type Confirm = (typeof confirmations)[number]
export type Rotation = (typeof rotations)[number]

function flag(name: string, usual: boolean): Signal<boolean> {
  const box = signal((read(name) ?? (usual ? 'yes' : 'no')) === 'yes')
  effect(() => write(name, box.value ? 'yes' : 'no'))
  return box
}

function choice<T extends string>(name: string, all: readonly T[]): Signal<T> {
  const box = signal(oneOf(all, read(name)))
  effect(() => write(name, box.value))
  return box
}

// oneOf is what was chosen, or the first of all where that is nothing known.
const oneOf = <T extends string>(all: readonly T[], chosen: string | null | undefined): T => all.find((one) => one === chosen) ?? all[0]!

const year = 365 * 24 * 3600

// createAppearance returns the appearance that the server rendered, and applies every choice
// to the page and to the cookie. The first of each list has no name
// in either.
function createAppearance() {
  const root = document.documentElement.dataset
  const theme = signal(oneOf(themes, root.theme))
  const wood = signal(oneOf(woods, root.board))
  const stones = signal(oneOf(stoneSets, root.stones))
  let first = true
  effect(() => {
    const chosen = [theme.value, wood.value, stones.value]
    if (first) return void (first = false)
    const usual = [themes[0], woods[0], stoneSets[0]]
    ;(['theme', 'board', 'stones'] as const).forEach((name, i) => {
      if (chosen[i] === usual[i]) delete root[name]
      else root[name] = chosen[i]
    })
    document.cookie = `look=${chosen.join('.')}; path=/; max-age=${year}; samesite=lax`
  })
  return { theme, wood, stones }
}

// createPrefs returns a signal for each preference. A page calls it once.
export function createPrefs() {
  const prefs = {
    ...createAppearance(),
    sound: sounds.on,
    notify: flag('notify', false), // by the desktop, of one's turn
    chat: flag('chat', true), // the chat beside a game
    confirm: choice('confirm', confirmations),
    coordinates: flag('coordinates', true),
    numbers: flag('numbers', false),
    atari: flag('atari', false),
    animation: flag('animation', true),
    rotation: choice('rotation', rotations),
    typing: flag('typing', false), // moves are typed in a box
  }
  effect(() => {
    if (prefs.animation.value) delete document.documentElement.dataset.motion
    else document.documentElement.dataset.motion = 'none'
  })
  return prefs
}

export type Prefs = ReturnType<typeof createPrefs>

// quarters is how often a board is turned by a quarter, undefined to fill its place.
export const quarters = (rotation: Rotation): number | undefined => (rotation === 'auto' ? undefined : Number(rotation) / 90)
