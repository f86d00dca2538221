// The time that is left on screen, between two words of the server.
import { computed, signal } from '@preact/signals'
import { received, state } from './match'
import * as words from './words'
import type { Color, TimeLeft } from './wire'

const now = signal(performance.now())
if (state.value.clock !== undefined) setInterval(() => (now.value = performance.now()), 200)

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

function write(left: TimeLeft): string {
  if (left.main > 0) return digits(left.main)
  const time = digits(left.period ?? 0)
  if (left.periods !== undefined) return `${words.clock.over(left.periods)} ${time}`
  if (left.stones !== undefined) return `${words.clock.stones(left.stones)} ${time}`
  return time
}

// timeOf is what the clock of a player shows, empty without a clock.
export const timeOf = (c: Color) =>
  computed(() => {
    const { clock, toMove } = state.value
    if (clock === undefined) return ''
    const runs = clock.running && toMove === c
    return write(runs ? spend(clock[c], Math.max(0, now.value - received.value)) : clock[c])
  })
