// The board by keyboard: a cursor with announcements for screen readers.
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { chain, lines } from '../board/geometry'
import type { Layout } from '../board/types'
import { useCursor, type Go } from '../board/cursor'
import { describeChain, describePoint, describeRosettes, rosettePoints, seen } from './describe'
import { summary } from './statustext'
import { useView, type View } from './view'

// keyTexts are the keys and what they do, as the page lists them.
export const keyTexts: [key: string, action: string][] = [
  ['ui.key.arrows', 'ui.key.arrows.does'],
  ['ui.key.digits', 'ui.key.digits.does'],
  ['ui.key.enter', 'ui.key.enter.does'],
  ['ui.key.g', 'ui.key.g.does'],
  ['ui.key.r', 'ui.key.r.does'],
  ['ui.key.l', 'ui.key.l.does'],
  ['ui.key.s', 'ui.key.s.does'],
  ['ui.key.steps', 'ui.key.steps.does'],
  ['ui.key.ends', 'ui.key.ends.does'],
  ['ui.key.e', 'ui.key.e.does'],
  ['ui.key.n', 'ui.key.n.does'],
  ['ui.key.question', 'ui.key.question.does'],
]

// useKeys listens for keys; the cursor shows once they are in use.
export function useKeys(layout: { current: Layout | null }, at: Signal<number | null>, keyed: Signal<boolean>) {
  const view = useView()
  const cursor = useCursor({
    layout, at, keyed,
    announce: (p) => view.describe(p === null ? view.t('ui.point.edge') : describePoint(view, layout.current!, p)),
    touch: view.touch,
    stepping: () => view.moves.value.length > 0,
    start: () => view.lastPoint.value,
    onCommand: () => (view.answer.value = null),
    further: (key, here, go) => furtherOf(view, key, layout.current!, here, go),
  })
  // Letters are heard wherever the focus is on nothing.
  useEffect(() => {
    const anywhere = (e: KeyboardEvent) => {
      if (e.target === document.body && /^[a-z?]$/i.test(e.key) && document.querySelectorAll('.goban').length === 1) cursor.onKeyDown(e)
    }
    document.addEventListener('keydown', anywhere)
    return () => document.removeEventListener('keydown', anywhere)
  }, [])
  return cursor
}

// furtherOf is what a key does besides going by arrows and playing.
function furtherOf(view: View, key: string, l: Layout, here: number, go: Go): (() => unknown) | undefined {
  if (!/^[1-9]$/.test(key)) return actions(view, l, here, go)[key.toLowerCase()]
  const ways = lines(l)[here]!
  const way = ways[Number(key) - 1]
  return way === undefined ? () => view.describe(view.t('ui.point.no-line', { last: ways.length })) : () => go(way)
}

// announce shows and speaks a text about the position, and rings the stones it is about.
function announce(view: View, text: string, points: number[] = []): void {
  view.describe(text)
  view.answer.value = { text, points }
}

// openNextGame opens the next game that waits, or announces that none does where that is known.
function openNextGame({ waiting, describe, t }: View): void {
  if (waiting.others.value > 0) location.assign(waiting.next.value)
  else if (waiting.known()) describe(t('match.next.none'))
}

// actions has what each letter does; keyTexts says so to people.
const actions = (view: View, l: Layout, here: number, go: Go): Record<string, () => unknown> => ({
  g: () => announce(view, describeChain(view, l, here), chain(l.near, seen(view).stones, here).stones),
  r: () => announce(view, describeRosettes(view), rosettePoints(view)),
  l: () => (view.lastPoint.value === undefined ? view.describe(view.t('ui.moves.none')) : go(view.lastPoint.value)),
  s: () => announce(view, summary(view)),
  e: () => view.estimates.toggle(),
  n: () => openNextGame(view),
  '?': () => (view.open.value = 'keys'),
})
