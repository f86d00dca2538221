// The review of one match, followed from its end until it is done.
import { effect, signal } from '@preact/signals'
import { ask } from './ask'
import type { Match } from './match'
import type { Review } from './wire'

const again = 1500 // ms until a review that is being made is asked for again

// createReviews follows the review of a match from its end until it is done.
export function createReviews({ page, over, words }: Match) {
  const review = signal<Review | null>(null)
  const failed = signal(false)
  let gone = new AbortController()
  const follow = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      try {
        review.value = await ask<Review>(words, `/api/games/${page.id}/review`, { signal: stopped })
        failed.value = false
      } catch {
        if (!stopped.aborted) failed.value = true
      }
      if (review.value?.state === 'done' || review.value?.state === 'none') return
      await new Promise((next) => setTimeout(next, again))
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
