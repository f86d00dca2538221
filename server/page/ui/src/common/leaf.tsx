// What opens over a page: a dialog that comes from below on a phone.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icons'

interface LeafProps {
  id: string // of the heading
  title: string
  name: string
  closing: string // names the button that closes it
  close(): void
  children: ComponentChildren
}

// Leaf is a dialog. It closes with Escape, its button and a click beside it, and gives the focus
// back. Its heading takes the focus each time it has another name.
export function Leaf({ id, title, name, closing, close, children }: LeafProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (!dialog.current!.open) dialog.current!.showModal()
    if (!dialog.current!.querySelector('[role=tab]:focus')) heading.current!.focus()
  }, [name])
  const shut = () => dialog.current!.close()
  return (
    <dialog ref={dialog} class="sheet-over" aria-labelledby={id} onClose={close} onClick={(e) => e.target === dialog.current && shut()}>
      <div class="leaf">
        <header>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button class="button quiet" aria-label={closing} onClick={shut}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
