// The first page leads back to the games that this browser is playing.
import { running } from './running'
import { yours } from './words'

const list = running()
if (list.length > 0) {
  const section = document.createElement('section')
  section.className = 'yours'
  const title = document.createElement('h2')
  title.textContent = yours.title
  const links = document.createElement('ul')
  for (const { id, board, color, moves } of list) {
    const link = document.createElement('a')
    link.href = `/games/${id}`
    link.className = 'button'
    const stone = document.createElement('i')
    stone.className = `stone ${color === 'bw' ? 'r' : color}`
    link.append(stone, yours.game(board, color, moves))
    const item = document.createElement('li')
    item.append(link)
    links.append(item)
  }
  section.append(title, links)
  document.querySelector('main')!.prepend(section)
}
