// The games that wait for this person, and the way to the next one.
import { computed, effect, signal } from '@preact/signals'
import type { Match } from '../match/match'
import type { WaitingGame } from '../net/wire'

// listed are the games that the server wrote into the page; undefined where the person plays
// on a clock on which nobody goes elsewhere meanwhile, null on other pages.
function listed(): WaitingGame[] | undefined | null {
  const at = document.getElementById('waiting')
  return at === null ? null : ((JSON.parse(at.textContent!) as WaitingGame[] | null) ?? undefined)
}

// createWaitingGames follows the games that wait. Of a match on such a clock it begins when that
// is over.
export function createWaitingGames({ page, socket, over }: Match) {
  const games = signal(listed())
  const by = signal(0) // until when this game waited last, in ms since 1970
  let requests = 0
  const note = (all: WaitingGame[]) => {
    games.value = all
    by.value = all.find(({ id }) => id === page.id)?.deadline ?? by.value
  }
  const load = async () => {
    const number = ++requests
    const answer = await fetch('/api/waiting').catch(() => undefined)
    if (answer?.ok !== true) return // the next change loads them
    const all = (await answer.json()) as WaitingGame[]
    if (number === requests) note(all)
  }
  if (Array.isArray(games.value)) note(games.value)
  let leave: (() => void) | undefined
  const stop = effect(() => {
    if (leave !== undefined || games.value === null || (games.value === undefined && !over.value)) return
    leave = socket.followTurns(() => void load())
  })
  const others = computed(() => (games.value ?? []).filter(({ id }) => id !== page.id).length)
  return {
    others,
    known: () => Array.isArray(games.value),
    next: computed(() => `/games/${page.id}/next${by.value === 0 ? '' : `?by=${by.value}`}`),
    stop: () => {
      stop()
      leave?.()
    },
  }
}
