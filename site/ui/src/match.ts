// The game as this page knows it: what has happened, and what was asked for.
import { computed, signal } from '@preact/signals'
import { neighbours } from './board/geometry'
import { Feed, freshID } from './feed'
import { why } from './words'
import { tell } from './tale'
import type { Color, Details, Happening, Kind, Match, News, Player, Reply, Seat, Seats, State, Wish } from './wire'

export interface Move {
  color: Color
  point: string // or 'pass'
}

export const page = JSON.parse(document.getElementById('match')!.textContent!) as Match
export const ground = page.board
export const near = neighbours(ground)
export const seats = signal<Seats>(page.news.seat)

export const state = signal<State>(page.news.state)
export const received = signal(performance.now()) // when the state came
export const moves = signal<Move[]>([])
export const chosen = signal<number | null>(null) // a point to be confirmed
export const picked = signal<number | null>(null) // a stone of the chain that is talked about
export const asked = signal<Wish | null>(null) // sent and not yet answered
export const notice = signal('') // why something was refused

export const phase = computed(() => state.value.phase)
export const over = computed(() => phase.value === 'over')
export const both = computed(() => seats.value === 'bw')
export const idle = computed(() => asked.value === null)
export const holds = (c: string) => c !== '' && seats.value.includes(c)

// you tells whether the person before the screen is meant, and no second one.
export const you = (c: Color) => !both.value && holds(c)

// seat is whose stones this browser moves: of two people here, whose turn it is.
export const seat = computed<Seat>(() => (seats.value === 'bw' ? state.value.toMove : seats.value))
export const mine = computed(() => holds(state.value.toMove))
export const awaited = computed(() => ([...state.value.awaits] as Color[]).filter(holds)) // of ours

export const other = (c: Color): Color => (c === 'b' ? 'w' : 'b')

// players are by the colours of now: an auction may change them.
export const players = computed<Record<Color, Player>>(() =>
  Boolean(state.value.swapped) === Boolean(page.news.state.swapped) ? page.seats : { b: page.seats.w, w: page.seats.b },
)

const index = new Map(ground.names.map((name, p) => [name, p]))
export const pointOf = (name: string): number | undefined => index.get(name.toUpperCase())
export const lastPoint = computed(() => (state.value.last === undefined ? undefined : pointOf(state.value.last)))
export const illegal = (p: number): string | undefined =>
  state.value.stones[p] !== '.' ? 'occupied' : state.value.illegal?.[ground.names[p]!]

export const known = signal(0) // the number of the last event
let seq = 0

// adds says what an event adds to the list of moves.
const adds: Record<string, (e: Happening) => Move> = {
  played: (e) => ({ color: e.color!, point: e.point! }),
  passed: (e) => ({ color: e.color!, point: 'pass' }),
}

function takeNews(news: News): boolean {
  if (news.after > seq) return false
  const changed = news.seq !== seq
  const first = seq === 0
  const fresh = news.events.filter((e) => e.seq > seq)
  moves.value = news.moves?.map(([color, point]) => ({ color, point })) ?? [...moves.value, ...fresh.flatMap((e) => adds[e.kind]?.(e) ?? [])]
  const before = state.value
  known.value = seq = news.seq
  state.value = news.state
  seats.value = first ? seats.value : news.seat
  received.value = performance.now()
  if (changed) {
    chosen.value = null
    notice.value = ''
    if (phase.value !== 'agreement') picked.value = null
  }
  if (!first) tell(fresh, before, news.state)
  goOn()
  return true
}

let due = 0 // the number of the event that our last command made

function takeReply(reply: Reply): void {
  asked.value = null
  due = reply.seq
  if (reply.refused !== undefined) notice.value = why(reply.refused)
  goOn()
}

// patient is a command that was given while another was on its way.
let patient: [Kind, Details] | undefined

// goOn gives the patient command once the one before it is done and seen.
function goOn(): void {
  const next = patient
  if (next === undefined || asked.value !== null || seq < due) return
  patient = undefined
  ask(...next)
}

takeNews(page.news)
const feed = new Feed(`/games/${page.id}/feed`, {
  seq: () => seq,
  seat: (is) => (seats.value = is),
  news: takeNews,
  reply: takeReply,
})

// reconnect tries the line again after the server has turned us away.
export const reconnect = () => feed.again(0)

// ask sends a command. While one is on its way a second waits if it marks the
// dead, for which people touch fast, and is not heard otherwise.
export function ask(kind: Kind, details: Details = {}): void {
  if (feed.busy || (kind === 'mark' && seq < due)) {
    if (kind === 'mark') patient = [kind, details]
    return
  }
  const { as, ...rest } = details
  const wish: Wish = { kind, after: seq, id: freshID(), ...rest, ...(both.value && as !== undefined ? { as } : {}) }
  chosen.value = null
  notice.value = ''
  asked.value = wish
  feed.send(wish)
}

// undo takes back for who acted last here: two people on one device mean the
// last move, whosever turn it is.
export const undoer = computed(() => ([...(state.value.undo ?? '')] as Color[]).find(holds))
export const undo = () => undoer.value !== undefined && ask('undo', { as: undoer.value })
