// The review of the match on this page.
import { reasonText, Review } from './review'
import { mistakeOf } from '../match/judgement'
import type { Match } from '../match/match'
import type { Moment, Review as Found } from '../net/wire'
import { useView } from '../match/view'

export function MatchReview() {
  const view = useView()
  const { t, words, over, reviews, page, moves, browse, seats, both } = view
  const found = reviews.review.value
  if (!over.value) return null
  if (found === null) return reviews.failed.value ? <p class="review note">{t('review.failed')}</p> : null
  const seat = seats.value
  const judged = counted(view, found)
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

// counted ends the lead with the result of the count, which is known for the position before the
// last passes too.
function counted({ state, moves }: Match, found: Found): Found {
  const { score } = state.value
  const all = moves.value
  if (score === undefined || found.lead.length !== all.length + 1) return found
  let end = all.length
  while (all[end - 1]?.point === 'pass') end--
  return { ...found, lead: found.lead.map((points, n) => (n >= end ? score.black - score.white : points)) }
}
