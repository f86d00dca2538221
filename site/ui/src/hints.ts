// Hints of one match: asked of the server, kept until something happens.
import { computed, signal } from '@preact/signals'
import { other, type Match } from './match'
import type { Hint, Problem } from './wire'

// createHints asks the server for a hint and keeps it until something happens.
export function createHints({ page, phase, seats, mine, state, listen, notice, words, named, pointOf }: Match) {
  const hint = signal<Hint | null>(null)
  const pending = signal(false)
  let asking: AbortController | undefined
  const drop = () => {
    asking?.abort()
    hint.value = null
    pending.value = false
  }
  listen(drop)
  const offered = computed(() => {
    const own = seats.value
    return phase.value === 'play' && (own === 'b' || own === 'w') && named(other(own)).kind === 'bot'
  })
  const fetched = async (gone: AbortSignal): Promise<Hint | string> => {
    try {
      const answer = await fetch(`/api/games/${page.id}/hint?lang=${words.lang}`, { signal: gone })
      return answer.ok ? ((await answer.json()) as Hint) : ((await answer.json()) as Problem).detail
    } catch {
      return words.refusal('not-now')
    }
  }
  const ask = async (): Promise<void> => {
    if (pending.value || !offered.value || !mine.value) return
    if (hint.value !== null) return drop()
    const { signal: gone } = (asking = new AbortController())
    pending.value = true
    notice.value = ''
    const found = await fetched(gone)
    if (gone.aborted) return
    pending.value = false
    if (typeof found === 'string') notice.value = found
    else if (found.ply === state.value.ply) hint.value = found
  }
  return {
    hint,
    pending,
    offered,
    ask,
    drop,
    text: computed(() => (hint.value === null ? '' : words.t(`hint.${hint.value.does}`, { point: hint.value.point, n: hint.value.count ?? 0 }))),
    point: computed(() => (hint.value === null ? undefined : pointOf(hint.value.point))),
  }
}
