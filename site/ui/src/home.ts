// The first page leads back to the games that this browser is playing.
import type { Words } from './i18n'
import type { Running } from './running'

// keepChoicesVisible opens what is under More if something was chosen there: a
// browser that comes back fills the form in as it was left.
export function keepChoicesVisible(): void {
  addEventListener('pageshow', () => {
    const more = document.querySelector<HTMLDetailsElement>('.more')!
    const changed = (field: HTMLInputElement | HTMLSelectElement) =>
      field instanceof HTMLInputElement ? field.value !== '' : [...field.options].some((o) => o.selected && !o.defaultSelected && o.index > 0)
    more.open ||= [...more.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].some(changed)
  })
}

function linkTo(words: Words, { id, board, color, moves, names }: Running): HTMLElement {
  const { t } = words
  const args = { board: words.board(board), n: moves, first: names?.[0], second: names?.[1], color: t(`color.${color}`) }
  const link = document.createElement('a')
  link.href = `/games/${id}`
  link.className = 'button'
  const stone = document.createElement('i')
  stone.className = `stone ${color === 'bw' ? 'r' : color}`
  link.append(stone, t(color !== 'bw' ? 'ui.games.color' : names === undefined ? 'ui.games.two' : 'ui.games.names', args))
  return link
}

// showRunning puts the games at the top of the page.
export function showRunning(words: Words, list: Running[]): void {
  const section = document.createElement('section')
  section.className = 'yours'
  const title = document.createElement('h2')
  title.textContent = words.t('ui.games')
  const links = document.createElement('ul')
  for (const game of list) {
    const item = document.createElement('li')
    item.append(linkTo(words, game))
    links.append(item)
  }
  section.append(title, links)
  document.querySelector('main')!.prepend(section)
}
