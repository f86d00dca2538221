// What is asked once more before it is done.
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask, both, seats, state } from './match'
import * as words from './words'
import type { Color } from './wire'

export const question = signal<{ kind: 'resign' | 'leave' | 'void'; as?: Color } | null>(null)

// An answer is a button that does what was asked about.
interface Answer {
  name: string
  deed(): void
}

// whose turn it is to resign: in a talk about komi colours may still change.
const whose = () => (state.value.phase === 'komi' ? '' : state.value.toMove)

// resigning is for whose turn it is; when that is nobody's, two people on one
// device say who.
function resigning(): Answer[] {
  if (!both.value) return [{ name: words.button.yesResign, deed: () => ask('resign') }]
  const c = whose()
  return (c === '' ? (['b', 'w'] as const) : [c]).map((c) => ({ name: words.button.resigns(c), deed: () => ask('resign', { as: c }) }))
}

export function Question() {
  const asked = question.value
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (asked !== null) dialog.current!.showModal()
  }, [asked])
  if (asked === null) return null
  const answers: Answer[] = {
    resign: resigning,
    leave: () => [{ name: words.button.leave, deed: () => location.assign('/') }],
    void: () => [{ name: words.button.bothLose, deed: () => ask('void', asked.as === undefined ? {} : { as: asked.as }) }],
  }[asked.kind]()
  const close = () => dialog.current!.close() // gives the focus back
  const text = asked.kind === 'resign' && seats.value === 'bw' ? words.resignHere(whose()) : words.questions[asked.kind]
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={() => (question.value = null)}>
      <p id="question">{text}</p>
      <div class="buttons">
        <button class="button" onClick={close}>
          {words.button.no}
        </button>
        {answers.map(({ name, deed }) => (
          <button
            class="button primary"
            key={name}
            onClick={() => {
              close()
              deed()
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </dialog>
  )
}
