// The board by keyboard: a cursor that speaks.
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { along, chain, isArrow, lines, middle } from './board/geometry'
import type { Layout } from './board/types'
import { describeChain, describePoint, describeRosettes, rosettePoints, seen } from './describe'
import { summary } from './status'
import { useView, type View } from './view'

type Go = (p: number | null) => void

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
  ['ui.key.question', 'ui.key.question.does'],
]

// useKeys listens for keys; the cursor shows once they are in use.
export function useKeys(l: { current: Layout | null }, cursor: Signal<number | null>, shown: Signal<boolean>) {
  const view = useView()
  const go: Go = (p) => {
    if (p === null) return view.describe(view.t('ui.point.edge'))
    cursor.value = p
    view.describe(describePoint(view, l.current!, p))
  }
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.altKey || e.ctrlKey || e.metaKey || l.current === null) return
    // Without the cursor on the board these go through the moves.
    if (!shown.value && /^Arrow(Left|Right)$/.test(e.key) && view.moves.value.length > 0) return
    const action = actionOf(view, e.key, l.current, cursor.value ?? start(view, l.current), go)
    if (action === undefined) return
    e.preventDefault()
    shown.value = true
    view.answer.value = null
    action()
  }
  // Letters are heard wherever the focus is on nothing.
  useEffect(() => {
    const anywhere = (e: KeyboardEvent) => {
      if (e.target === document.body && /^[a-z?]$/i.test(e.key) && document.querySelectorAll('.goban').length === 1) onKeyDown(e)
    }
    document.addEventListener('keydown', anywhere)
    return () => document.removeEventListener('keydown', anywhere)
  }, [])
  const onFocus = (e: FocusEvent) => {
    if (!(e.currentTarget as Element).matches(':focus-visible') || l.current === null) return
    shown.value = true
    go(cursor.value ?? start(view, l.current))
  }
  return { onKeyDown, onFocus, onBlur: () => (shown.value = false) }
}

function actionOf(view: View, key: string, l: Layout, here: number, go: Go): (() => unknown) | undefined {
  if (isArrow(key)) return () => go(along(l.xy, here, key))
  if (/^[1-9]$/.test(key)) {
    const ways = lines(l)[here]!
    const way = ways[Number(key) - 1]
    return way === undefined ? () => view.describe(view.t('ui.point.no-line', { last: ways.length })) : () => go(way)
  }
  return actions(view, l, here, go)[key.toLowerCase()]
}

// start is where the keyboard's cursor begins: the last move, or the middle.
const start = ({ lastPoint }: View, l: Layout) => lastPoint.value ?? middle(l.xy)

// tell answers a question about the position: it is spoken and stays in sight, and
// the stones it is about are ringed.
function tell(view: View, text: string, points: number[] = []): void {
  view.describe(text)
  view.answer.value = { text, points }
}

// actions has what each key does; keyTexts says so to people.
const actions = (view: View, l: Layout, here: number, go: Go): Record<string, () => unknown> => ({
  enter: () => view.touch(here),
  ' ': () => view.touch(here),
  g: () => tell(view, describeChain(view, l, here), chain(l.near, seen(view).stones, here).stones),
  r: () => tell(view, describeRosettes(view), rosettePoints(view)),
  l: () => (view.lastPoint.value === undefined ? view.describe(view.t('ui.moves.none')) : go(view.lastPoint.value)),
  s: () => tell(view, summary(view)),
  e: () => view.estimates.toggle(),
  '?': () => (view.open.value = 'keys'),
})
