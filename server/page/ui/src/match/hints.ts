// Hints of one match: asked of the server, kept until something happens.
import { computed, signal } from '@preact/signals'
import { requestJSON, Failure } from '../net/request'
import { other, type Match } from './match'
import type { Hint } from '../net/wire'

// createHints asks the server for a hint and keeps it until something happens.
export function createHints({ page, phase, seats, mine, state, listen, notice, words, named, pointOf }: Match) {
  const hint = signal<Hint | null>(null)
  const pending = signal(false)
  let controller: AbortController | undefined
  const drop = () => {
    controller?.abort()
    hint.value = null
    pending.value = false
  }
  listen(drop)
  const offered = computed(() => {
    const own = seats.value
    return phase.value === 'play' && (own === 'b' || own === 'w') && ((named(other(own)).kind === 'bot' && page.rated !== true) || state.value.aided === true)
  })
  const toggle = async (): Promise<void> => {
    if (pending.value || !offered.value || !mine.value) return
    if (hint.value !== null) return drop()
    const { signal: gone } = (controller = new AbortController())
    pending.value = true
    notice.value = ''
    const found = await requestJSON<Hint>(words, `/api/games/${page.id}/hint`, { signal: gone }).catch((error: Failure) => error)
    if (gone.aborted) return
    pending.value = false
    if (found instanceof Failure) notice.value = found.message
    else if (found.ply === state.value.ply) hint.value = found
  }
  return {
    hint,
    pending,
    offered,
    toggle,
    drop,
    text: computed(() => (hint.value === null ? '' : words.t(`hint.${hint.value.does}`, { point: hint.value.point, n: hint.value.count ?? 0 }))),
    point: computed(() => (hint.value === null ? undefined : pointOf(hint.value.point))),
  }
}
