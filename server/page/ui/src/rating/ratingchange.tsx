// What a rated game has changed, below its result.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { requestJSON } from '../net/request'
import { useView } from '../match/view'
import type { RatingChange } from '../net/wire'

const again = 700 // ms until changes are asked for again: ratings follow the end of a game
const attempts = 8

const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`)

// Rated shows the new ratings of the players, or that the game was annulled.
export function Rated() {
  const { t, words, page, named } = useView()
  const changes = useSignal<RatingChange[]>([])
  useEffect(() => {
    if (page.rated !== true) return
    const gone = new AbortController()
    const follow = async (left: number): Promise<void> => {
      try {
        changes.value = await requestJSON<RatingChange[]>(words, `/api/games/${page.id}/ratings`, { signal: gone.signal })
      } catch {
        // the page says elsewhere that the server is not reached
      }
      if (changes.value.length > 0 || left === 0 || gone.signal.aborted) return
      await new Promise((next) => setTimeout(next, again))
      return follow(left - 1)
    }
    void follow(attempts)
    return () => gone.abort()
  }, [page.id])
  if (page.rated !== true) return null
  if (changes.value.some(({ annulled }) => annulled === true)) return <p class="note rated">{t('match.ended.annulled')}</p>
  const weight = Math.max(0, ...changes.value.map((c) => c.weight))
  const short = changes.value.some((c) => c.weight === 0)
  return (
    <>
      <p class="note rated" role="status">
        {changes.value.length > 0 && <b>{t('match.ended.rating')}</b>}
        {changes.value.map(({ color, rating, change, rank, provisional }) => (
          <span key={color}>
            {' '}
            {named(color).name} {rating} ({signed(change)}), {rank}
            {provisional === true && '?'}
          </span>
        ))}
      </p>
      {short && <p class="note weighed">{t('match.ended.short')}</p>}
      {weight > 0 && weight < 1 && <p class="note weighed">{t('match.ended.weight', { n: Math.round(100 * weight) })}</p>}
    </>
  )
}
