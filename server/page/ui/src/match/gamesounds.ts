// The sounds of a match: each act of a player, and the last seconds of one's own clock.
import { effect } from '@preact/signals'
import type { Clocks } from './clock'
import type { Match } from './match'
import { sounds } from '../common/sounds'

// createGameSounds plays the sounds of events and returns the function that stops it. Several
// events at once, as after a lost connection, sound like the last.
export function createGameSounds({ state, known, over, holds, listen }: Match, clocks: Clocks): () => void {
  const count = (stones: string) => stones.length - [...stones].filter((sign) => sign === '.').length
  const now = () => ({ seq: known.value, stones: count(state.value.stones), rosettes: state.value.rosettes?.length ?? 0 })
  let before = now()
  listen(({ events }) => {
    const kind = events.filter(({ seq }) => seq > before.seq).at(-1)?.kind
    const after = now()
    if (kind === 'passed') sounds.pass()
    else if (kind === 'played') {
      if (after.rosettes > before.rosettes) sounds.rosette()
      else if (after.stones <= before.stones) sounds.capture()
      else sounds.stone()
    }
    before = after
  })
  return effect(() => {
    const { clock } = state.value
    if (over.value || clock?.running !== true || clock.side === undefined || !holds(clock.side)) return
    if (/^0:0\d$/.test(clocks[clock.side].value)) sounds.tick()
  })
}
