// Another game with the settings of one that is over.
import { requestJSON, type Failure } from '../net/request'
import type { Words } from '../common/i18n'
import { other, type Color } from './match'
import type { View } from './view'
import type { Level, NewGame, OpenedGame } from '../net/wire'

const colorNames: Record<Color, string> = { b: 'black', w: 'white' }
const usual = ['color.b', 'color.w', 'match.player.1', 'match.player.2'] // texts for the names of seats whose players gave none

// opponentIn returns the colour of the computer, if it plays.
export const opponentIn = ({ named }: View): Color | undefined => (['b', 'w'] as const).find((c) => named(c).kind === 'bot')

// settingsOf returns what to ask for to play the same again: with the komi that was
// found, where it was not talked about.
export function settingsOf(view: View): NewGame {
  const { page, state } = view
  const { board, rules, supply, komiBy, handicap, weaker, clock } = page
  return {
    board: board.name, rules, clock,
    ...(supply === undefined ? {} : { supply }),
    ...(handicap === undefined ? {} : { handicap }),
    ...(weaker === undefined ? {} : { weaker: colorNames[weaker] }),
    ...(komiBy === undefined ? { komiBy: 'number', komi: state.value.komi } : { komiBy }),
    ...players(view),
  }
}

function players(view: View): NewGame {
  const { t, named, seats } = view
  const bot = opponentIn(view)
  if (bot !== undefined) return { opponent: 'computer', level: named(bot).level ?? '', color: colorNames[other(bot)] }
  const [black, white] = [named('b').name, named('w').name]
  const given = seats.value === 'bw' && !usual.some((key) => [black, white].includes(t(key)))
  return { opponent: 'people', ...(given ? { names: { black, white } } : {}) }
}

// swapped returns settings with the colours exchanged.
export function swapped({ names, color, ...rest }: NewGame): NewGame {
  return {
    ...rest,
    ...(color === undefined ? {} : { color: color === colorNames.b ? colorNames.w : colorNames.b }),
    ...(names === undefined ? {} : { names: { black: names.white!, white: names.black! } }),
  }
}

// levelAbove returns the next level of the computer, if there is one.
export async function levelAbove(words: Words, level: string): Promise<string | undefined> {
  const levels = await requestJSON<Level[]>(words, '/api/levels').catch(() => []) // then nothing is offered
  const names = levels.map(({ name }) => name)
  return names[names.indexOf(level) + 1]
}

// start opens a game and goes to its page, or says why it cannot.
export async function start({ words, notice, starting }: View, wanted: NewGame): Promise<void> {
  if (starting.value) return
  starting.value = true
  try {
    location.assign((await requestJSON<OpenedGame>(words, '/api/games', { json: wanted })).page)
  } catch (error) {
    starting.value = false
    notice.value = (error as Failure).message
  }
}
