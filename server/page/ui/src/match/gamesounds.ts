// The sounds of a match: each act of a player, and the last seconds of one's own clock.
import { computed, type ReadonlySignal } from '@preact/signals'
import type { Clocks } from './clock'
import type { Match } from './match'
import { sounds } from '../common/sounds'

const warned = 10 // seconds

// The commands with which a person moves.
const movesBy = ['play', 'place', 'pass']

// createWarnings sounds and announces the last seconds of one's own clock, and its last period.
function createWarnings({ state, over, holds, words }: Match, { urgency }: Clocks, announce: (text: string) => void): () => void {
  const own = computed(() => {
    const { clock } = state.value
    return !over.value && clock?.running === true && clock.side !== undefined && holds(clock.side) ? urgency[clock.side].value : undefined
  })
  const last = computed(() => own.value?.last ?? false)
  const seconds = computed(() => (own.value?.low === true && own.value.seconds <= warned ? own.value.seconds : undefined))
  const warning = computed(() => seconds.value !== undefined)
  // on acts when a value becomes true, and on each change of a number.
  const on = (value: ReadonlySignal<number | boolean | undefined>, act: () => void) => value.subscribe((now) => void (now && act()))
  const stops = [
    on(seconds, sounds.tick),
    on(last, () => announce(words.t('ui.clock.last'))),
    on(warning, () => announce(words.t('ui.clock.low', { n: seconds.peek()! }))),
  ]
  return () => stops.forEach((stop) => stop())
}

// createGameSounds plays the sounds of events and returns the function that stops it. Several
// events at once, as after a lost connection, sound like the last.
export function createGameSounds(match: Match, clocks: Clocks, announce: (text: string) => void): () => void {
  const { state, known, sent, listen } = match
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
  const stops = [sent.subscribe((command) => void (movesBy.includes(command?.command ?? '') && sounds.moved())), createWarnings(match, clocks, announce)]
  return () => stops.forEach((stop) => stop())
}
