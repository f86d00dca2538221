// A board by keyboard: a cursor that speaks.
import type { Signal } from '@preact/signals'
import { along, isArrow, middle } from './board/geometry'
import type { Layout } from './board/types'

const playing = new Set(['enter', ' '])

export interface Cursor {
  layout: { current: Layout | null }
  at: Signal<number | null>
  keyed: Signal<boolean> // the cursor shows, once keys are in use
  say(p: number | null): void // what is on a point, or that the board ends
  touch(p: number): void
  stepping?: boolean // without the cursor, left and right are for the moves
}

export function useCursor({ layout, at, keyed, say, touch, stepping = false }: Cursor) {
  const go = (p: number | null) => {
    say(p)
    if (p !== null) at.value = p
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const play = playing.has(e.key.toLowerCase())
    if (e.altKey || e.ctrlKey || e.metaKey || layout.current === null || !(play || isArrow(e.key))) return
    if (stepping && !keyed.value && /^Arrow(Left|Right)$/.test(e.key)) return
    e.preventDefault()
    keyed.value = true
    const here = at.value ?? middle(layout.current.xy)
    if (isArrow(e.key)) go(along(layout.current.xy, here, e.key))
    else touch(here)
  }
  const onFocus = (e: FocusEvent) => {
    if (!(e.currentTarget as Element).matches(':focus-visible') || layout.current === null) return
    keyed.value = true
    go(at.value ?? middle(layout.current.xy))
  }
  return { onKeyDown, onFocus, onBlur: () => void (keyed.value = false) }
}
