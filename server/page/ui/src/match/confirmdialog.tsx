// What is asked once more before it is done.
import { useEffect, useRef } from 'preact/hooks'
import { other, sides, type Color } from './match'
import { useView, type View } from './view'

// An Answer is a button that does what was asked about.
interface Answer {
  name: string
  act(): void
}

const textOf = { resign: 'ui.question.resign', void: 'ui.question.void', abort: 'match.question.abort' }

// resigning is who may resign on this device: whose turn it is, and when that is
// nobody's, two people say who. While komi is talked about colours may still change.
const resigning = ({ state, phase }: View): Color[] =>
  phase.value === 'komi' || state.value.toMove === '' ? [...sides] : [state.value.toMove as Color]

const answers: Record<keyof typeof textOf, (view: View, as: Color | undefined) => Answer[]> = {
  resign: (view) => {
    const { t, both, send } = view
    if (!both.value) return [{ name: t('ui.resign.yes'), act: () => send('resign') }]
    return resigning(view).map((as) => ({ name: t('ui.resign.color', { color: t(`color.${as}`) }), act: () => send('resign', { as }) }))
  },
  abort: ({ t, send }) => [{ name: t('match.abort'), act: () => send('abort') }],
  void: ({ t, send }, as) => [{ name: t('ui.agreement.both-lose'), act: () => send('void', as === undefined ? {} : { as }) }],
}

// text is what is asked: of two people on one device, who resigns.
function text(view: View, kind: keyof typeof textOf): string {
  const { t, both } = view
  if (kind !== 'resign' || !both.value) return t(textOf[kind])
  const [loser, second] = resigning(view)
  if (second !== undefined) return t('ui.question.resign.who')
  return t('ui.question.resign.color', { color: t(`color.${loser!}`), winner: t(`color.${other(loser!)}`) })
}

export function Question() {
  const view = useView()
  const { t, question, page } = view
  const pending = question.value
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (pending !== null) dialog.current!.showModal()
  }, [pending])
  if (pending === null) return null
  const close = () => dialog.current!.close() // gives the focus back
  const id = `question-${page.id}`
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => (question.value = null)}>
      <p id={id}>{text(view, pending.kind)}</p>
      <div class="buttons">
        <button class="button" autofocus onClick={close}>
          {t('ui.question.no')}
        </button>
        {answers[pending.kind](view, pending.as).map(({ name, act }) => (
          <button
            class="button danger"
            key={name}
            onClick={() => {
              close()
              act()
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </dialog>
  )
}
