// Going through the moves: buttons, and the current move in words.
import { useEditor } from './context'
import { Picture, type Drawing } from './icons'

export function Walk() {
  const { words: { t }, state, run } = useEditor()
  const { index, length } = state.value
  const button = (drawing: Drawing, name: string, by: number) => (
    <button class="act" aria-label={name} title={name} aria-disabled={by === 0} onClick={() => by !== 0 && void run({ command: 'step', by })}>
      <Picture name={drawing} />
    </button>
  )
  return (
    <div class="walk" role="group" aria-label={t('record.steps')}>
      {button('first', t('record.first'), -index)}
      {button('back', t('record.back'), index === 0 ? 0 : -1)}
      <Here />
      {button('forward', t('record.forward'), index === length ? 0 : 1)}
      {button('last', t('record.last'), length - index)}
    </div>
  )
}

// Here is the current move in words, and the player to move, who can be changed.
export function Here() {
  const { words: { t }, state, ground, readOnly, run } = useEditor()
  const { index, position, node } = state.value
  const turn = t('editor.turn', { color: t(`color.${position.toMove}`) })
  const change = () => void run({ command: 'turn', color: position.toMove === 'b' ? 'w' : 'b' })
  return (
    <p class="here">
      {node.color !== undefined ? (
        <>
          <i class={`stone ${node.color}`} />
          <b>{t('editor.here', { n: node.number, point: node.point === undefined ? t('editor.passed') : (ground.value.names[node.point] ?? '') })}</b>
        </>
      ) : (
        <b>{t(index === 0 ? 'editor.node.start' : node.setup === true ? 'editor.node.setup' : 'editor.node.note')}</b>
      )}
      {readOnly.value ? (
        <span>{turn}</span>
      ) : (
        <button title={t('editor.turn.change')} onClick={change}>
          {turn}
        </button>
      )}
    </p>
  )
}
