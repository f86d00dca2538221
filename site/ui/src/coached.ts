// Which game is played with the coach: the one that the lessons opened last.
import { read, write } from './storage'
import type { NewGame, Opened } from './wire'

// The smallest board, and the weakest opponent.
const first: NewGame = { board: 'rosette-3', opponent: 'computer', level: '1', color: 'black' }

// startCoached opens the game and goes there; it is false if that fails.
export async function startCoached(): Promise<boolean> {
  const answer = await fetch('/api/games', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(first),
  }).catch(() => undefined)
  if (answer?.ok !== true) return false
  const { id, page } = (await answer.json()) as Opened
  write('coached', id)
  location.assign(page)
  return true
}

export const isCoached = (id: string) => read('coached') === id

export const leaveCoach = () => write('coached', '')
