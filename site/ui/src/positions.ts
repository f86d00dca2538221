// Positions of lines of moves. They come from the server, which has the rules; rules
// in the browser may take its place behind the same interface.
import type { Line, Moves, Position, Problem, Start } from './wire'

export type { Line, Position, Refused, Start } from './wire'

export interface Positions {
  // line returns the positions after from moves and after each that follows, up to the
  // first move that the rules refuse. A move is the name of a point or "pass", by the
  // players in turn; "w F9" is a move of White whoever's turn it is. It fails with a
  // sentence for people.
  line(start: Start, moves: string[], from?: number): Promise<Line>
}

// serverPositions asks the server. lang is the language of what it says when it cannot
// answer, and failed what is said when there is no server.
export function serverPositions(lang: string, failed: string): Positions {
  const ask = async (body: Moves): Promise<Line> => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`/api/positions?lang=${lang}`, sent).catch(() => {
      throw new Error(failed)
    })
    if (!answer.ok) throw new Error(((await answer.json().catch(() => ({ detail: failed }))) as Problem).detail)
    return (await answer.json()) as Line
  }
  // An answer has a bounded number of positions; what is missing is asked for again.
  const line = async (start: Start, moves: string[], from = 0): Promise<Line> => {
    const first = await ask({ start, moves, from })
    const next = (first.positions.at(-1)?.ply ?? moves.length) + 1
    if (first.refused !== undefined || next > moves.length) return first
    const rest = await line(start, moves, next)
    return { ...rest, positions: [...first.positions, ...rest.positions] }
  }
  return { line }
}

// refusalAt is why no stone can be tried on a point, as a key.
export const refusalAt = (at: Position, p: number, nameOf: (p: number) => string): string | undefined =>
  at.stones[p] !== '.' ? 'occupied' : at.illegal[nameOf(p)]
