// What a move that the reader tries instead of a mistake is worth.
import type { Words } from '../common/i18n'
import type { Color, LineReply, Moment } from '../net/wire'

// A Mistake is what a review has found about a move.
export interface Mistake {
  color: Color
  best: string
  played: string
  loss: number // in points
  lead: number // Black's after the move
  why: string // what the better move is good for
}

// A Judgement compares a move with the better one and with the one that was played.
export interface Judgement {
  kind: 'best' | 'good' | 'better' | 'still' | 'played' | 'unsure'
  point: string
  loss: number // in whole points
}

const leastError = 1.5 // points, by which two searches of one position may differ

// mistakeOf is the mistake at a moment of a review with such leads after each move.
export const mistakeOf = ({ color, best = '', played, loss = 0, ply }: Moment, lead: number[], why: string): Mistake => ({ color, best, played, loss, lead: lead[ply] ?? 0, why })

// judge judges a move, after which the computer has searched for its reply.
export function judge({ color, best, played, loss, lead }: Mistake, point: string, reply: LineReply): Judgement {
  if (point === best) return { kind: 'best', point, loss: 0 }
  if (point === played) return { kind: 'played', point, loss }
  const sign = color === 'b' ? 1 : -1
  const lost = sign * (lead - reply.lead) + loss
  const error = Math.max(leastError, reply.error)
  const kind = lost <= error ? 'good' : 2 * error >= loss ? 'unsure' : lost < loss - error ? 'better' : 'still'
  return { kind, point, loss: Math.round(lost) }
}

// judgementText is a judgement in words, with the stones that the reply has captured.
export function judgementText(t: Words['t'], { kind, point, loss }: Judgement, mistake: Mistake, captured: number): string {
  const { best, played, color } = mistake
  const text = t(`review.try.${kind}`, { point, best, played, n: loss, loss: Math.round(mistake.loss) })
  if (captured === 0 || kind === 'best' || kind === 'good') return text
  return `${text} ${t('review.try.captures', { color: t(`color.${color === 'b' ? 'w' : 'b'}`), n: captured })}`
}
