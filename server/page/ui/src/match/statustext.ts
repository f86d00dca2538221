// One line that says how the match stands.
import { sides, other, type Color } from './match'
import type { View } from './view'
import type { Phase } from '../net/wire'

// What a pass would bring about now is part of the sentence that says whose turn
// it is.
type Pass = '' | 'stops' | 'ends'
const turnOf: Record<'you' | 'name' | 'color', Record<Pass, string>> = {
  you: { '': 'ui.turn.you', stops: 'ui.turn.you.stops', ends: 'ui.turn.you.ends' },
  name: { '': 'ui.turn.name', stops: 'ui.turn.name.stops', ends: 'ui.turn.name.ends' },
  color: { '': 'ui.turn.color', stops: 'ui.turn.color.stops', ends: 'ui.turn.color.ends' },
}
const agreementOf: Record<'you' | 'name', Record<Pass, string>> = {
  you: { '': 'ui.agreement.turn.you', stops: 'ui.agreement.turn.you', ends: 'ui.agreement.turn.you.ends' },
  name: { '': 'ui.agreement.turn.name', stops: 'ui.agreement.turn.name', ends: 'ui.agreement.turn.name.ends' },
}

const passOf = ({ state }: View): Pass => state.value.pass ?? ''

// won has the sentence for how a game was won, by who reads it.
const won: Record<string, Record<'you' | 'them' | 'color', string>> = {
  score: { you: 'ui.result.score.you', them: 'ui.result.score.them', color: 'ui.result.score.color' },
  resign: { you: 'ui.result.resign.you', them: 'ui.result.resign.them', color: 'ui.result.resign.color' },
  forfeit: { you: 'match.result.forfeit.you', them: 'match.result.forfeit.them', color: 'match.result.forfeit.color' },
  time: { you: 'ui.result.time.you', them: 'ui.result.time.them', color: 'ui.result.time.color' },
}

// nobody has the sentences for ends in which nobody wins.
const nobody: Record<string, string> = { 'no-result': 'ui.result.no-result', 'both-lose': 'ui.result.both-lose', aborted: 'match.result.aborted' }

// outcome is how the game ended.
export function outcome({ t, state, seats, both }: View): string {
  const { by, winner, margin } = state.value.result!
  const none = nobody[by]
  if (none !== undefined) return t(none)
  if (winner === '') return t('ui.result.draw')
  const who = seats.value === '' || both.value ? 'color' : seats.value === winner ? 'you' : 'them'
  return t(won[by]![who], { color: t(`color.${winner}`), n: margin })
}

// phases say what each phase waits for; next is who must act.
const phases: Record<Exclude<Phase, 'over'>, (view: View, next: Color) => string> = {
  komi: ({ t, you, named }, next) => (you(next) ? t('ui.komi.turn.you') : t('ui.komi.turn.name', { name: named(next).name })),
  handicap: ({ t, you, named, state }, next) =>
    t(you(next) ? 'ui.handicap.turn.you' : 'ui.handicap.turn.name', { name: named(next).name, n: state.value.toPlace ?? 0 }),
  play: turn,
  agreement: agreement,
  turn: ({ t }) => t('ui.mover.title'),
  confirmation: ({ t, you }, next) => (you(next) ? t('ui.confirmation.turn.you') : t('ui.confirmation.turn.color', { color: t(`color.${next}`) })),
}

function turn(view: View, next: Color): string {
  const { t, words, you, named, moves, state, place } = view
  const { name, kind } = named(next)
  if (!you(next) && kind === 'bot') return place.value > 0 ? t('ui.queued', { name, place: place.value }) : t('ui.thinking', { name })
  const who = you(next) ? 'you' : name === t(`color.${next}`) ? 'name' : 'color'
  const sentence = t(turnOf[who][passOf(view)], { name, color: t(`color.${next}`) })
  const last = moves.value.at(-1)
  const { pass, passes } = state.value
  // A pass before play went on again has done what it does.
  const passed = last?.point === 'pass' && last.color !== next && (pass !== undefined || passes !== 2)
  return passed ? words.sentences([t('ui.passed', { name: named(other(next)).name }), sentence]) : sentence
}

function agreement(view: View, next: Color): string {
  const { t, you, named, state, awaited } = view
  const { name } = named(next)
  if (state.value.toMove !== '') return t(agreementOf[you(next) ? 'you' : 'name'][passOf(view)], { name })
  if (state.value.agreement?.proposed !== true) return t('ui.agreement.looking')
  return awaited.value.length > 0 || state.value.awaits === 'bw' ? t('ui.agreement.dead') : t('ui.agreement.waiting', { name })
}

// trouble is why the page does not follow the match just now, empty if it does.
function connectionText({ t, words, socket, left }: View): string {
  if (socket.refused.value !== '') return words.refusal(socket.refused.value)
  if (!socket.connected.value) return t('ui.reconnecting')
  return left.value === '' ? '' : words.refusal(left.value)
}

// standing is whose turn it is, or how it ended.
export function standing(view: View): string {
  const { t, over, sent, chosen, nameOf, state, awaited, phase } = view
  const text = connectionText(view)
  if (text !== '') return text
  if (over.value) return outcome(view)
  if (sent.value !== null && sent.value.command !== 'mark') return t('ui.sending')
  if (chosen.value !== null) return t('ui.chosen', { point: nameOf(chosen.value) })
  const { toMove, awaits } = state.value
  const next = toMove !== '' ? toMove : (awaited.value[0] ?? (awaits === 'w' ? 'w' : 'b'))
  return phases[phase.value as Exclude<Phase, 'over'>](view, next)
}

// summary is what a screen reader says when asked how things stand.
export function summary(view: View): string {
  const { t, state, clocks } = view
  const [black, white] = sides.map((c) => {
    const time = clocks[c].value
    const side = t(time === '' ? 'ui.summary.side' : 'ui.summary.clock', { color: t(`color.${c}`), n: state.value.prisoners[c], time })
    const { left } = state.value
    return left === undefined ? side : t('ui.summary.left', { side, n: left[c] })
  })
  return t('ui.summary', { status: standing(view), black, white })
}
