// What stands on points: the shapes, drawn once and used by name.

// Shapes holds the definitions. A point is 1 apart from its neighbours.
export function Shapes() {
  return (
    <defs>
      <radialGradient id="shade-b" cx="0.36" cy="0.3" r="0.75">
        <stop offset="0" class="b0" />
        <stop offset="1" class="b1" />
      </radialGradient>
      <radialGradient id="shade-w" cx="0.36" cy="0.3" r="0.85">
        <stop offset="0" class="w0" />
        <stop offset="0.6" class="w1" />
        <stop offset="1" class="w2" />
      </radialGradient>
      <g id="stone-b">
        <circle class="shadow" cx="0.03" cy="0.05" r="0.465" />
        <circle class="disc" r="0.46" fill="url(#shade-b)" />
      </g>
      <g id="stone-w">
        <circle class="shadow" cx="0.03" cy="0.05" r="0.465" />
        <circle class="disc" r="0.455" fill="url(#shade-w)" />
      </g>
      <circle id="mark-last" r="0.2" />
      <circle id="mark-last-around" r="0.4" />
      <circle id="mark-immortal" r="0.33" pathLength="36" stroke-dasharray="2 4" />
      <path id="mark-refused" d="M-.2-.2L.2.2M-.2.2L.2-.2" />
      <path id="mark-dead" d="M-.22-.22L.22.22M-.22.22L.22-.22" />
      <path id="mark-unsure" d="M-.14-.14C-.14-.32.15-.32.15-.12.15.03 0 .02 0 .13M0 .27V.28" />
      <circle id="mark-spoken" r="0.42" />
      <path id="mark-ko" d="M-.19-.19H.19V.19H-.19Z" />
      <path id="mark-atari" d="M0-.24L.22.15H-.22Z" />
      <path id="mark-atari-above" d="M0-.42L.12-.23H-.12Z" />
      <path id="paint-b" d="M-.17-.17H.17V.17H-.17Z" />
      <path id="paint-w" d="M-.17-.17H.17V.17H-.17Z" />
      <circle id="paint-dame" r="0.07" />
      <pattern id="hatch-b" width="0.22" height="0.22" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 .11H.22" />
      </pattern>
      <pattern id="hatch-w" width="0.22" height="0.22" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <path d="M0 .11H.22" />
      </pattern>
    </defs>
  )
}

export type Mark = 'last' | 'last-around' | 'immortal' | 'refused' | 'dead' | 'unsure' | 'spoken' | 'ko' | 'atari' | 'atari-above'

// At draws a shape on a point.
export function At({ shape, at, cls }: { shape: string; at: [number, number]; cls?: string | undefined }) {
  return <use href={`#${shape}`} x={at[0]} y={at[1]} class={cls ?? shape} />
}
