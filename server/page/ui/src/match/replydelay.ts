// A reply never comes in the same blink as one's own stone.
import type { Frame } from '../net/wire'

const blink = 350 // ms between one's own stone and the reply

interface Holding {
  apply(frame: Frame): void
  holds(color: string): boolean // a colour that is moved from here
  free(): boolean // no clock runs, so nobody loses time
}

const moved = ({ events }: Frame, by: (color: string) => boolean) => events.some(({ kind, color = '' }) => (kind === 'played' || kind === 'passed') && by(color))

// createHold hands frames on in their order. A frame with a move of the other side
// waits until one's own has been seen, and the frames after it wait behind it.
// flush hands on all that wait, for a person who is faster.
export function createHold({ apply, holds, free }: Holding) {
  const waiting: Frame[] = []
  let timer = 0
  let own = -blink // when the last move from here was shown
  const pass = (frame: Frame) => {
    const from = moved(frame, holds)
    if (from) own = performance.now()
    apply(frame)
    if (from) queueMicrotask(() => (own = performance.now())) // drawing it may have taken a while
  }
  const flush = () => {
    clearTimeout(timer)
    for (const frame of waiting.splice(0)) pass(frame)
  }
  const take = (frame: Frame) => {
    const left = own + blink - performance.now()
    if (waiting.length > 0) waiting.push(frame)
    else if (left > 0 && free() && moved(frame, (color) => !holds(color)) && !moved(frame, holds)) {
      waiting.push(frame)
      timer = window.setTimeout(flush, left)
    } else pass(frame)
  }
  return { take, flush, stop: () => clearTimeout(timer) }
}
