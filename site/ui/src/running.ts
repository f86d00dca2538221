// The games that this browser plays and has not ended, kept in it alone.
import { read, write } from './storage'
import type { Seats } from './match'

export interface Running {
  id: string
  board: string
  color: Exclude<Seats, ''>
  names?: string[] // of two people who share the browser
  moves: number
}

const most = 12

// running lists them, the last one looked at first.
export function running(): Running[] {
  try {
    const list: unknown = JSON.parse(read('games') ?? '[]')
    return Array.isArray(list) ? list.filter(sound).slice(0, most) : []
  } catch {
    return [] // somebody else wrote there
  }
}

const sound = (game: Partial<Running> | null): game is Running =>
  /^[a-z2-7]{26}$/.test(game?.id ?? '') && typeof game?.board === 'string' && ['b', 'w', 'bw'].includes(game.color ?? '') && Number.isInteger(game.moves) && (game.names === undefined || Array.isArray(game.names))

const others = (id: string) => running().filter((game) => game.id !== id)

export const remember = (game: Running): void => write('games', JSON.stringify([game, ...others(game.id)]))

export const forget = (id: string): void => write('games', JSON.stringify(others(id)))
