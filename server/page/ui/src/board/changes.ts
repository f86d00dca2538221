// What has changed on a board since it was drawn before: what an animation shows.
import { useRef } from 'preact/hooks'
import type { Color } from './types'

export interface Changes {
  fresh: Set<number> // points of stones that have come
  gone: [number, Color][] // stones that have been taken
  formed: Set<number> // hexagons that have become rosettes
}

const still: Changes = { fresh: new Set(), gone: [], formed: new Set() }

// useChanges compares with the position before. A jump to another position moves
// nothing: only a stone, or a stone and the reply to it, arrive.
export function useChanges(signs: string, rosettes: number[] = []): Changes {
  const cache = useRef({ signs, rosettes, changes: still })
  const before = cache.current
  if (before.signs !== signs) cache.current = { signs, rosettes, changes: changes(before.signs, signs, before.rosettes, rosettes) }
  return cache.current.changes
}

// changes lists what is new between two positions of a board.
export function changes(before: string, now: string, formerly: number[], rosettes: number[]): Changes {
  if (before.length !== now.length) return still
  const points = [...now].map((_, p) => p)
  const fresh = points.filter((p) => now[p] !== '.' && now[p] !== before[p])
  const gone = points.filter((p) => before[p] !== '.' && now[p] === '.')
  if (fresh.length > 2 || (fresh.length === 0 && gone.length > 1)) return still
  return {
    fresh: new Set(fresh),
    gone: gone.map((p) => [p, before[p] as Color]),
    formed: new Set(rosettes.filter((r) => !formerly.includes(r))),
  }
}
