// The first page leads back to the games that this browser is playing.
import { running } from './running'
import { yours } from './words'

// A browser that comes back fills the form in as it was left; what is chosen
// beneath must not stay hidden.
addEventListener('pageshow', () => {
  const more = document.querySelector<HTMLDetailsElement>('.more')!
  const changed = (field: HTMLInputElement | HTMLSelectElement) =>
    field instanceof HTMLInputElement ? field.value !== '' : [...field.options].some((o) => o.selected && !o.defaultSelected && o.index > 0)
  more.open ||= [...more.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].some(changed)
})

const list = running()
if (list.length > 0) {
  const section = document.createElement('section')
  section.className = 'yours'
  const title = document.createElement('h2')
  title.textContent = yours.title
  const links = document.createElement('ul')
  for (const { id, board, color, moves, names } of list) {
    const link = document.createElement('a')
    link.href = `/games/${id}`
    link.className = 'button'
    const stone = document.createElement('i')
    stone.className = `stone ${color === 'bw' ? 'r' : color}`
    link.append(stone, yours.game(board, color, moves, names))
    const item = document.createElement('li')
    item.append(link)
    links.append(item)
  }
  section.append(title, links)
  document.querySelector('main')!.prepend(section)
}
