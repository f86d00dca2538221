// What the position comes to: asked of the server, shown until the next move.
import { computed, effect, signal } from '@preact/signals'
import { requestJSON, Failure } from '../net/request'
import type { Match } from './match'
import type { Estimate } from '../net/wire'

// createEstimates keeps the estimate of one match that is shown.
export function createEstimates({ page, state, known, notice, words }: Match) {
  const estimate = signal<Estimate | null>(null)
  const pending = signal(false) // asked and not yet answered
  // What was counted needs no estimate.
  const estimable = computed(() => page.estimates === true && state.value.estimable === true && state.value.score === undefined)
  let controller: AbortController | undefined

  const drop = () => {
    controller?.abort()
    estimate.value = null
    pending.value = false
  }
  // Any event makes an estimate old, also one that is still on its way.
  const ignore = effect(() => {
    known.value
    drop()
  })
  const stop = () => {
    ignore()
    drop()
  }
  // toggle asks for an estimate, and for better ones while it is shown; or it takes away
  // the one that is shown.
  const toggle = async (): Promise<void> => {
    if (pending.value || !estimable.value) return
    if (estimate.value !== null) return drop()
    const { signal: gone } = (controller = new AbortController())
    pending.value = true
    notice.value = ''
    for (let visits: number | undefined = 0; visits !== undefined; ) {
      const path: string = `/api/games/${page.id}/estimate?ply=${state.value.ply}&visits=${visits}`
      const answer: Estimate | Failure = await requestJSON<Estimate>(words, path, { signal: gone }).catch((error: Failure) => error)
      if (gone.aborted) return
      pending.value = false
      if (answer instanceof Failure) {
        if (visits === 0) notice.value = answer.message // a later one only betters the first
        return
      }
      estimate.value = answer
      visits = answer.more
    }
  }
  return { estimate, pending, estimable, toggle, drop, stop }
}

export type Estimates = ReturnType<typeof createEstimates>
