// A board by keyboard: a cursor with announcements for screen readers.
import type { Signal } from '@preact/signals'
import { along, isArrow, middle } from './geometry'
import type { Layout } from './types'

const playing = new Set(['enter', ' '])

export type Go = (p: number | null) => void

export interface Cursor {
  layout: { current: Layout | null }
  at: Signal<number | null>
  keyed: Signal<boolean> // the cursor shows, once keys are in use
  announce(p: number | null): void // announces what is on a point, or that the board ends
  touch(p: number): void
  stepping?(): boolean // without the cursor, left and right are for the moves
  start?(): number | undefined // where the cursor begins; otherwise in the middle
  onCommand?(): void // a key has an action
  further?(key: string, here: number, go: Go): (() => unknown) | undefined // what other keys do
}

export function useCursor({ layout, at, keyed, announce, touch, stepping, start, onCommand, further }: Cursor) {
  const go: Go = (p) => {
    announce(p)
    if (p !== null) at.value = p
  }
  const here = () => at.value ?? start?.() ?? middle(layout.current!.xy)
  const actionOf = (key: string): (() => unknown) | undefined => {
    if (isArrow(key)) return () => go(along(layout.current!.xy, here(), key))
    return playing.has(key.toLowerCase()) ? () => touch(here()) : further?.(key, here(), go)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey || layout.current === null) return
    if (!keyed.value && /^Arrow(Left|Right)$/.test(e.key) && stepping?.() === true) return
    const action = actionOf(e.key)
    if (action === undefined) return
    e.preventDefault()
    keyed.value = true
    onCommand?.()
    action()
  }
  const onFocus = (e: FocusEvent) => {
    if (!(e.currentTarget as Element).matches(':focus-visible') || layout.current === null) return
    keyed.value = true
    go(here())
  }
  return { onKeyDown, onFocus, onBlur: () => void (keyed.value = false) }
}
