// What the coach of a match has to say.
import { computed, signal } from '@preact/signals'
import { happened, inWords, lost, type Remark, type Scene } from './advice'
import { createAdvices } from './advices'
import { isCoached, leaveCoach } from './coachedgame'
import { other, type Match } from '../match/match'
import type { Color, Frame, State } from '../net/wire'

const maxExplained = 2 // losses of stones in a game

export function createCoach(match: Match) {
  const { page, words, seats, state, phase, mine, near, pointOf, moves, listen } = match
  const open = signal(isCoached(page.id))
  const shown = computed(() => open.value && (seats.value === 'b' || seats.value === 'w'))
  const me = () => seats.value as Color
  const recent = signal<Remark[]>([]) // of our last move and the answer to it
  let before = sceneOf(state.value)
  let explained = 0 // losses
  let own = '' // the stones before our last move, once we have moved
  listen(({ events, state: after }: Frame) => {
    const now = sceneOf(after)
    for (const { kind, color } of events) {
      if (kind !== 'played' && kind !== 'passed') recent.value = kind === 'took-back' ? [] : recent.value
      else if (color === me()) {
        own = before.stones
        recent.value = happened(before, now, me(), me())
      } else {
        const all = happened(before, now, other(me()), me())
        const why = explained === maxExplained ? [] : all.flatMap(({ key, args }) => (key === 'coach.captured.them' ? lost(near, own, now.stones, me(), Number(args.n)) : []))
        if (why.length > 0) explained++
        recent.value = [...recent.value, ...all, ...why]
      }
    }
    before = now
  })
  const advices = createAdvices(match, () => shown.value)
  const { advice, pending, silenced, quiet } = advices
  // A quiet coach speaks of captures alone: of a rosette, the line above the board speaks too.
  const spoken = computed(() => (quiet.value ? recent.value.filter(({ key }) => key !== 'coach.rosette.you' && key !== 'coach.rosette.them') : recent.value))
  // Remarks are what there is to say, in order. While an advice is on its way, it is only what
  // has happened.
  const remarks = computed((): Remark[] => {
    if (!shown.value) return []
    if (phase.value !== 'play') return ending(state.value)
    if (!mine.value || pending.value) return spoken.value
    const passed = moves.value.at(-1)?.point === 'pass'
    return [...spoken.value, ...inWords(advice.value, { ply: state.value.ply, points: page.board.names.length, passed }, silenced.value)]
  })
  const text = ({ key, args }: Remark) => words.t(key, { color: words.t(`color.${other(me())}`), ...args })
  return {
    shown,
    text: computed(() => words.sentences(remarks.value.map(text))),
    pending,
    quiet,
    point: computed(() => pointOf(advice.value?.point ?? '')),
    stop: advices.stop,
    hide: () => {
      open.value = false
      leaveCoach()
    },
  }
}

export type Coach = ReturnType<typeof createCoach>

// sceneOf picks what the coach compares.
const sceneOf = ({ prisoners, rosettes = [], stones }: State): Scene => ({ prisoners: { ...prisoners }, rosettes: rosettes.length, stones })

// ending explains what comes after play.
function ending({ phase, agreement, dead = [], score, komi }: State): Remark[] {
  if (phase === 'agreement' && agreement?.proposed !== true) return [{ key: 'coach.counting', args: {} }]
  if (phase === 'agreement') return [{ key: dead.length > 0 ? 'coach.agreement' : 'coach.agreement.none', args: {} }]
  if (phase !== 'over') return []
  if (score === undefined) return [{ key: 'coach.ended', args: {} }]
  return [{ key: 'coach.over', args: { black: score.black, white: score.white, komi } }]
}
