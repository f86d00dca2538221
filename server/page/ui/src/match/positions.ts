// Positions of lines of moves. They come from the server, which has the rules; rules
// in the browser may take its place behind the same interface.
import { requestJSON } from '../net/request'
import type { Words } from '../common/i18n'
import type { Line, LineReply, Moves, Position, Start } from '../net/wire'

export type { Line, Position, IllegalMove, Start } from '../net/wire'

export interface Positions {
  // line returns the positions after from moves and after each that follows, up to the
  // first move that the rules refuse. A move is the name of a point or "pass", by the
  // players in turn; "w F9" is a move of White whoever's turn it is. It fails with a
  // sentence for people.
  line(start: Start, moves: string[], from?: number): Promise<Line>
  // reply returns the computer's move after such moves, and the lead. It fails with a sentence for people.
  reply(start: Start, moves: string[], signal: AbortSignal): Promise<LineReply>
}

// serverPositions asks the server.
export function serverPositions(words: Words): Positions {
  // An answer has a bounded number of positions; what is missing is asked for again.
  const line = async (start: Start, moves: string[], from = 0): Promise<Line> => {
    const first = await requestJSON<Line>(words, '/api/positions', { json: { start, moves, from } satisfies Moves })
    const next = (first.positions.at(-1)?.ply ?? moves.length) + 1
    if (first.refused !== undefined || next > moves.length) return first
    const rest = await line(start, moves, next)
    return { ...rest, positions: [...first.positions, ...rest.positions] }
  }
  const reply = (start: Start, moves: string[], signal: AbortSignal) =>
    requestJSON<LineReply>(words, '/api/positions/reply', { json: { start, moves } satisfies Moves, signal })
  return { line, reply }
}

// refusalAt is why no stone can be tried on a point, as a key.
export const refusalAt = (at: Position, p: number, nameOf: (p: number) => string): string | undefined =>
  at.stones[p] !== '.' ? 'occupied' : at.illegal[nameOf(p)]

// numbersOf numbers the stones that still stand, by the last play on each point.
export function numbersOf(moves: { point: string }[], stones: string, pointOf: (name: string) => number | undefined): Map<number, string> {
  const all = new Map<number, string>()
  moves.forEach(({ point }, i) => {
    const p = pointOf(point)
    if (p !== undefined && stones[p] !== '.') all.set(p, String(i + 1))
  })
  return all
}
