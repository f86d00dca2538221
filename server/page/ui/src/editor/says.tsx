// The line under the board.
import { judgementText } from '../match/judgement'
import { Sign } from '../match/stepper'
import { useEditor, type Better, type Editor } from './context'
import type { Practice } from './practice'
import { Here } from './walk'

// Says is the line under the board: what a tool waits for, what was done, or why it was not; otherwise,
// on a phone, the current move.
export function Says() {
  const editor = useEditor()
  const { words: { t }, state, notice, practice, from, replacing, better } = editor
  if (practice.now.value !== null) return <Practising now={practice.now.value} />
  if (better.value !== null && notice.value === '') return <Suggested better={better.value} />
  const { node, nodes } = state.value
  const hint = replacing.value ? t('editor.replace.now', { n: node.number }) : from.value !== null ? t('editor.tool.second') : nodes === 1 ? t('editor.empty') : ''
  return (
    <div class="says">
      {notice.value !== '' ? (
        <p class="wrong" role="alert">
          {notice.value}
        </p>
      ) : hint !== '' ? (
        <p>{hint}</p>
      ) : (
        <Here />
      )}
    </div>
  )
}

// Practising says what a first move instead of a mistake is worth, or that the computer answers.
function Practising({ now: { color, thinking, mistake, judgement, captured = 0 } }: { now: Practice }) {
  const { words: { t }, notice, practice } = useEditor()
  const judged = mistake !== undefined && judgement !== undefined && !thinking
  const text = judged ? judgementText(t, judgement, mistake, captured) : t(thinking ? 'editor.practise.thinking' : 'editor.practise.now', { color: t(`color.${color}`) })
  return (
    <div class="says">
      <p role="status" class={judged ? judgement.kind : undefined}>
        {judged && <Sign judgement={judgement} />}
        {notice.value === '' ? text : notice.value}
      </p>
      {judged && (
        <button class="button" onClick={practice.again}>
          {t('ui.again')}
        </button>
      )}
      <button class="button" onClick={practice.stop}>
        {t('editor.practise.stop')}
      </button>
    </div>
  )
}

// Suggested says what a better line is good for.
function Suggested({ better: { mistake } }: { better: Better }) {
  const editor = useEditor()
  const { words: { t }, practice, better } = editor
  const practise = () => {
    better.value = null
    practice.start(mistake)
  }
  return (
    <div class="says">
      <p>{mistake.why || t('record.line')}</p>
      <button class="button" onClick={practise}>
        {t('review.practise')}
      </button>
      <button class="button" onClick={() => void playLine(editor)}>
        {t('editor.line.show')}
      </button>
    </div>
  )
}

// playLine puts the better line in the tree as a branch.
async function playLine({ better, run, ground, state }: Editor): Promise<void> {
  const start = state.value.node.id
  for (const { point: name } of better.value?.line ?? []) {
    const point = ground.value.names.indexOf(name)
    const { refused } = await run(point < 0 ? { command: 'play' } : { command: 'play', point })
    if (refused !== undefined) break
  }
  await run({ command: 'go', node: start })
}
