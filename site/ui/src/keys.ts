// The board by keyboard: a cursor that speaks.
import type { Signal } from '@preact/signals'
import { along, isArrow, lines, middle, type Layout } from './board/geometry'
import { toggle } from './estimate'
import { lastPoint } from './match'
import { describe, describeChain, describeRosettes, say } from './speech'
import { summary } from './status'
import { touch } from './touch'
import * as words from './words'

type Go = (p: number | null) => void

// useKeys listens for keys; the cursor shows once they are in use.
export function useKeys(l: { current: Layout | null }, cursor: Signal<number | null>, shown: Signal<boolean>) {
  const go: Go = (p) => {
    if (p === null) return say(words.speech.edge)
    cursor.value = p
    say(describe(l.current!, p))
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey || l.current === null) return
    const deed = deedOf(e.key, l.current, cursor.value ?? start(l.current), go)
    if (deed === undefined) return
    e.preventDefault()
    shown.value = true
    deed()
  }
  const onFocus = (e: FocusEvent) => {
    if (!(e.currentTarget as Element).matches(':focus-visible') || l.current === null) return
    shown.value = true
    go(cursor.value ?? start(l.current))
  }
  return { onKeyDown, onFocus, onBlur: () => (shown.value = false) }
}

function deedOf(key: string, l: Layout, here: number, go: Go): (() => void) | undefined {
  if (isArrow(key)) return () => go(along(l.xy, here, key))
  if (/^[1-9]$/.test(key)) {
    const ways = lines(l)[here]!
    const way = ways[Number(key) - 1]
    return way === undefined ? () => say(words.speech.noLine(ways.length)) : () => go(way)
  }
  return deeds(l, here, go)[key.toLowerCase()]
}

// start is where the keyboard's cursor begins: the last move, or the middle.
const start = (l: Layout) => lastPoint.value ?? middle(l.xy)

// deeds is the vocabulary of keys; add a line to teach one.
const deeds = (l: Layout, here: number, go: Go): Record<string, () => void> => ({
  enter: () => touch(here),
  ' ': () => touch(here),
  g: () => say(describeChain(l, here)),
  r: () => say(describeRosettes()),
  l: () => (lastPoint.value === undefined ? say(words.moves.none) : go(lastPoint.value)),
  s: () => say(summary()),
  e: () => void toggle(),
  '?': () => say(words.keys.map(([key, deed]) => `${key}: ${deed}`).join('. ')),
})
