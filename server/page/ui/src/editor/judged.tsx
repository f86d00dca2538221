// The name of a position, what its move or the position is worth, and what is wrong with it.
import type { Annotation } from '../net/editor'
import { moveName } from '../match/stepper'
import { useEditor } from './context'
import { Exact, faultText } from './remarks'

// judgements are the annotations that can be chosen.
const judgements: { id: Annotation; title: string }[] = [
  { id: 'good', title: 'editor.judgement.good' },
  { id: 'bad', title: 'editor.judgement.bad' },
  { id: 'doubtful', title: 'editor.judgement.doubtful' },
  { id: 'interesting', title: 'editor.judgement.interesting' },
  { id: 'even', title: 'editor.judgement.even' },
  { id: 'black', title: 'editor.judgement.black' },
  { id: 'white', title: 'editor.judgement.white' },
  { id: 'unclear', title: 'editor.judgement.unclear' },
  { id: 'hotspot', title: 'editor.judgement.hotspot' },
]

export function Judged() {
  const { words: { t }, state, run } = useEditor()
  const { node } = state.value
  const chosen = judgements.find(({ id }) => (node.annotations[id] ?? 0) > 0)?.id ?? ''
  const judge = async (to: Annotation | '') => {
    if (chosen !== '') await run({ command: 'annotate', annotation: chosen, value: 0 })
    if (to !== '') await run({ command: 'annotate', annotation: to, value: 1 })
  }
  return (
    <div class="judged">
      <input
        aria-label={t('editor.name')}
        placeholder={t('editor.name')}
        value={node.name ?? ''}
        dir="auto"
        autocomplete="off"
        key={node.id}
        onChange={(e) => void run({ command: 'name', node: node.id, text: e.currentTarget.value })}
      />
      <select aria-label={t('editor.judgement')} value={chosen} onChange={(e) => void judge(e.currentTarget.value as Annotation | '')}>
        <option value="">{t('editor.judgement')}</option>
        {judgements.map(({ id, title }) => (
          <option value={id} key={id}>
            {t(title)}
          </option>
        ))}
      </select>
    </div>
  )
}

// Mistake says why a move is against the rules, or what else of a node cannot be.
export function Mistake() {
  const { words: { t }, state, ground } = useEditor()
  const { wrong, color, point, number } = state.value.node
  if (wrong === undefined) return null
  const move = color === undefined ? undefined : { n: number, name: moveName(t, { color, point: point === undefined ? 'pass' : ground.value.names[point]! }) }
  return (
    <div class="mistake">
      <Exact text={faultText(t, wrong, move)} detail={wrong.text} />
    </div>
  )
}
