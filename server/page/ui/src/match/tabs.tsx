// Tabs of which one is shown.
import { useRef } from 'preact/hooks'

interface Tab<T> {
  id: T
  name: string
  unread?: string // what is new there, in words
}

interface TabsProps<T> {
  id: string // of the panel that they control
  name: string
  tabs: Tab<T>[]
  chosen: T
  choose(id: T): void
}

// Tabs are one stop for the keyboard; the arrow keys go through them.
export function Tabs<T extends string>({ id, name, tabs, chosen, choose }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    e.preventDefault()
    const next = (tabs.findIndex((tab) => tab.id === chosen) + step + tabs.length) % tabs.length
    choose(tabs[next]!.id)
    list.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={name} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          role="tab"
          id={`${id}-${tab.id}`}
          aria-controls={id}
          aria-selected={tab.id === chosen}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => choose(tab.id)}
        >
          {tab.name}
          {tab.unread !== undefined && <span class="unread">{tab.unread}</span>}
        </button>
      ))}
    </div>
  )
}
