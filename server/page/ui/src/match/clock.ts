// The time that is left on screen, between two messages of the server.
import { computed, effect, signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Color, Match } from './match'
import type { State, TimeLeft } from '../net/wire'

const tick = 100 // ms
const second = 1000 // ms
const tenSeconds = 10 * second

// spend takes time from a clock as the server's clock does.
function spend(left: TimeLeft, ms: number): TimeLeft {
  if (ms < left.main) return { ...left, main: left.main - ms }
  const over = ms - left.main
  const whole = left.whole ?? 0
  let period = (left.period ?? 0) - over
  let periods = left.periods
  if (periods !== undefined && whole > 0) {
    for (; period <= 0 && periods > 0; periods--) period += whole
  }
  return { ...left, main: 0, period: Math.max(0, periods === 0 ? 0 : period), ...(periods === undefined ? {} : { periods }) }
}

const day = 86_400_000 // ms

// workTime returns how much time outside weekends, which are those of UTC, lies
// between a Monday and a time.
function workTime(at: number): number {
  const since = at - Date.UTC(2024, 0, 1)
  const weeks = Math.floor(since / (7 * day))
  return weeks * 5 * day + Math.min(since - weeks * 7 * day, 5 * day)
}

// elapsed returns how much of the time since the clock of a player was read counts: not
// that of a pause or a vacation.
function elapsed({ clock, paused, vacation }: State, c: Color, now: number): number {
  const since = Math.max(clock!.at, paused ?? 0, vacation?.[c] ?? 0)
  return Math.max(0, clock!.weekends === true ? workTime(now) - workTime(since) : now - since)
}

export function digits({ t }: Words, ms: number): string {
  if (ms >= 2 * day) return t('match.days', { days: Math.floor(ms / day), hours: Math.floor(ms / (day / 24)) % 24 })
  const seconds = Math.ceil(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

// tenths writes a time under ten seconds with its tenths.
const tenths = ({ number }: Words, ms: number): string => `0:0${(Math.ceil(ms / 100) / 10).toFixed(1).replace('.', number(0.5)[1]!)}`

// precise writes a time, with tenths while it is short.
const precise = (words: Words, ms: number, low: boolean): string => (low && ms > 0 && ms <= tenSeconds - 100 ? tenths(words, ms) : digits(words, ms))

function write(words: Words, left: TimeLeft, low: boolean): string {
  if (left.main > 0) return precise(words, left.main, low)
  const { t } = words
  const time = precise(words, left.period ?? 0, low)
  if (left.periods !== undefined && left.periods <= 1) return time
  if (left.periods !== undefined) return t('ui.clock.periods', { periods: left.periods, time })
  if (left.stones !== undefined) return t('ui.clock.stones', { stones: left.stones, time })
  return time
}

// widthOf returns about how wide a time is, in digits.
const widthOf = (time: string): number => [...time].reduce((sum, char) => sum + (/[\s:.,]/.test(char) ? 0.6 : 1), 0)

// widest returns how wide a clock becomes until its end, in digits.
const widest = (words: Words, left: TimeLeft): number =>
  Math.max(widthOf(write(words, left, false)), widthOf(write(words, { ...left, main: 0, period: tenSeconds - tick }, true)))

const units: Record<string, number> = { ms: 1, s: second, m: 60 * second, h: day / 24, d: day }

// mainTime returns the time with which a game with a time control begins, such as 10m+3x30s.
const mainTime = (control: string): number =>
  [...control.split(/[+/]/)[0]!.matchAll(/([\d.]+)(ms|[dhms])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * units[unit!]!, 0)

// Urgency says how little time a player has for the move.
export interface Urgency {
  low: boolean // less than ten seconds, or a tenth of the whole
  last: boolean // the last period of overtime has begun
  seconds: number // that are left, rounded up
}

// lowTime returns from when on a time is low: ten seconds or a tenth, but never more than two thirds.
const lowTime = (whole: number): number => Math.min(Math.max(tenSeconds, whole / 10), whole > 0 ? (2 / 3) * whole : Infinity)

function urgencyOf(left: TimeLeft, main: number): Urgency {
  const inMain = left.main > 0
  const time = inMain ? left.main : (left.period ?? 0)
  return { low: time < lowTime(inMain ? main : (left.whole ?? 0)), last: !inMain && left.periods !== undefined && left.periods <= 1, seconds: Math.ceil(time / second) }
}

const calm: Urgency = { low: false, last: false, seconds: Infinity }

// createClocks returns what the clock of each player shows, empty in a game
// without clocks, and how urgent it is. The server says when its times were true, by its own clock.
export function createClocks({ page, over, state, socket, words }: Match) {
  const main = mainTime(page.clock)
  const now = signal(socket.now())
  const stop = effect(() => {
    if (state.value.clock === undefined) return
    const timer = setInterval(() => (now.value = socket.now()), tick)
    return () => clearInterval(timer)
  })
  const left = (c: Color) =>
    computed(() => {
      const { clock } = state.value
      if (clock === undefined) return undefined
      return clock.running && clock.side === c ? spend(clock[c], elapsed(state.value, c, now.value)) : clock[c]
    })
  const lefts = { b: left('b'), w: left('w') }
  const urgent = (c: Color) =>
    computed(() => {
      const time = lefts[c].value
      return time === undefined || over.value ? calm : urgencyOf(time, main)
    })
  const urgency = { b: urgent('b'), w: urgent('w') }
  const shown = (c: Color) =>
    computed(() => {
      const time = lefts[c].value
      return time === undefined ? '' : write(words, time, urgency[c].value.low)
    })
  const width = (c: Color) => {
    let most = 0
    return computed(() => {
      const time = lefts[c].value
      return (most = Math.max(most, time === undefined ? 0 : widest(words, time)))
    })
  }
  return { b: shown('b'), w: shown('w'), urgency, width: { b: width('b'), w: width('w') }, stop }
}

export type Clocks = ReturnType<typeof createClocks>
