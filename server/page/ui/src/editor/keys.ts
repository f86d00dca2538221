// The keys of the editor, wherever no field needs them, and the wheel over the board.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { useSteps } from '../match/stepper'
import type { Editor } from './context'
import { branchActions } from './menu'
import { tools } from './tools'

// useEditorKeys listens for them. The copy, cut and paste of the browser come first where text is
// selected.
export function useEditorKeys(inside: RefObject<HTMLElement | null>, editor: Editor): void {
  const { run, state, sheet } = editor
  // One step is sent as such: the state may not show the steps before it yet.
  const to = (n: number) => {
    const by = n - state.value.index
    void run(Math.abs(by) === 1 ? { command: 'step', by } : { command: 'to', index: Math.max(0, Math.min(n, state.value.length)) })
  }
  useSteps(inside, () => ({ ply: state.value.index, last: state.value.length, to }))
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const on = e.target as Element
      const elsewhere = on !== document.body && !inside.current!.contains(on)
      if (e.defaultPrevented || e.altKey || elsewhere || sheet.value !== null || on.closest('input,textarea,select,dialog') !== null) return
      const act = actionOf(e, editor)
      if (act === undefined) return
      e.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

// actionOf is what a key does, if it does something.
function actionOf(e: KeyboardEvent, editor: Editor): (() => unknown) | undefined {
  const { run, readOnly, tool, sheet, writing } = editor
  const letter = e.key.toUpperCase()
  if (e.ctrlKey || e.metaKey) {
    const selected = getSelection()?.isCollapsed === false
    if (letter === 'Z' && !e.shiftKey) return readOnly.value ? undefined : () => run({ command: 'undo' })
    if (letter === 'Y' || letter === 'Z') return readOnly.value ? undefined : () => run({ command: 'redo' })
    return selected || letter === 'V' ? undefined : branchAction(`control+${letter.toLowerCase()}`, editor) // what is pasted may be a record
  }
  if (e.key === 'ArrowUp' || e.key === 'ArrowDown') return () => run({ command: 'branch', by: e.key === 'ArrowUp' ? -1 : 1 })
  if (letter === 'ESCAPE') return () => editor.escape()
  if (e.key === '?') return () => (sheet.value = 'keys')
  if (letter === 'ENTER' && e.target === document.body && !readOnly.value) return () => ((editor.part.value = 'comment'), (editor.drawn.value = writing.value = true))
  const chosen = tools.find(({ key }) => key === letter)
  if (chosen !== undefined && !readOnly.value) return () => (tool.value = chosen.name)
  return branchAction(letter === 'BACKSPACE' ? 'delete' : letter.toLowerCase(), editor)
}

// branchAction is what a key does to the branch. The state may not show what other keys did a moment
// ago, so that the editor in the worker decides whether it is possible.
function branchAction(key: string, editor: Editor): (() => unknown) | undefined {
  const action = branchActions.find((one) => one.key === key)
  return action !== undefined && (action.reads === true || !editor.readOnly.value) ? () => action.act(editor) : undefined
}
