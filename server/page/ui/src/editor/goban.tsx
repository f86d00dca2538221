// The board of the editor: what stands and is marked there, and what tools do to it.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Board } from '../board/board'
import { useCursor } from '../board/cursor'
import type { Mark } from '../board/marks'
import type { Color, Layout, Pair } from '../board/types'
import { describeStones } from '../match/describe'
import { previewOf } from '../match/preview'
import { quarters } from '../settings/preferences'
import { useEditor, type Editor } from './context'
import { toolOf } from './tools'
import type { PointMark, Stroke } from '../net/editor'

export function Goban() {
  const editor = useEditor()
  const { words, prefs, state, ground, readOnly, tool, lit, from, announcement, better } = editor
  const { t } = words
  const { position, node } = state.value
  const { names } = ground.value
  const pointOf = (name: string) => (names.includes(name) ? names.indexOf(name) : undefined)
  const shown = better.value
  const preview = shown === null ? undefined : previewOf(position.stones, shown.mistake.played, shown.line, pointOf)
  const played = shown === null ? undefined : pointOf(shown.mistake.played)
  const hover = useSignal<number | null>(null)
  const cursor = useSignal<number | null>(null)
  const keyed = useSignal(false)
  useLayoutEffect(() => void (hover.value = cursor.value = null), [ground.value]) // points of another board
  const layout = useRef<Layout | null>(null)
  const touch = (p: number) => editor.touch(p)
  const announce = (p: number | null) =>
    (announcement.value = p === null ? t('ui.point.edge') : describeStones(words, names, position.stones, layout.current!, p, markWords(editor, p)))
  return (
    <div
      class="goban"
      role="application"
      tabIndex={0}
      aria-label={words.board(ground.value.name)}
      aria-describedby="editor-keys"
      {...useCursor({ layout, at: cursor, keyed, announce, touch, stepping: () => true })}
    >
      <Board
        ground={ground.value}
        signs={preview?.signs ?? position.stones}
        rosettes={position.rosettes}
        ghost={ghostOf(editor, hover.value)}
        ghosts={preview?.ghosts}
        marks={marksOf(editor, lit.value ?? from.value)}
        labels={labelsOf(node.marks, played)}
        faded={node.dimmed}
        paint={node.territory}
        lines={pairs(node.lines)}
        arrows={pairs(node.arrows)}
        coordinates={prefs.coordinates.value}
        quarters={quarters(prefs.rotation.value)}
        whole={t('legend.whole')}
        cursor={keyed.value && cursor.value !== null ? cursor.value : undefined}
        onHover={(p) => (hover.value = p)}
        onPick={(p) => {
          keyed.value = false
          cursor.value = p
          touch(p)
        }}
        onDrag={toolOf(tool.value).points === 2 && !readOnly.value ? editor.drag : undefined}
        onLayout={(to) => (layout.current = to)}
      />
      <p class="hidden" id="editor-keys">
        {t('editor.board.keys')}
      </p>
    </div>
  )
}

// ghostOf is the stone that a click would put where the mouse is.
function ghostOf({ tool, replacing, readOnly, state }: Editor, p: number | null): { point: number; color: Color; sure: false } | undefined {
  const { position } = state.value
  if (p === null || readOnly.value || position.stones[p] !== '.') return undefined
  const color = { play: replacing.value ? position.by : position.toMove, black: 'b', white: 'w' }[tool.value as string] as Color | undefined
  return color === undefined ? undefined : { point: p, color, sure: false }
}

const pairs = (strokes: Stroke[]): Pair[] => strokes.map(({ from, to }) => [from, to])

const shapes = new Set(['circle', 'triangle', 'square', 'cross', 'selected'])

function marksOf({ state }: Editor, lit: number | null): Map<number, Mark[]> {
  const { position, node } = state.value
  const all = new Map<number, Mark[]>(position.immortal.map((p) => [p, ['immortal']]))
  const add = (p: number, mark: Mark) => all.set(p, [...(all.get(p) ?? []), mark])
  for (const { kind, point } of node.marks) if (shapes.has(kind)) add(point, kind as Mark)
  const { color, point } = node
  if (color !== undefined && point !== undefined && position.stones[point] === color) add(point, 'last')
  if (lit !== null) add(lit, 'spoken')
  return all
}

// labelsOf are the labels, and a question mark on a mistake for which a better line is shown.
function labelsOf(marks: PointMark[], mistake: number | undefined): Map<number, string> {
  const labels = new Map(marks.flatMap(({ kind, point, text }) => (kind === 'label' ? [[point, (text ?? '').slice(0, 3)] as const] : [])))
  if (mistake !== undefined) labels.set(mistake, '?')
  return labels
}

// markWords lists the marks of a point in words.
function markWords({ state, words: { t } }: Editor, p: number): string[] {
  return state.value.node.marks.flatMap(({ kind, point, text }) => (point !== p ? [] : kind === 'label' ? [text ?? ''] : [t(`editor.tool.${kind === 'selected' ? 'square' : kind}`)]))
}
