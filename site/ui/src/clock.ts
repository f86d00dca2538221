// The time that is left on screen, between two messages of the server.
import { computed, effect, signal } from '@preact/signals'
import type { Words } from './i18n'
import type { Color, Match } from './match'
import type { TimeLeft } from './wire'

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

function digits(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

function write({ t }: Words, left: TimeLeft): string {
  if (left.main > 0) return digits(left.main)
  const time = digits(left.period ?? 0)
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
      return write(words, runs ? spend(clock[c], Math.max(0, now.value - clock.at)) : clock[c])
    })
  return { b: shown('b'), w: shown('w'), stop }
}

export type Clocks = ReturnType<typeof createClocks>
