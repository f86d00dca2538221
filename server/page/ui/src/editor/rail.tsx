// The tools beside the board, or in a sheet on a phone.
import { useRef } from 'preact/hooks'
import type { Words } from '../common/i18n'
import { Picture } from './icons'
import { groups, type Tool, type ToolName } from './tools'

interface RailProps {
  words: Words
  chosen: ToolName
  choose(name: ToolName): void
  undo: (() => void) | undefined // undefined if there is nothing to undo
  redo: (() => void) | undefined
  upright: boolean
}

// Rail is one stop for the keyboard; the arrow keys go through its buttons.
export function Rail({ words: { t }, chosen, choose, undo, redo, upright }: RailProps) {
  const rail = useRef<HTMLDivElement>(null)
  const onKeyDown = (e: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key]
    if (step === undefined) return
    e.preventDefault()
    const buttons = [...rail.current!.querySelectorAll<HTMLElement>('button')]
    const next = (buttons.indexOf(document.activeElement as HTMLElement) + step + buttons.length) % buttons.length
    buttons.forEach((button, i) => (button.tabIndex = i === next ? 0 : -1))
    buttons[next]!.focus()
  }
  const name = (tool: Tool) => t('editor.key', { name: t(tool.title), key: tool.key })
  return (
    <div class="rail" role="toolbar" aria-label={t('editor.tools')} aria-orientation={upright ? 'vertical' : 'horizontal'} ref={rail} onKeyDown={onKeyDown}>
      {groups.map((group, i) => (
        <div class="group" key={i}>
          {group.map((tool) => (
            <button
              key={tool.name}
              aria-label={t(tool.title)}
              title={name(tool)}
              aria-pressed={tool.name === chosen}
              aria-keyshortcuts={tool.key}
              tabIndex={tool.name === chosen ? 0 : -1}
              onClick={() => choose(tool.name)}
            >
              <Picture name={tool.drawing} />
            </button>
          ))}
        </div>
      ))}
      <div class="group">
        <Act name={t('editor.undo')} drawing="undo" keys="Control+Z" act={undo} />
        <Act name={t('editor.redo')} drawing="redo" keys="Control+Y" act={redo} />
      </div>
    </div>
  )
}

const Act = ({ name, drawing, keys, act }: { name: string; drawing: 'undo' | 'redo'; keys: string; act: (() => void) | undefined }) => (
  <button aria-label={name} title={name} aria-keyshortcuts={keys} aria-disabled={act === undefined} tabIndex={-1} onClick={act}>
    <Picture name={drawing} />
  </button>
)
