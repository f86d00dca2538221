// What the board shows of a better line before its first move.
import type { Color } from '../net/wire'
import type { Move } from './match'

const previewed = 3 // moves

// A Preview has the stones of a position with the move that was played, and ghosts of the line
// instead of it.
export interface Preview {
  signs: string
  ghosts: { point: number; color: Color; text: string }[]
}

// previewOf shows the first moves of a line, up to one on a point that is taken.
export function previewOf(stones: string, playedAt: string | undefined, line: Move[], pointOf: (name: string) => number | undefined): Preview {
  const played = pointOf(playedAt ?? '')
  const signs = played === undefined ? stones : stones.slice(0, played) + line[0]!.color + stones.slice(played + 1)
  const ghosts: Preview['ghosts'] = []
  for (const [i, { color, point }] of line.slice(0, previewed).entries()) {
    const p = pointOf(point)
    if (p === undefined) continue
    if (signs[p] !== '.' || ghosts.some((ghost) => ghost.point === p)) break
    ghosts.push({ point: p, color, text: String(i + 1) })
  }
  return { signs, ghosts }
}
