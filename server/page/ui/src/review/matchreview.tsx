// The review of the match on this page.
import { Review } from './review'
import { useView } from '../match/view'

export function MatchReview() {
  const { t, words, over, reviews, page, moves, browse, seats, both } = useView()
  const found = reviews.review.value
  if (!over.value) return null
  if (found === null) return reviews.failed.value ? <p class="review note">{t('review.failed')}</p> : null
  const seat = seats.value
  const game = {
    words,
    moves: moves.value.length,
    ply: browse.ply.value,
    tried: browse.variation.value,
    mine: both.value || seat === 'bw' ? ('' as const) : seat,
    go: browse.game,
    line: ({ line, ply }: { line: string[]; ply: number }) => void browse.line(line, ply - 1),
    practise: ({ ply, color }: { ply: number; color: 'b' | 'w' }) => void browse.practise(ply - 1, color),
  }
  return <Review game={game} found={found} rough={page.beyondTraining === true} />
}
