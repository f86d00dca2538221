// The game as this page knows it: what has happened, and what was asked for.
import { computed, signal } from '@preact/signals'
import { Feed, freshID } from './feed'
import { speech, why } from './words'
import type { Color, Happening, Match, News, Reply, Seat, State, Wish } from './wire'

export interface Move {
  color: Color
  point: string // or 'pass'
}

export const page = JSON.parse(document.getElementById('match')!.textContent!) as Match
export const ground = page.board
export const seat = signal<Seat>(page.seat)

export const state = signal<State>(page.news.state)
export const received = signal(performance.now()) // when the state came
export const moves = signal<Move[]>([])
export const chosen = signal<number | null>(null) // a point to be confirmed
export const asked = signal<Wish | null>(null) // sent and not yet answered
export const notice = signal('') // why something was refused
export const told = signal('') // the last news, for a screen reader

export const over = computed(() => state.value.result !== undefined)
export const mine = computed(() => seat.value !== '' && state.value.toMove === seat.value)
export const canUndo = computed(
  () =>
    seat.value !== '' &&
    !over.value &&
    page.seats[seat.value === 'b' ? 'w' : 'b'].program &&
    moves.value.some((move) => move.color === seat.value),
)

const index = new Map(ground.names.map((name, p) => [name, p]))
export const pointOf = (name: string): number | undefined => index.get(name.toUpperCase())
export const lastPoint = computed(() => (state.value.last === undefined ? undefined : pointOf(state.value.last)))
export const illegal = (p: number): string | undefined =>
  state.value.stones[p] !== '.' ? 'occupied' : state.value.illegal?.[ground.names[p]!]

let seq = 0

// folds say what each kind of event does to the list of moves.
const folds: Record<string, (list: Move[], e: Happening) => Move[]> = {
  played: (list, e) => [...list, { color: e.color!, point: e.point! }],
  passed: (list, e) => [...list, { color: e.color!, point: 'pass' }],
  'took-back': (list, e) => list.slice(0, e.ply),
}

const tales: Record<string, (e: Happening) => string> = {
  played: (e) => speech.played(e.color!, e.point!),
  passed: (e) => speech.passed(e.color!),
  resigned: (e) => speech.resigned(e.color!),
  'took-back': (e) => speech.tookBack(e.color!),
}

function takeNews(news: News): boolean {
  if (news.after > seq) return false
  const changed = news.seq !== seq
  const first = seq === 0
  const fresh = news.events.filter((e) => e.seq > seq)
  const stand = news.after === 0 ? (news.moves ?? []).map(([color, point]) => ({ color, point })) : moves.value
  moves.value = fresh.reduce((list, e) => folds[e.kind]?.(list, e) ?? list, stand)
  const before = state.value
  seq = news.seq
  state.value = news.state
  received.value = performance.now()
  if (changed) {
    chosen.value = null
    notice.value = ''
  }
  if (!first) tell(fresh, before, news.state)
  return true
}

function tell(fresh: Happening[], before: State, now: State): void {
  const words = fresh.flatMap((e) => tales[e.kind]?.(e) ?? [])
  for (const c of ['b', 'w'] as const) {
    const taken = now.prisoners[c] - before.prisoners[c]
    if (taken > 0) words.push(speech.captured(taken))
  }
  const known = new Set(before.rosettes)
  for (const r of now.rosettes ?? []) {
    if (!known.has(r)) words.push(speech.newRosette(now.stones[ground.rosettes[r]![0]!] as Color))
  }
  if (words.length > 0) told.value = words.join(', ')
}

function takeReply(reply: Reply): void {
  asked.value = null
  if (reply.refused !== undefined) notice.value = why(reply.refused)
}

takeNews(page.news)
const feed = new Feed(`/games/${page.id}/feed`, {
  seq: () => seq,
  seat: (is) => (seat.value = is),
  news: takeNews,
  reply: takeReply,
})

// reconnect tries the line again after the server has turned us away.
export const reconnect = () => feed.again(0)

// ask sends a command; while one is on its way there is no second.
export function ask(kind: Wish['kind'], point?: string): void {
  if (feed.busy) return
  const wish: Wish = { kind, after: seq, id: freshID(), ...(point === undefined ? {} : { point }) }
  chosen.value = null
  notice.value = ''
  asked.value = wish
  feed.send(wish)
}

// play asks for a stone, or says at once why there can be none.
export function play(p: number): void {
  const refused = whyNot(p)
  if (refused !== undefined) notice.value = refused
  else ask('play', ground.names[p]!)
}

// choose marks a point to be confirmed.
export function choose(p: number): void {
  const refused = whyNot(p)
  notice.value = refused ?? ''
  chosen.value = refused === undefined ? p : null
}

function whyNot(p: number): string | undefined {
  const key =
    seat.value === '' ? 'not-seated' : over.value ? 'game-over' : !mine.value ? 'not-your-turn' : illegal(p)
  return key === undefined ? undefined : why(key)
}
