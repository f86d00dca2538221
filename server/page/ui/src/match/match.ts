// A match as this page knows it: the position, what was chosen on the board, and
// the commands that were sent. Each match has an object of its own.
import { batch, computed, signal } from '@preact/signals'
import { neighbours } from '../board/geometry'
import { createCommands } from './commands'
import { createChat } from '../chat/matchchat'
import { createHold } from './replydelay'
import type { Words } from '../common/i18n'
import type { Socket } from '../net/socket'
import type { Color, Frame, Game, State } from '../net/wire'

export type { Color }

export type Seats = Color | '' | 'bw' // whose stones this browser moves: empty to watch, both where two people share it

export interface Move {
  color: Color
  point: string // or 'pass'
}

export const sides = ['b', 'w'] as const
export const other = (c: Color): Color => (c === 'b' ? 'w' : 'b')

const swap = (seats: Seats): Seats => (seats === 'b' || seats === 'w' ? other(seats) : seats)

// createPosition keeps what the server last said of a match. Seats come by the
// colours of the opening; in an auction the players may exchange them.
function createPosition(page: Game) {
  const opening = signal(page.seat as Seats)
  const state = signal<State>(page.frame.state)
  const seats = computed<Seats>(() => (state.value.swapped === true ? swap(opening.value) : opening.value))
  const phase = computed(() => state.value.phase)
  const both = computed(() => seats.value === 'bw')
  const holds = (c: string) => c !== '' && seats.value.includes(c)
  const seat = computed(() => (both.value ? state.value.toMove : (seats.value as Color | '')))
  const named = (c: Color) => page.seats[state.value.swapped === true ? other(c) : c]
  return {
    opening, // by the colours of the opening, as messages name players
    state,
    seats,
    phase,
    both,
    holds,
    named, // the seat of the player who has a colour now
    seat, // whose stones this browser moves: of two people here, whose turn it is
    you: (c: Color) => !both.value && holds(c), // the person before the screen is meant, and no second one
    mine: computed(() => holds(state.value.toMove)),
    awaited: computed(() => ([...state.value.awaits] as Color[]).filter(holds)), // of ours
    over: computed(() => phase.value === 'over'),
    // What an undo takes back is the act of who acted last here: two people on one
    // device mean the last move, whosever turn it is.
    undoer: computed(() => ([...(state.value.undo ?? '')] as Color[]).find(holds)),
  }
}

// createPoints turns names of points into indices and back.
function createPoints({ board }: Game, state: { value: State }) {
  const index = new Map(board.names.map((name, p) => [name, p]))
  const pointOf = (name: string): number | undefined => index.get(name.toUpperCase())
  return {
    ground: board,
    near: neighbours(board),
    pointOf,
    nameOf: (p: number) => board.names[p]!,
    lastPoint: computed(() => (state.value.last === undefined ? undefined : pointOf(state.value.last))),
    // illegal is why the player to move may not play there, as a key of a refusal.
    illegal: (p: number): string | undefined => (state.value.stones[p] !== '.' ? 'occupied' : state.value.illegal?.[board.names[p]!]),
  }
}

// added lists the moves that the events of a frame add.
const added = (frame: Frame, after: number): Move[] =>
  frame.events
    .filter((e) => e.seq > after && (e.kind === 'played' || e.kind === 'passed'))
    .map((e) => ({ color: e.color!, point: e.kind === 'passed' ? 'pass' : e.point! }))

// createMatch returns the signals and actions of one match and follows it on the
// socket until leave is called.
export function createMatch(socket: Socket, page: Game, words: Words) {
  const { topic } = page
  const position = createPosition(page)
  const points = createPoints(page, position.state)
  const known = signal(0) // the number of the last event
  const moves = signal<Move[]>([])
  const chosen = signal<number | null>(null) // a point to be confirmed
  const picked = signal<number | null>(null) // a stone of the chain that is spoken of
  const notice = signal('') // why something was refused, in words
  const place = signal(0) // of the computer in the queue of those that are to think
  const left = signal('') // why the match cannot be followed, as a key of a refusal
  const listeners: ((frame: Frame) => void)[] = [() => position.over.value && chat.end()]
  const clear = () => {
    chosen.value = null
    notice.value = ''
  }

  const commands = createCommands({ socket, topic, known, both: position.both, left, clear, refuse: (key) => void (notice.value = words.refusal(key)) })
  const chat = createChat({ socket, topic, words })
  const apply = (frame: Frame) =>
    batch(() => {
      if (frame.seq !== known.value) clear()
      moves.value = frame.moves?.map(([color, point]) => ({ color, point })) ?? [...moves.value, ...added(frame, known.value)]
      place.value = 0
      known.value = frame.seq
      position.state.value = frame.state
      if (position.phase.value !== 'agreement') picked.value = null
      for (const listener of listeners) listener(frame)
      commands.next()
    })
  const hold = createHold({ apply, holds: position.holds, free: () => position.state.value.clock === undefined })
  const follow = () => {
    left.value = ''
    socket.join(
      topic,
      {
        joined: (seat) => (position.opening.value = seat as Seats),
        frame: hold.take,
        reply: commands.reply,
        waiting: (n) => (place.value = n),
        ...chat.handlers,
        left: (reason) => (left.value = reason),
      },
      known.value,
    )
  }
  apply(page.frame)
  follow()
  return {
    ...position, ...points, ...commands,
    page, socket, words, known, moves, chosen, picked, notice, place, chat, left,
    hurry: hold.flush, // shows what is held back
    undo: () => position.undoer.value !== undefined && commands.send('undo', { as: position.undoer.value }),
    listen: (listener: (frame: Frame) => void) => void listeners.push(listener),
    follow,
    leave: () => (hold.stop(), socket.leave(topic)),
  }
}

export type Match = ReturnType<typeof createMatch>
