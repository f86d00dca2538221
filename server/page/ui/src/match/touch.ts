// What a touch of a point means in each phase.
import { chain } from '../board/geometry'
import type { Details } from './commands'
import type { Match } from './match'
import type { State } from '../net/wire'

// The command that a point stands for by phase.
const commandOf: Record<string, 'place' | 'play'> = { handicap: 'place', play: 'play', confirmation: 'play' }

// marksChain tells whether a touch there speaks of a chain instead of a stone to
// be played.
export const marksChain = ({ phase, state }: Match, p: number) => phase.value === 'agreement' && state.value.stones[p] !== '.'

export const isDead = ({ state }: Match, p: number) => state.value.dead?.includes(p) ?? false

// mayConfirm tells whether the players may play out whether a chain lives.
export const mayConfirm = ({ page }: Match) => page.ending === 'CONFIRMATION'

// isUnfinished reports whether more than a fifth of the points are empty and belong to nobody.
export function isUnfinished({ stones, score }: State): boolean {
  if (score === undefined) return false
  const open = [...score.owner].filter((owner, p) => owner === '.' && stones[p] === '.')
  return 5 * open.length > stones.length
}

// chainAt lists the stones of the chain on a point.
export const chainAt = ({ near, state }: Match, p: number) => chain(near, state.value.stones, p).stones

// touch does what a point stands for, or says at once why it cannot be.
export function touch(match: Match, p: number): void {
  match.hurry()
  const refusal = refusalOf(match, p)
  if (refusal !== undefined) match.notice.value = match.words.refusal(refusal)
  else if (marksChain(match, p)) mark(match, p)
  else match.send(commandOf[match.phase.value] ?? 'play', { ...forMover(match), point: match.nameOf(p) })
}

// forMover makes a command for the player to move, even when it is sent again.
export const forMover = ({ state: { value: { toMove } } }: Pick<Match, 'state'>): Details => (toMove === 'b' || toMove === 'w' ? { as: toMove } : {})

// mark calls a chain dead, or alive again.
function mark(match: Match, p: number): void {
  match.picked.value = p
  match.send('mark', { points: [match.nameOf(p)], dead: !isDead(match, p) })
}

// choose marks a point to be confirmed.
export function choose(match: Match, p: number): void {
  match.hurry()
  const refusal = refusalOf(match, p)
  match.notice.value = refusal === undefined ? '' : match.words.refusal(refusal)
  match.chosen.value = refusal === undefined ? p : null
}

// refusalOf is why a point cannot be touched, as a key.
function refusalOf(match: Match, p: number): string | undefined {
  const { seats, over, phase, state, mine, seat } = match
  if (seats.value === '') return 'not-seated'
  if (over.value) return 'game-over'
  if (marksChain(match, p)) return !isDead(match, p) && state.value.immortal?.includes(p) ? 'immortal' : undefined
  if (phase.value === 'agreement' && state.value.toMove === '') return 'no-chain'
  if (commandOf[phase.value] === undefined && phase.value !== 'agreement') return 'wrong-phase'
  return mine.value && seat.value !== '' ? match.illegal(p) : 'not-your-turn'
}
