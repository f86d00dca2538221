// The time that is left on screen, between two messages of the server.
import { computed, effect, signal } from '@preact/signals'
import type { Words } from '../common/i18n'
import type { Color, Match } from './match'
import type { State, TimeLeft } from '../net/wire'

const tick = 200 // ms

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

function write(words: Words, left: TimeLeft): string {
  if (left.main > 0) return digits(words, left.main)
  const { t } = words
  const time = digits(words, left.period ?? 0)
  if (left.periods !== undefined) return t('ui.clock.periods', { periods: left.periods, time })
  if (left.stones !== undefined) return t('ui.clock.stones', { stones: left.stones, time })
  return time
}

// createClocks returns what the clock of each player shows, empty in a game
// without clocks. The server says when its times were true, by its own clock.
export function createClocks({ state, socket, words }: Match) {
  const now = signal(socket.now())
  const stop = effect(() => {
    if (state.value.clock === undefined) return
    const timer = setInterval(() => (now.value = socket.now()), tick)
    return () => clearInterval(timer)
  })
  const shown = (c: Color) =>
    computed(() => {
      const { clock } = state.value
      if (clock === undefined) return ''
      const runs = clock.running && clock.side === c
      return write(words, runs ? spend(clock[c], elapsed(state.value, c, now.value)) : clock[c])
    })
  return { b: shown('b'), w: shown('w'), stop }
}

export type Clocks = ReturnType<typeof createClocks>
