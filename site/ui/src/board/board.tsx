// The board: it draws what it is given and says where it was touched. It knows
// no rules.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { labels, layout, outline, petals, turnFits } from './geometry'
import { Loupe } from './loupe'
import { At, Shapes } from './marks'
import { memo } from './memo'
import { usePointer } from './pointer'
import type { BoardProps, Ground, Layout } from './types'

const ring = 0.95 // how far the wood reaches beyond the outermost points
const rim = 1.55 // with coordinates

export function Board(props: BoardProps) {
  const frame = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const scene = useMemo(() => `scene-${Math.random().toString(36).slice(2)}`, []) // a page may show several boards
  const margin = props.coordinates ? rim : ring
  const still = props.still ?? false
  const turned = useTurned(frame, props.ground, margin) && !still
  const l = useMemo(() => layout(props.ground, turned), [props.ground, turned])
  useEffect(() => props.onLayout?.(l), [l])
  const pointer = usePointer(svg, l, props)
  const { x, y, width, height } = l.box
  const sides = [width + 2 * margin, height + 2 * margin]
  return (
    <div class="frame" ref={frame} style={{ '--tall': Math.max(...sides) / Math.min(...sides), '--ratio': sides[0]! / sides[1]! }}>
      <svg
        ref={svg}
        class="board"
        viewBox={`${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`}
        aria-hidden="true"
        {...(still ? {} : pointer.listeners)}
      >
        {!still && <Shapes />}
        <g id={still ? undefined : scene}>
          <Ground l={l} ground={props.ground} coordinates={props.coordinates ?? false} />
          <Rosettes l={l} ground={props.ground} signs={props.signs} filled={props.rosettes} />
          <Stones l={l} signs={props.signs} faded={props.faded} />
          <Overlay {...props} l={l} />
        </g>
        {!still && <Loupe at={pointer.finger} scene={scene} />}
      </svg>
    </div>
  )
}

// useTurned watches the space there is and turns the board to fill it.
function useTurned(frame: { current: HTMLDivElement | null }, ground: Ground, margin: number): boolean {
  const space = useSignal<[number, number]>([innerWidth, innerHeight - 200])
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0 && height > 0) space.value = [width, height]
    })
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  const side = useSignal(margin)
  side.value = margin
  return useComputed(() => turnFits(ground, ...space.value, side.value)).value
}

const Ground = memo(({ l, ground, coordinates }: { l: Layout; ground: Ground; coordinates: boolean }) => (
  <g>
    <path class="wood" d={l.path} />
    <path class="lines" d={l.path} />
    {coordinates && (
      <g class="coordinates">
        {labels(ground.names, l, 1.22).map(({ text, x, y }) => (
          <text x={x} y={y} key={`${x} ${y}`}>
            {text}
          </text>
        ))}
      </g>
    )}
  </g>
))

const Rosettes = memo(
  ({ l, ground, signs, filled = [] }: { l: Layout; ground: Ground; signs: string; filled?: number[] | undefined }) => (
    <g>
      {filled.map((r) => {
        const points = ground.rosettes[r]!
        const color = signs[points[0]!]
        return (
          <g class={`rosette ${color}`} key={r}>
            <path class="field" d={outline(l.xy, points)} fill={`url(#hatch-${color})`} />
            <path class="petals" d={petals(l.xy, points)} />
          </g>
        )
      })}
    </g>
  ),
)

const Stones = memo(({ l, signs, faded = [] }: { l: Layout; signs: string; faded?: number[] | undefined }) => {
  const off = new Set(faded)
  return (
    <g>
      {[...signs].map((sign, p) => sign !== '.' && <At shape={`stone-${sign}`} at={l.xy[p]!} cls={off.has(p) ? 'piece faded' : 'piece'} key={p} />)}
    </g>
  )
})

// Heat is a square of the colour whose a point may be, the larger the surer,
// except where that colour stands.
const Heat = memo(({ l, signs, heat }: { l: Layout; signs: string; heat: number[] }) => (
  <g>
    {heat.map((h, p) => {
      const color = h > 0 ? 'b' : 'w'
      const half = 0.24 * Math.sqrt(Math.abs(h))
      const [x, y] = l.xy[p]!
      return half > 0.03 && signs[p] !== color && <rect class={`heat ${color}`} x={x - half} y={y - half} width={2 * half} height={2 * half} key={p} />
    })}
  </g>
))

function Overlay({ l, signs, faded = [], ghost, marks, paint, heat, labels, cursor }: BoardProps & { l: Layout }) {
  const off = new Set(faded)
  return (
    <g class="overlay">
      {heat !== undefined && <Heat l={l} signs={signs} heat={heat} />}
      {paint !== undefined &&
        [...paint].map(
          (owner, p) =>
            (signs[p] === '.' || off.has(p)) && <At shape={owner === '.' ? 'paint-dame' : `paint-${owner}`} at={l.xy[p]!} key={p} />,
        )}
      {[...(marks ?? [])].map(([p, list]) =>
        list.map((mark) => <At shape={`mark-${mark}`} at={l.xy[p]!} cls={`mark ${mark} on-${signs[p] === '.' ? 'wood' : signs[p]}`} key={`${p}${mark}`} />),
      )}
      {[...(labels ?? [])].map(([p, text]) => (
        <text class={`label on-${signs[p]}`} x={l.xy[p]![0]} y={l.xy[p]![1]} key={p}>
          {text}
        </text>
      ))}
      {ghost !== undefined && (
        <g class={ghost.sure ? 'ghost sure' : 'ghost'}>
          <At shape={`stone-${ghost.color}`} at={l.xy[ghost.point]!} cls="piece" />
        </g>
      )}
      {cursor !== undefined && (
        <g class="cursor">
          <circle class="halo" cx={l.xy[cursor]![0]} cy={l.xy[cursor]![1]} r="0.52" />
          <circle class="line" cx={l.xy[cursor]![0]} cy={l.xy[cursor]![1]} r="0.52" />
        </g>
      )}
    </g>
  )
}
