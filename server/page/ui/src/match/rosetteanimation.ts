// The moment that makes this game: a rosette is filled, and its chain can never be
// captured, or stones are joined to such a chain.
import { signal } from '@preact/signals'
import type { Color, Match } from './match'

export interface Moment {
  kind: 'rosette' | 'joined'
  color: Color
}

const lasting = 6000 // ms; the next stone here ends it sooner

export function createMoments({ state, ground, phase, holds, listen }: Match) {
  const moment = signal<Moment | null>(null)
  let timer = 0
  const now = () => ({ rosettes: new Set(state.value.rosettes), immortal: new Set(state.value.immortal) })
  let before = now()

  // made is what the last move made of the position.
  const made = (): Moment | null => {
    const { rosettes = [], immortal = [], stones } = state.value
    const fresh = rosettes.find((r) => !before.rosettes.has(r))
    if (fresh !== undefined) return { kind: 'rosette', color: stones[ground.rosettes[fresh]![0]!] as Color }
    const joined = immortal.filter((p) => !before.immortal.has(p))
    return joined.length > 1 ? { kind: 'joined', color: stones[joined[0]!] as Color } : null
  }
  const show = (next: Moment | null) => {
    clearTimeout(timer)
    moment.value = next
    if (next !== null) timer = window.setTimeout(() => (moment.value = null), lasting)
  }
  listen(({ events }) => {
    const played = events.filter(({ kind }) => kind === 'played')
    const next = played.length > 0 && phase.value === 'play' ? made() : null
    before = now()
    const ended = played.length === 0 ? events.length > 0 : played.some(({ color }) => holds(color ?? ''))
    if (next !== null || ended) show(next)
  })
  return { moment, stop: () => clearTimeout(timer) }
}
