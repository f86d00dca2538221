// The loupe shows what the finger covers, larger and above it.
import type { Signal } from '@preact/signals'
import type { Finger } from './pointer'

const radius = 52 // pixels
const rise = 92 // pixels from the finger to its middle
const zoom = 2

export function Loupe({ at }: { at: Signal<Finger | null> }) {
  const finger = at.value
  if (finger === null) return null
  const unit = 1 / finger.scale
  const [r, up] = [radius * unit, rise * unit]
  // Where there is no room above, the loupe hangs beside the finger.
  const roomy = finger.above > rise + radius
  const [x, y] = roomy ? [finger.x, finger.y - up] : [finger.x + (finger.x > 0 ? -up : up), finger.y]
  return (
    <g class="loupe" transform={`translate(${x} ${y})`}>
      <clipPath id="glass">
        <circle r={r} />
      </clipPath>
      <circle class="back" r={r} />
      <g clip-path="url(#glass)">
        <use href="#scene" transform={`scale(${zoom}) translate(${-finger.x} ${-finger.y})`} />
      </g>
      <circle class="rim" r={r} />
    </g>
  )
}
