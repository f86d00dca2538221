// What the components of one match work with, and how they come by it.
import { computed, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { createAnnouncements } from './announcements'
import { createBrowse, type Browse } from './browse'
import { createClocks } from './clock'
import { createConditionals } from '../correspondence/conditionals'
import { createCoach } from '../coach/remarks'
import { createEstimates } from './estimate'
import { createGameSounds } from './gamesounds'
import type { Words } from '../common/i18n'
import { media } from '../common/media'
import { createHints } from './hints'
import { createMatch, type Color, type Match } from './match'
import { createMoments } from './rosetteanimation'
import type { Prefs } from '../settings/preferences'
import { createReviews } from '../review/polling'
import type { Socket } from '../net/socket'
import { refusalAt, serverPositions } from './positions'
import { touch } from './touch'
import { createWaitingGames } from '../correspondence/waitinggames'
import type { Game } from '../net/wire'

// A Tab is what all matches of a page share.
export interface Tab {
  socket: Socket
  words: Words
  prefs: Prefs
}

// A Question is asked once more before something is done.
export interface Question {
  kind: 'resign' | 'void' | 'abort'
  as?: Color
}

// Help names a part of the help.
export type Help = 'how' | 'signs' | 'keys'

// Open names what is open over the table.
export type Open = 'more' | 'share' | 'device' | 'settings' | Help

// room is a window in which the panel beside the board has room for the chat.
const beside = ['(min-width: 30rem)', '(min-height: 30.0625rem)', '(min-aspect-ratio: 1/1)']
const room = `(min-width: 56rem), ${beside.join(' and ')}`

// An Answer is what the person asked about the position, and the stones it is about.
// It stays in sight until the next event or question.
interface Answer {
  text: string
  points: number[]
}

function createAnswer({ listen }: Match) {
  const answer = signal<Answer | null>(null)
  listen(() => (answer.value = null))
  return answer
}

// createTouch returns what a touch of the board does on the position that is shown.
function createTouch(match: Match, browse: Browse) {
  // trying tells whether it tries a move instead of playing it.
  const trying = () => browse.back.value || match.over.value
  return {
    trying,
    touch: (p: number): void => {
      if (!trying()) return touch(match, p)
      const at = browse.shown.value
      const refused = at === null ? undefined : refusalAt(at, p, match.nameOf)
      if (refused !== undefined) match.notice.value = match.words.refusal(refused)
      else void browse.place(match.nameOf(p))
    },
  }
}

export function createView({ socket, words, prefs }: Tab, page: Game) {
  const match = createMatch(socket, page, words)
  const clocks = createClocks(match)
  const reviews = createReviews(match)
  const estimates = createEstimates(match)
  const hints = createHints(match)
  const browse = createBrowse(match, serverPositions(words))
  const coach = createCoach(match)
  const moments = createMoments(match)
  const waiting = createWaitingGames(match)
  const answer = createAnswer(match)
  const described = signal('') // what a screen reader was asked for
  // describe has a screen reader read a text, even if it is the same as the last one.
  const describe = (text: string): void => void (described.value = described.value === text ? `${text}\u00a0` : text)
  const stopSounds = createGameSounds(match, clocks, describe)
  const { matches: roomy, stop: stopRoom } = media(room)
  return {
    ...match,
    match,
    t: words.t,
    board: words.board,
    prefs,
    clocks,
    chat: { ...match.chat, offered: computed(() => match.chat.lines.value !== undefined && prefs.chat.value) },
    roomy,
    // One answer of the engine is shown at a time: to ask for the other drops it.
    hints: { ...hints, toggle: () => (estimates.drop(), hints.toggle()) },
    reviews,
    estimates: { ...estimates, toggle: () => (hints.drop(), estimates.toggle()) },
    coach,
    announcements: createAnnouncements(match),
    browse,
    conditionals: createConditionals(match, browse),
    ...createTouch(match, browse),
    waiting,
    moment: moments.moment,
    counting: signal(false), // the board shows the captured stones in the territory
    answer,
    described,
    describe,
    question: signal<Question | null>(null),
    open: signal<Open | null>(null),
    starting: signal(false), // another game is being opened
    close: () => {
      match.leave()
      waiting.stop()
      moments.stop()
      stopSounds()
      stopRoom()
      clocks.stop()
      reviews.stop()
      estimates.stop()
      hints.drop()
      coach.stop()
      browse.stop()
    },
  }
}

export type View = ReturnType<typeof createView>

const Context = createContext<View | null>(null)
export const ViewProvider = Context.Provider

// useView returns the view of the match that a component belongs to.
export const useView = (): View => useContext(Context)!
