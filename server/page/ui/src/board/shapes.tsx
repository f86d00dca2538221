// The shapes of a board: drawn once in a page and used by name. A point is 1 apart
// from its neighbours.

// grain is a piece of wood that continues itself to all sides: lines that sway.
const grain = { width: 9, height: 3 }

function grainLines(): { d: string; width: number; strength: number }[] {
  const chance = (n: number) => Math.abs((Math.sin(n * 12.9898) * 43758.5453) % 1)
  return Array.from({ length: 22 }, (_, i) => {
    const y = ((i + 0.2 + 0.6 * chance(i)) * grain.height) / 22
    const steps = Array.from({ length: 25 }, (_, k) => {
      const turn = (2 * Math.PI * k) / 24
      const sway = 0.09 * Math.sin(turn + i * 0.09) + 0.025 * Math.sin(3 * turn + i * 0.7)
      return `${(grain.width * k) / 24} ${Math.round((y + sway) * 1000) / 1000}`
    })
    return { d: `M${steps.join('L')}`, width: 0.015 + 0.05 * chance(i + 31), strength: 0.35 + 0.65 * chance(i + 77) }
  })
}

// Shapes holds the definitions.
export const Shapes = () => (
  <defs>
    <StoneShapes />
    <MarkShapes />
    <Patterns />
  </defs>
)

const StoneShapes = () => (
  <>
    <radialGradient id="shade-b" cx="0.36" cy="0.28" r="0.78">
      <stop class="b0" />
      <stop offset="0.34" class="b1" />
      <stop offset="0.78" class="b2" />
      <stop offset="1" class="b3" />
    </radialGradient>
    <radialGradient id="shade-w" cx="0.36" cy="0.28" r="0.82">
      <stop class="w0" />
      <stop offset="0.45" class="w1" />
      <stop offset="0.82" class="w2" />
      <stop offset="1" class="w3" />
    </radialGradient>
    <radialGradient id="shade-below">
      <stop offset="0.74" class="s0" />
      <stop offset="1" class="s1" />
    </radialGradient>
    <g id="stone-b">
      <circle class="shadow" cx="0.05" cy="0.085" r="0.54" />
      <circle class="disc" r="0.468" fill="url(#shade-b)" />
    </g>
    <g id="stone-w">
      <circle class="shadow" cx="0.05" cy="0.085" r="0.54" />
      <circle class="disc" r="0.468" fill="url(#shade-w)" />
    </g>
  </>
)

const MarkShapes = () => (
  <>
    <circle id="ghost-stone" r="0.45" pathLength="24" stroke-dasharray="1.1 0.9" />
    <circle id="mark-last" r="0.135" />
    <circle id="mark-last-within" cy="0.02" r="0.07" />
    <circle id="mark-last-around" cy="0.29" r="0.065" />
    <circle id="mark-immortal" r="0.355" pathLength="60" stroke-dasharray="7 3" />
    <g id="mark-refused">
      <circle r="0.24" />
      <path d="M-.17 .17L.17-.17" />
    </g>
    <path id="mark-dead" d="M-.2-.2L.2.2M-.2.2L.2-.2" />
    <path id="mark-unsure" d="M-.14-.14C-.14-.32.15-.32.15-.12.15.03 0 .02 0 .13M0 .27V.28" />
    <path id="mark-pending" d="M0-.25L.25 0L0 .25L-.25 0Z" />
    <circle id="mark-spoken" r="0.42" />
    <circle id="mark-hint" r="0.3" />
    <path id="mark-ko" d="M-.19-.19H.19V.19H-.19Z" />
    <path id="mark-atari" d="M0-.23L.22.15H-.22Z" />
    <path id="mark-atari-above" d="M0-.42L.12-.22H-.12Z" />
    <circle id="mark-circle" r="0.24" />
    <path id="mark-triangle" d="M0-.27L.24 .15H-.24Z" />
    <path id="mark-square" d="M-.2-.2H.2V.2H-.2Z" />
    <path id="mark-cross" d="M-.19-.19L.19 .19M.19-.19L-.19 .19" />
    <path id="mark-selected" d="M0-.22L.22 0L0 .22L-.22 0Z" />
    <path id="paint-b" d="M-.15-.15H.15V.15H-.15Z" />
    <path id="paint-w" d="M-.15-.15H.15V.15H-.15Z" />
    <circle id="paint-dame" r="0.07" />
    <path id="petal" d="M0 0Q-.17-.29 0-.53Q.17-.29 0 0" />
  </>
)

const Patterns = () => (
  <>
    <pattern id="grain" width={grain.width} height={grain.height} patternUnits="userSpaceOnUse">
      {grainLines().map(({ d, width, strength }) => (
        <path class="vein" d={d} stroke-width={width} opacity={strength} key={d} />
      ))}
    </pattern>
    <pattern id="hatch-b" width="0.2" height="0.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 .1H.2" />
    </pattern>
    <pattern id="hatch-w" width="0.2" height="0.2" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <path d="M0 .1H.2" />
    </pattern>
  </>
)
