// The review of one match, followed from its end until it is done.
import { effect, signal } from '@preact/signals'
import { requestJSON, Failure } from '../net/request'
import type { Match } from '../match/match'
import type { Review } from '../net/wire'

const again = 1500 // ms until a review that is being made is asked for again
const latest = 60_000 // ms: after failures it takes longer and longer, up to this

// isFinal tells whether a failure stays: what is wrong with the question, other than that it
// came too soon, will be wrong the next time.
const isFinal = (error: unknown) => error instanceof Failure && error.status >= 400 && error.status < 500 && error.status !== 429

// createReviews follows the review of a match from its end until it is done.
export function createReviews({ page, over, words }: Match) {
  const review = signal<Review | null>(null)
  const failed = signal(false)
  let gone = new AbortController()
  const follow = async (stopped: AbortSignal): Promise<void> => {
    for (let wait = again; !stopped.aborted; ) {
      try {
        review.value = await requestJSON<Review>(words, `/api/games/${page.id}/review`, { signal: stopped })
        failed.value = false
        wait = again
      } catch (error) {
        if (!stopped.aborted) failed.value = true
        if (isFinal(error)) return
        wait = Math.min(2 * wait, latest)
      }
      if (review.value?.state === 'done' || review.value?.state === 'none') return
      await new Promise((next) => setTimeout(next, wait))
    }
  }
  const stopFollowing = effect(() => {
    gone.abort()
    if (!over.value) return void (review.value = null)
    gone = new AbortController()
    void follow(gone.signal)
  })
  const stop = () => {
    stopFollowing()
    gone.abort()
  }
  return { review, failed, stop }
}
