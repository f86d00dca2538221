// What a touch of a point means in each phase.
import { chain } from './board/geometry'
import { ask, chosen, ground, illegal, mine, near, notice, over, page, phase, picked, seat, seats, state } from './match'
import { why } from './words'
import type { Phase } from './wire'

// deed is the command that a point stands for by phase.
const deeds: Partial<Record<Phase, 'place' | 'play'>> = { handicap: 'place', play: 'play', confirmation: 'play' }

// marks tells whether a touch there speaks of a chain instead of a stone to be
// played.
export const marks = (p: number) => phase.value === 'agreement' && state.value.stones[p] !== '.'

export const isDead = (p: number) => state.value.dead?.includes(p) ?? false

// talksOf tells whether the players may play a chain's fate out.
export const mayTry = page.ending === 'CONFIRMATION'

// touch does what a point stands for, or says at once why it cannot be.
export function touch(p: number): void {
  const refused = whyNot(p)
  if (refused !== undefined) notice.value = refused
  else if (marks(p)) mark(p)
  else ask(deeds[phase.value] ?? 'play', { point: ground.names[p]! })
}

// mark calls a chain dead, or alive again.
export function mark(p: number): void {
  picked.value = p
  ask('mark', { points: [ground.names[p]!], dead: !isDead(p) })
}

// choose marks a point to be confirmed.
export function choose(p: number): void {
  const refused = whyNot(p)
  notice.value = refused ?? ''
  chosen.value = refused === undefined ? p : null
}

function whyNot(p: number): string | undefined {
  const key = refusal(p)
  return key === undefined ? undefined : why(key)
}

function refusal(p: number): string | undefined {
  if (seats.value === '') return 'not-seated'
  if (over.value) return 'game-over'
  if (marks(p)) return !isDead(p) && state.value.immortal?.includes(p) ? 'immortal' : undefined
  if (phase.value === 'agreement' && state.value.toMove === '') return 'no-chain'
  if (deeds[phase.value] === undefined && phase.value !== 'agreement') return 'wrong-phase'
  return mine.value && seat.value !== '' ? illegal(p) : 'not-your-turn'
}

// chainAt lists the stones of the chain on a point.
export const chainAt = (p: number) => chain(near, state.value.stones, p).stones
