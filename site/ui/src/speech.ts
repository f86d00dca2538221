// What a screen reader says about the position.
import { signal } from '@preact/signals'
import { around, chain, type Layout } from './board/geometry'
import { estimate } from './estimate'
import { ground, illegal, lastPoint, mine, state } from './match'
import { onPoint, speech, why } from './words'
import type { Color } from './wire'

export const said = signal('')

// say speaks, also when the same is said twice.
export function say(text: string): void {
  said.value = said.value === text ? `${text}\u00a0` : text
}

const name = (p: number) => ground.names[p]!
const stone = (p: number) => state.value.stones[p]!

// describe tells what is on a point and around it.
export function describe(l: Layout, p: number): string {
  const { immortal, score, dead, agreement } = state.value
  const marks: string[] = []
  if (immortal?.includes(p)) marks.push(speech.immortal)
  if (dead?.includes(p)) marks.push(speech.dead)
  if (agreement?.unsure?.includes(p)) marks.push(speech.unsure)
  if (p === lastPoint.value) marks.push(speech.lastMove)
  const owner = score?.owner[p]
  if (stone(p) === '.' && owner !== undefined && owner !== '.') marks.push(speech.owner(owner as Color))
  if (estimate.value !== null) marks.push(expected(estimate.value.owner[p]!))
  const key = illegal(p)
  const text = speech.point(name(p), onPoint[stone(p)]!, around(l, p).map((q) => onPoint[stone(q)]!), marks)
  return mine.value && key !== undefined && key !== 'occupied' ? `${text}. ${speech.refused(why(key))}` : text
}

// expected tells whose a point may be.
function expected(owner: number): string {
  const sure = Math.abs(owner)
  return sure < 0.25 ? speech.open : speech.expected(owner > 0 ? 'b' : 'w', sure >= 0.75)
}

// describeChain tells size, liberties and rosettes of the chain on a point.
export function describeChain(l: Layout, p: number): string {
  if (stone(p) === '.') return speech.noChain(name(p))
  const { stones, liberties } = chain(l.near, state.value.stones, p)
  const own = new Set(stones)
  const held = (state.value.rosettes ?? []).filter((r) => own.has(ground.rosettes[r]![0]!))
  return speech.chain(stone(p) as Color, stones.length, liberties.map(name), held.length)
}

// describeRosettes lists the filled ones.
export function describeRosettes(): string {
  const filled = state.value.rosettes ?? []
  if (filled.length === 0) return speech.noRosettes
  return filled
    .map((r) => {
      const points = ground.rosettes[r]!
      return speech.rosette(stone(points[0]!) as Color, points.map(name))
    })
    .join('. ')
}
