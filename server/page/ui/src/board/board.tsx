// The board: it draws what it is given and says where it was touched. It knows
// no rules.
import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useChanges, type Changes } from './changes'
import { body, centre, directions, labels, layout, outline, turnFits } from './geometry'
import { Loupe } from './loupe'
import { arrange, At } from './marks'
import { memo } from './memo'
import { usePointer } from './pointer'
import { Shapes } from './shapes'
import { Strokes } from './strokes'
import type { BoardProps, Ground, Layout, Pair } from './types'

const wood = 0.84 // how far the wood reaches beyond the outermost points
const thickness = 0.16
const ring = wood + thickness
const rim = 1.62 // with coordinates
const pulsing = 2000 // ms

export function Board(props: BoardProps) {
  const { ground, signs, rosettes } = props
  const frame = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const scene = useMemo(() => `scene-${Math.random().toString(36).slice(2)}`, []) // a page may show several boards
  const margin = props.coordinates ? rim : ring
  const still = props.still ?? false
  const fits = useTurned(frame, ground, margin) && !still
  const quarters = props.quarters ?? (fits ? 1 : 0)
  const l = useMemo(() => layout(ground, quarters), [ground, quarters])
  useLayoutEffect(() => props.onLayout?.(l), [l]) // before the next key
  const whole = { x: l.box.x - margin, y: l.box.y - margin, width: l.box.width + 2 * margin, height: l.box.height + 2 * margin }
  const hexagon = usePulse()
  const pointer = usePointer(svg, l, whole, { ...props, onHexagon: (r) => (hexagon.show(r), props.onHexagon?.(r)) })
  const changes = useChanges(signs, rosettes)
  const { x, y, width, height } = pointer.part.value ?? whole
  return (
    <div class="frame" ref={frame} style={{ '--tall': Math.max(width, height) / Math.min(width, height), '--ratio': width / height, '--across': Math.max(whole.width, whole.height) }}>
      <svg
        ref={svg}
        class={props.whole === undefined ? 'board fixed' : pointer.part.value === null ? 'board' : 'board part'}
        viewBox={`${x} ${y} ${width} ${height}`}
        aria-hidden="true"
        {...(still ? {} : pointer.listeners)}
      >
        {!still && <Shapes />}
        <g id={still ? undefined : scene}>
          <Wood l={l} ground={ground} name={scene} />
          <Fields l={l} ground={ground} signs={signs} filled={rosettes} />
          <Lines l={l} ground={ground} coordinates={props.coordinates ?? false} />
          <Stones l={l} signs={signs} faded={props.faded} changes={changes} />
          <Flowers l={l} ground={ground} signs={signs} filled={rosettes} formed={changes.formed} />
          <Overlay {...props} l={l} scene={scene} drag={pointer.drag.value} />
          {hexagon.shown.value !== null && <Pulse l={l} points={ground.rosettes[hexagon.shown.value]!} />}
        </g>
        {!still && <Loupe at={pointer.finger} scene={scene} />}
      </svg>
      {props.whole !== undefined && pointer.part.value !== null && (
        <button type="button" class="button whole" onClick={() => (pointer.part.value = null)}>
          {props.whole}
        </button>
      )}
    </div>
  )
}

