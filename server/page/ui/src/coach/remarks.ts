// What the coach of a match has to say.
import { computed, signal } from '@preact/signals'
import { advise, happened, type Counts } from './advice'
import { isCoached, leaveCoach } from './coachedgame'
import type { Args } from '../common/i18n'
import { other, type Match } from '../match/match'
import type { Color, Frame, State } from '../net/wire'

interface Remark {
  key: string
  args: Args
}

export function createCoach(match: Match) {
  const { page, words, seats, state, phase, mine, near, ground, illegal, nameOf, moves, listen } = match
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
  const advice = computed(() => {
    if (!shown.value || !mine.value || phase.value !== 'play') return null
    const { stones, immortal = [], ply } = state.value
    return advise({
      near,
      rosettes: ground.rosettes,
      stones,
      immortal,
      me: me(),
      legal: (p) => illegal(p) === undefined,
      ply,
      passed: moves.value.at(-1)?.point === 'pass',
    })
  })
  // Remarks are what there is to say, in order.
  const remarks = computed((): Remark[] => {
    if (!shown.value) return []
    const { key, n, stone, point } = advice.value ?? {}
    const args = { n, stone: stone === undefined ? '' : nameOf(stone), point: point === undefined ? '' : nameOf(point) }
    return phase.value === 'play' ? [...recent.value, ...(key === undefined ? [] : [{ key: `coach.${key}`, args }])] : ending(state.value)
  })
  const text = ({ key, args }: Remark) => words.t(key, { color: words.t(`color.${other(me())}`), ...args })
  return {
    shown,
    text: computed(() => words.sentences(remarks.value.map(text))),
    point: computed(() => advice.value?.point),
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
function ending({ phase, agreement, score, komi }: State): Remark[] {
  if (phase === 'agreement') return [{ key: agreement?.proposed === true ? 'coach.agreement' : 'coach.counting', args: {} }]
  if (phase !== 'over') return []
  if (score === undefined) return [{ key: 'coach.ended', args: {} }]
  return [{ key: 'coach.over', args: { black: score.black, white: score.white, komi } }]
}
