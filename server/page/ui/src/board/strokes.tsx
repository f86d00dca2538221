// Lines and arrows between points.
import { stroke } from './geometry'
import type { Layout, Pair } from './types'

interface Strokes {
  l: Layout
  lines?: Pair[] | undefined
  arrows?: Pair[] | undefined
  drag: Pair | null
}

// Strokes draws lines and arrows above the stones and below their marks. The line of a drag in progress is fainter.
export function Strokes({ l, lines = [], arrows = [], drag }: Strokes) {
  const all = [...lines.map((pair) => ({ pair, headed: false, begun: false })), ...arrows.map((pair) => ({ pair, headed: true, begun: false }))]
  if (drag !== null) all.push({ pair: drag, headed: false, begun: true })
  return (
    <>
      {all.map(({ pair, headed, begun }, i) => {
        const { shaft, head } = stroke(l.xy, pair, headed)
        return (
          shaft !== '' && (
            <g class={begun ? 'stroke begun' : 'stroke'} key={`${pair} ${headed} ${i}`}>
              <path class="halo" d={shaft + head} />
              <path class="shaft" d={shaft} />
              {headed && <path class="head" d={head} />}
            </g>
          )
        )
      })}
    </>
  )
}
