// The advice of the engine in a game with a coach: requested at each turn, and remembered
// if the player does something else.
import { computed, effect, signal } from '@preact/signals'
import { requestJSON } from '../net/request'
import { readRefused, writeRefused } from './coachedgame'
import { mostRefused } from './advice'
import type { Match } from '../match/match'
import type { Advice, Color, Frame } from '../net/wire'

// createAdvices requests an advice whenever the player is to move while wanted is true.
// A request ends with its position.
export function createAdvices({ page, words, known, seats, phase, mine, listen }: Match, wanted: () => boolean) {
  const advice = signal<Advice | null>(null)
  const pending = signal(false)
  const refused = signal(readRefused(page.id))
  const quiet = computed(() => refused.value.length >= mostRefused)
  const silenced = signal(false) // by the player's last move
  let controller = new AbortController()
  const drop = () => {
    controller.abort()
    advice.value = null
    pending.value = false
  }
  listen(({ events }: Frame) => {
    const given = advice.value?.point
    const own = events.find(({ kind, color }) => color === (seats.value as Color) && (kind === 'played' || kind === 'passed'))
    if (own === undefined) return
    const refusal = given !== undefined && given !== (own.kind === 'passed' ? 'pass' : own.point)
    if (refusal) writeRefused(page.id, (refused.value = [...refused.value, given]))
    silenced.value = refusal && refused.value.length === mostRefused
  })
  const request = async (): Promise<void> => {
    const { signal: gone } = (controller = new AbortController())
    pending.value = true
    const query = refused.value.map((point) => `refused=${point}`).join('&')
    const found = await requestJSON<Advice>(words, `/api/games/${page.id}/advice?${query}`, { signal: gone }).catch(() => null)
    if (gone.aborted) return
    advice.value = found
    pending.value = false
  }
  const stop = effect(() => {
    known.value
    const ask = wanted() && mine.value && phase.value === 'play'
    drop()
    if (ask && !quiet.peek()) void request()
  })
  return { advice, pending, quiet, silenced, stop: () => (stop(), drop()) }
}