// useTurned watches the space there is and turns the board to fill it.
function useTurned(frame: { current: HTMLDivElement | null }, ground: Ground, margin: number): boolean {
  const space = useSignal<[number, number]>([innerWidth, innerHeight - 200])
  // The first look is before the first paint, or the board would turn in sight.
  useLayoutEffect(() => {
    const fit = ({ width, height }: DOMRectReadOnly) => {
      if (width > 0 && height > 0) space.value = [width, height]
    }
    fit(frame.current!.getBoundingClientRect())
    const watch = new ResizeObserver(([entry]) => fit(entry!.contentRect))
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  const side = useSignal(margin)
  side.value = margin
  return useComputed(() => turnFits(ground, ...space.value, side.value)).value
}

// usePulse shows the corners of a hexagon for a moment.
function usePulse() {
  const shown = useSignal<number | null>(null)
  const timer = useRef(0)
  const show = (r: number) => {
    clearTimeout(timer.current)
    shown.value = r
    timer.current = window.setTimeout(() => (shown.value = null), pulsing)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { shown, show }
}

const Pulse = memo(({ l, points }: { l: Layout; points: number[] }) => (
  <g class="overlay">
    {points.map((p) => (
      <At shape="mark-hint" at={l.xy[p]!} cls="mark hint" key={p} />
    ))}
  </g>
))

// Wood is the board itself: its shadow, its flank, the light on its upper rim, its
// face and the grain of it.
const Wood = memo(({ l, ground, name }: { l: Layout; ground: Ground; name: string }) => {
  const area = body(l, ground.rosettes, wood)
  const { x, y, width, height } = l.box
  const layer = (cls: string, down: number, more = 0) => <use href={`#${name}-body`} class={cls} stroke-width={area.width + more} y={down} />
  return (
    <g class="wood">
      <defs>
        <linearGradient id={`${name}-wood`} gradientUnits="userSpaceOnUse" x1={x} y1={y} x2={x + 0.6 * width} y2={y + height}>
          <stop class="wood-0" />
          <stop offset="1" class="wood-1" />
        </linearGradient>
        <path id={`${name}-body`} d={area.d} />
      </defs>
      {[0.32, 0.2, 0.08].map((blur) => layer('cast', 0.2, blur))}
      {layer('flank', thickness)}
      {layer('lip', 0)}
      <g fill={`url(#${name}-wood)`} stroke={`url(#${name}-wood)`}>
        {layer('front', 0.03, -0.03)}
      </g>
      {layer('grained', 0.03, -0.03)}
    </g>
  )
})

const Lines = memo(({ l, ground, coordinates }: { l: Layout; ground: Ground; coordinates: boolean }) => (
  <g>
    <path class="lines" d={l.path} />
    {(ground.stars ?? []).map((p) => (
      <circle class="star" cx={l.xy[p]![0]} cy={l.xy[p]![1]} r="0.085" key={p} />
    ))}
    {coordinates && (
      <g class="coordinates">
        {labels(ground.names, l, 1.3).map(({ text, x, y }) => (
          <text x={x} y={y} key={`${x} ${y}`}>
            {text}
          </text>
        ))}
      </g>
    )}
  </g>
))

interface Filled {
  l: Layout
  ground: Ground
  signs: string
  filled?: number[] | undefined
}

const Fields = memo(({ l, ground, signs, filled = [] }: Filled) => (
  <g>
    {filled.map((r) => (
      <path class="field" d={outline(l.xy, ground.rosettes[r]!)} fill={`url(#hatch-${signs[ground.rosettes[r]![0]!]})`} key={r} />
    ))}
  </g>
))

// Flowers are the rosettes; one that has just been formed opens its petals.
const Flowers = memo(({ l, ground, signs, filled = [], formed }: Filled & { formed: Set<number> }) => (
  <g>
    {filled.map((r) => {
      const points = ground.rosettes[r]!
      const blooms = formed.has(r)
      return (
        <g class={`rosette ${signs[points[0]!]}${blooms ? ' bloom' : ''}`} transform={`translate(${centre(l.xy, points).join(' ')})`} key={r}>
          {blooms && <circle class="wave" r="1.62" />}
          <g class="petals">
            {directions(l.xy, points).map((way, i) => (
              <g transform={`rotate(${way})`} key={way}>
                <use href="#petal" style={{ '--i': i }} />
              </g>
            ))}
          </g>
          <circle class="heart" r="0.075" />
        </g>
      )
    })}
  </g>
))

const Stones = memo(({ l, signs, faded = [], changes }: { l: Layout; signs: string; faded?: number[] | undefined; changes: Changes }) => {
  const off = new Set(faded)
  const cls = (p: number) => `piece${off.has(p) ? ' faded' : changes.fresh.has(p) ? ' fresh' : ''}`
  return (
    <g>
      {[...signs].map((sign, p) => sign !== '.' && <At shape={`stone-${sign}`} at={l.xy[p]!} cls={cls(p)} key={p} />)}
      {changes.gone.map(([p, color]) => signs[p] === '.' && <At shape={`stone-${color}`} at={l.xy[p]!} cls="gone" key={`gone${p}`} />)}
    </g>
  )
})

const faintest = 0.12 // a smaller square looks like dirt

// Heat is a square of the colour whose a point may be, the larger the surer,
// except where that colour stands.
const Heat = memo(({ l, signs, heat }: { l: Layout; signs: string; heat: number[] }) => (
  <g>
    {heat.map((h, p) => {
      const color = h > 0 ? 'b' : 'w'
      const half = 0.24 * Math.sqrt(Math.abs(h))
      const [x, y] = l.xy[p]!
      return half > faintest && signs[p] !== color && <rect class={`heat ${color}`} x={x - half} y={y - half} width={2 * half} height={2 * half} key={p} />
    })}
  </g>
))

function Overlay({ l, scene, signs, faded = [], ghost, ghosts, marks, paint, heat, labels, cursor, lines, arrows, drag }: BoardProps & { l: Layout; scene: string; drag: Pair | null }) {
  const off = new Set(faded)
  const dead = (p: number) => marks?.get(p)?.includes('dead') === true // it has a cross, and no square
  return (
    <g class="overlay">
      {heat !== undefined && <Heat l={l} signs={signs} heat={heat} />}
      {paint !== undefined &&
        [...paint].map(
          (owner, p) =>
            (signs[p] === '.' || (owner !== '.' && off.has(p) && !dead(p))) && <At shape={owner === '.' ? 'paint-dame' : `paint-${owner}`} at={l.xy[p]!} key={p} />,
        )}
      <Strokes l={l} lines={lines} arrows={arrows} drag={drag} />
      {[...(marks ?? [])].map(([p, list]) =>
        arrange(list, labels?.has(p) ?? false).map((mark) => (
          <At shape={`mark-${mark}`} at={l.xy[p]!} cls={`mark ${mark} on-${signs[p] === '.' ? 'wood' : signs[p]}`} key={`${p}${mark}`} />
        )),
      )}
      {[...(labels ?? [])].map(([p, text]) => !off.has(p) && <Label at={l.xy[p]!} text={text} on={`on-${signs[p]}`} ground={signs[p] === '.' ? `url(#${scene}-wood)` : undefined} key={p} />)}
      {ghosts?.map(({ point, color, text }, i) => <Ghost at={l.xy[point]!} color={color} text={text} sure={false} key={`${point} ${i}`} />)}
      {ghost !== undefined && <Ghost at={l.xy[ghost.point]!} color={ghost.color} sure={ghost.sure} />}
      {cursor !== undefined && (
        <g class="cursor">
          <circle class="halo" cx={l.xy[cursor]![0]} cy={l.xy[cursor]![1]} r="0.52" />
          <circle class="line" cx={l.xy[cursor]![0]} cy={l.xy[cursor]![1]} r="0.52" />
        </g>
      )}
    </g>
  )
}

// A Label is a text on a point. On an empty one it has a ground, where the lines stop.
function Label({ at, text, on, ground }: { at: [number, number]; text: string; on: string; ground?: string | undefined }) {
  return (
    <>
      {ground !== undefined && <circle cx={at[0]} cy={at[1]} r="0.34" fill={ground} />}
      <text class={`label ${on}`} x={at[0]} y={at[1]}>
        {text}
      </text>
    </>
  )
}

// A Ghost is a stone that does not stand yet.
function Ghost({ at, color, text, sure }: { at: [number, number]; color: string; text?: string | undefined; sure: boolean }) {
  return (
    <g class={`ghost ${color}${sure ? ' sure' : ''}`}>
      <At shape={sure ? `stone-${color}` : 'ghost-stone'} at={at} />
      {text !== undefined && <Label at={at} text={text} on={`on-${color}`} />}
    </g>
  )
}
