// The title and the icon of the tab: how much waits for the person, and whether it is their turn here.
import { effect, signal, type Signal } from '@preact/signals'

const numbered = /^\((\d+)\) /

interface Tab {
  usual: Signal<string> // the page's title without the number
  waiting: Signal<number> // games, challenges and messages that wait
  turn: Signal<string | undefined> // the title while it is the person's turn in this page's game
}

let opened: Tab | undefined

// tab returns the signals that title and icon follow. The server has written the number into the
// title of the page.
export function tab(): Tab {
  opened ??= open()
  return opened
}

function open(): Tab {
  const waiting = signal(Number(numbered.exec(document.title)?.[1] ?? 0))
  const turn = signal<string | undefined>(undefined)
  const usual = signal(document.title.replace(numbered, ''))
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  effect(() => {
    const n = waiting.value
    document.title = `${n > 0 ? `(${n}) ` : ''}${turn.value ?? usual.value}`
    const icon = n > 0 || turn.value !== undefined ? link?.dataset.turn : link?.dataset.usual
    if (icon !== undefined && link!.getAttribute('href') !== icon) link!.href = icon
  })
  return { usual, waiting, turn }
}

// renameTab changes the page's title, where a page shows the content of another.
export function renameTab(title: string): void {
  tab().usual.value = title.replace(numbered, '')
}
