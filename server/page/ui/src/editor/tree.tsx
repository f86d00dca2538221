// The tree of a record: the main line straight, its branches below. Only the part in sight is
// drawn, and requested, however large the tree is.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import type { TreeNode, Tree as Part, View } from '../net/editor'
import { memo } from '../board/memo'
import { treeText } from './names'

const column = 28 // px between moves
const row = 30 // px between branches
const left = 20 // px before the first move
const top = 30 // px above the main line, for numbers
const ahead = 0.42 // of the width, where the current node stands

export interface TreeProps {
  words: Words
  names: string[] // of points
  tree: Part
  size: Pick<View, 'columns' | 'rows'> // of the part
  current: string // ID of a node
  index: number // its column
  go(node: string): void
  look(view: View): void // requests a part of the tree
}

const xOf = (x: number) => left + column * x
const yOf = (y: number) => top + row * y

// Tree is one stop for the keyboard. The arrow keys go through it as everywhere on the page.
export function Tree({ words, names, tree, size, current, index, go, look }: TreeProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { nodes, edges } = tree
  const now = nodes.find((node) => node.id === current)
  const view = { column: tree.column, row: tree.row, ...size }
  const request = () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame.current!
    const columns = Math.ceil(clientWidth / column)
    const rows = Math.ceil(clientHeight / row)
    const [x, y] = [Math.floor(scrollLeft / column - columns / 2), Math.floor(scrollTop / row - rows / 2)]
    look({ column: Math.max(0, x), row: Math.max(0, y), columns: 2 * columns, rows: 2 * rows })
  }
  useLayoutEffect(() => {
    const { clientWidth, clientHeight, scrollTop } = frame.current!
    frame.current!.scrollLeft = xOf(index) - ahead * clientWidth
    if (now === undefined) return
    const at = yOf(now.y)
    if (at - top < scrollTop) frame.current!.scrollTop = at - top
    else if (at + row > scrollTop + clientHeight) frame.current!.scrollTop = at + row - clientHeight
  }, [current, index, now?.y])
  useEffect(() => {
    const watch = new ResizeObserver(request)
    watch.observe(frame.current!)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label={words.t('editor.tree.name')}
      aria-activedescendant={now === undefined ? undefined : `node-${now.id}`}
      aria-orientation="horizontal"
      ref={frame}
      onScroll={() => needsMore(frame.current!, view, tree) && request()}
    >
      <svg width={xOf(tree.columns)} height={yOf(tree.rows)} role="none">
        {edges.map((edge) => (
          <path class={edge.to[1] === 0 ? 'edge main' : 'edge'} d={route(edge)} key={String(edge.to)} />
        ))}
        {nodes.map((node) => node.y === 0 && node.number !== undefined && (node.number % 3 === 0 || node.id === current) && <Count node={node} now={node.id === current} key={node.id} />)}
        {nodes.map((node) => (
          <Node {...node} words={words} names={names} now={node.id === current} go={go} key={node.id} />
        ))}
      </svg>
    </div>
  )
}

// needsMore reports whether a part in sight is not among the nodes that are there.
function needsMore({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement, view: View, { columns, rows }: Part): boolean {
  const [left, above] = [view.column ?? 0, view.row ?? 0]
  const [x, y] = [scrollLeft / column - 1, scrollTop / row - 1]
  const [far, low] = [x + clientWidth / column + 2, y + clientHeight / row + 2]
  return x < left && left > 0 || y < above && above > 0 || far > left + view.columns && left + view.columns < columns || low > above + view.rows && above + view.rows < rows
}

// route leads from a node to its child: level on a line, otherwise down and at last aslant.
function route({ from, to }: Part['edges'][number]): string {
  const [a, b, c, d] = [xOf(from[0]), yOf(from[1]), xOf(to[0]), yOf(to[1])]
  if (b === d) return `M${a} ${b}H${c}`
  return `M${a} ${b}V${d - row}L${a + column} ${d}H${c}`
}

const Count = ({ node, now }: { node: TreeNode; now: boolean }) => (
  <text class={now ? 'now' : undefined} x={xOf(node.x)} y="11" aria-hidden="true">
    {node.number}
  </text>
)

interface NodeProps extends TreeNode {
  words: Words
  names: string[]
  now: boolean
  go(node: string): void
}

// Node is drawn again only if it has changed: a step changes two of hundreds.
const Node = memo((props: NodeProps) => {
  const { words, names, now, go, id, x, y, color, comment, wrong } = props
  return (
    <g
      id={`node-${id}`}
      class={`node${wrong === true ? ' wrong' : ''}`}
      role="treeitem"
      aria-label={treeText(words, names, props)}
      aria-selected={now}
      transform={`translate(${xOf(x)} ${yOf(y)})`}
      onClick={() => go(id)}
    >
      {now && <circle class="ring" r="12.5" />}
      {color === undefined ? <path class="plain" d="M0-6L6 0L0 6L-6 0Z" /> : <circle class={`disc ${color}`} r="9" />}
      {wrong === true && <path class="strike" d="M-5 5L5-5" />}
      {comment === true && <circle class="dot" cx="8" cy="-8" r="3.5" />}
      <rect class="area" x={-column / 2} y={-row / 2} width={column} height={row} />
    </g>
  )
})
