// Which game is played with the coach: the one that the lessons opened last.
import { requestJSON } from '../net/request'
import type { Words } from '../common/i18n'
import { read, write } from '../net/storage'
import type { NewGame, OpenedGame } from '../net/wire'

// The smallest board, and the weakest opponent.
const first: NewGame = { board: 'rosette-3', opponent: 'computer', level: '1', color: 'black' }

// startCoached opens the game and goes there; it is false if that fails.
export async function startCoached(words: Words): Promise<boolean> {
  const opened = await requestJSON<OpenedGame>(words, '/api/games', { json: first }).catch(() => undefined)
  if (opened === undefined) return false
  write('coached', opened.id)
  location.assign(opened.page)
  return true
}

// The stored text is the ID of the game, and then the points of refused advices.
const stored = () => (read('coached') ?? '').split(' ')

export const isCoached = (id: string) => stored()[0] === id

export const leaveCoach = () => write('coached', '')

// readRefused returns the points of the advices that the player of a game has refused.
export const readRefused = (id: string) => (isCoached(id) ? stored().slice(1) : [])

export function writeRefused(id: string, points: string[]): void {
  if (isCoached(id)) write('coached', [id, ...points].join(' '))
}
