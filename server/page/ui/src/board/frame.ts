// What lessons and diagrams show: positions that the server has played, with what is
// marked on them.
import type { Mark } from './marks'

// A Frame is a position with what is marked on it.
export interface Frame {
  stones: string
  rosettes?: number[]
  immortal?: number[]
  atari?: number[]
  letters?: Record<string, string>
  last?: number
  refused?: number
  paint?: string
  dead?: number[]
}

// marksOf are the marks of a frame, and hints.
export function marksOf({ immortal = [], atari = [], last, refused, dead = [] }: Frame, hint: number[] = []): Map<number, Mark[]> {
  const all = new Map<number, Mark[]>()
  const add = (mark: Mark, points: (number | undefined)[]) => {
    for (const p of points) if (p !== undefined) all.set(p, [...(all.get(p) ?? []), mark])
  }
  add('immortal', immortal)
  add('atari', atari)
  add('last', [last])
  add('dead', dead)
  add('refused', [refused])
  add('hint', hint)
  return all
}

// lettersOf are the letters by point.
export const lettersOf = ({ letters = {} }: Frame): Map<number, string> => new Map(Object.entries(letters).map(([p, text]) => [Number(p), text]))
