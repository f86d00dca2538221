// What the position comes to: asked of the server, shown until the next move.
import { computed, effect, signal } from '@preact/signals'
import { known, notice, page, state } from './match'
import { why } from './words'
import type { Estimate } from './wire'

export const estimate = signal<Estimate | null>(null)
export const weighing = signal(false) // asked and not yet answered

// What was counted needs no estimate.
export const estimable = computed(() => page.estimates === true && state.value.estimable === true && state.value.score === undefined)

let asking: AbortController | undefined

// Whatever happens makes an estimate old, also one that is still on its way.
effect(() => {
  known.value
  drop()
})

function drop(): void {
  asking?.abort()
  estimate.value = null
  weighing.value = false
}

// toggle asks for an estimate, or takes away the one that is shown.
export async function toggle(): Promise<void> {
  if (weighing.value || !estimable.value) return
  if (estimate.value !== null) return drop()
  const { signal: gone } = (asking = new AbortController())
  weighing.value = true
  notice.value = ''
  const said = await ask(gone)
  if (gone.aborted) return
  weighing.value = false
  if (typeof said === 'string') notice.value = said
  else estimate.value = said
}

// ask returns what the server says, or why there is nothing to say.
async function ask(gone: AbortSignal): Promise<Estimate | string> {
  try {
    const answer = await fetch(`/games/${page.id}/estimate?ply=${state.value.ply}&lang=${document.documentElement.lang}`, { signal: gone })
    return answer.ok ? ((await answer.json()) as Estimate) : (await answer.text()).trim()
  } catch {
    return why('not-now')
  }
}
