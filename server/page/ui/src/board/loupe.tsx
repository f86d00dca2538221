// The loupe shows what the finger covers, larger and above it.
import type { Signal } from '@preact/signals'
import type { Finger } from './types'

const radius = 52 // pixels
const rise = 92 // pixels from the finger to its middle
const zoom = 2

// Loupe repeats the drawing whose id is scene.
export function Loupe({ at, scene }: { at: Signal<Finger | null>; scene: string }) {
  const finger = at.value
  if (finger === null) return null
  const unit = 1 / finger.scale
  const r = radius * unit
  const [right, down] = shift(finger)
  const [x, y] = [finger.x + right * unit, finger.y + down * unit]
  return (
    <g class="loupe" transform={`translate(${x} ${y})`}>
      <clipPath id={`glass-${scene}`}>
        <circle r={r} />
      </clipPath>
      <circle class="back" r={r} />
      <g clip-path={`url(#glass-${scene})`}>
        <use href={`#${scene}`} transform={`scale(${zoom}) translate(${-finger.x} ${-finger.y})`} />
      </g>
      <circle class="rim" r={r} />
    </g>
  )
}

// shift says how far from the finger the loupe hangs, in pixels: above it, or
// beside it where there is no room above, and always whole on the screen.
function shift({ left, above }: Finger): [number, number] {
  const room = radius + 2
  const within = (at: number, size: number) => Math.min(Math.max(at, room), size - room)
  const roomy = above > rise + room
  const aside = left > innerWidth / 2 ? -rise : rise
  return [within(roomy ? left : left + aside, innerWidth) - left, within(roomy ? above - rise : above, innerHeight) - above]
}
