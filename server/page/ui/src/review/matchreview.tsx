// The review of the match on this page.
import { reasonText, Review } from './review'
import { counted } from './counted'
import { mistakeOf } from '../match/judgement'
import type { Moment } from '../net/wire'
import { useView } from '../match/view'

export function MatchReview() {
  const view = useView()
  const { t, words, over, reviews, page, state, moves, browse, seats, both } = view
  const found = reviews.review.value
  if (!over.value) return null
  if (found === null) return reviews.failed.value ? <p class="review note">{t('review.failed')}</p> : null
  const seat = seats.value
  const { score } = state.value
  const judged = score === undefined ? found : counted(found, moves.value, score.black - score.white)
  const mistake = (m: Moment) => mistakeOf(m, judged.lead, reasonText(t, m))
  const game = {
    words,
    moves: moves.value.length,
    ply: browse.ply.value,
    tried: browse.variation.value,
    mine: both.value || seat === 'bw' ? ('' as const) : seat,
    go: browse.game,
    line: (m: Moment) => void browse.line(m.line, m.ply - 1, mistake(m)),
    practise: (m: Moment) => void browse.practise(m.ply - 1, m.color, mistake(m)),
  }
  return <Review game={game} found={judged} rough={page.beyondTraining === true} />
}
