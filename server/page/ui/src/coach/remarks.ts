// What the coach of a match has to say.
import { computed, signal } from '@preact/signals'
import { happened, inWords, type Counts, type Remark } from './advice'
import { createAdvices } from './advices'
import { isCoached, leaveCoach } from './coachedgame'
import { other, type Match } from '../match/match'
import type { Color, Frame, State } from '../net/wire'

export function createCoach(match: Match) {
  const { page, words, seats, state, phase, mine, pointOf, moves, listen } = match
  const open = signal(isCoached(page.id))
  const shown = computed(() => open.value && (seats.value === 'b' || seats.value === 'w'))
  const me = () => seats.value as Color
  const recent = signal<Remark[]>([]) // of our last move and the answer to it
  let before = countsOf(state.value)
  listen(({ events, state: after }: Frame) => {
    const now = countsOf(after)
    for (const { kind, color } of events) {
      if (kind !== 'played' && kind !== 'passed') recent.value = kind === 'took-back' ? [] : recent.value
      else if (color === me()) recent.value = happened(before, now, me(), me())
      else recent.value = [...recent.value, ...happened(before, now, other(me()), me())]
    }
    before = now
  })
  const advices = createAdvices(match, () => shown.value)
  const { advice, pending, silenced } = advices
  // Remarks are what there is to say, in order. While an advice is on its way, it is only what
  // has happened.
  const remarks = computed((): Remark[] => {
    if (!shown.value) return []
    if (phase.value !== 'play') return ending(state.value)
    if (!mine.value || pending.value) return recent.value
    const passed = moves.value.at(-1)?.point === 'pass'
    return [...recent.value, ...inWords(advice.value, { ply: state.value.ply, points: page.board.names.length, passed }, silenced.value)]
  })
  const text = ({ key, args }: Remark) => words.t(key, { color: words.t(`color.${other(me())}`), ...args })
  return {
    shown,
    text: computed(() => words.sentences(remarks.value.map(text))),
    pending,
    point: computed(() => pointOf(advice.value?.point ?? '')),
    stop: advices.stop,
    hide: () => {
      open.value = false
      leaveCoach()
    },
  }
}

export type Coach = ReturnType<typeof createCoach>

// countsOf picks what the coach compares.
const countsOf = ({ prisoners, rosettes = [] }: State): Counts => ({ prisoners: { ...prisoners }, rosettes: rosettes.length })

// ending explains what comes after play.
function ending({ phase, agreement, dead = [], score, komi }: State): Remark[] {
  if (phase === 'agreement' && agreement?.proposed !== true) return [{ key: 'coach.counting', args: {} }]
  if (phase === 'agreement') return [{ key: dead.length > 0 ? 'coach.agreement' : 'coach.agreement.none', args: {} }]
  if (phase !== 'over') return []
  if (score === undefined) return [{ key: 'coach.ended', args: {} }]
  return [{ key: 'coach.over', args: { black: score.black, white: score.white, komi } }]
}
