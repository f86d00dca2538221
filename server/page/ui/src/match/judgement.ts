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

// How far the loss of a move may differ from what a review has found, in points: that of the move that was
// played, and that of the better move. Over eleven mistakes they differed by 0.6 and by 2.7 at most.
const [playedError, bestError] = [1.5, 3]

// mistakeOf is the mistake at a moment of a review with such leads after each move.
export const mistakeOf = ({ color, best = '', played, loss = 0, ply }: Moment, lead: number[], why: string): Mistake => ({ color, best, played, loss, lead: lead[ply] ?? 0, why })

// judge judges a move, after which the computer has searched for its reply.
export function judge({ color, best, played, loss, lead }: Mistake, point: string, reply: LineReply): Judgement {
  if (point === best) return { kind: 'best', point, loss: 0 }
  if (point === played) return { kind: 'played', point, loss }
  const sign = color === 'b' ? 1 : -1
  const lost = sign * (lead - reply.lead) + loss
  return { kind: compare(lost, loss, playedError + reply.error, bestError + reply.error), point, loss: Math.round(lost) }
}

// compare compares the loss of a move with that of the played move, which is known to within near, and
// with none, to within far.
function compare(lost: number, played: number, near: number, far: number): Judgement['kind'] {
  if (far >= played - near) return lost > played + near ? 'still' : 'unsure'
  return lost >= played - near ? 'still' : lost <= far ? 'good' : 'better'
}

// judgementText is a judgement in words, with the stones that the reply has captured.
export function judgementText(t: Words['t'], { kind, point, loss }: Judgement, mistake: Mistake, captured: number): string {
  const { best, played, color } = mistake
  const text = t(`review.try.${kind}`, { point, best, played, n: loss, loss: Math.round(mistake.loss) })
  if (captured === 0 || kind === 'best' || kind === 'good') return text
  return `${text} ${t('review.try.captures', { color: t(`color.${color === 'b' ? 'w' : 'b'}`), n: captured })}`
}
