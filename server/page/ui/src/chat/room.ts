// The page of a room or a conversation: what is said appears at once.
import { whenText } from '../common/dates'
import { showConnectionLost } from '../net/connection'
import { Socket } from '../net/socket'
import type { Chat, ChatLine, RoomPresence } from '../net/wire'
import { followInbox } from '../notice/inbox'

const near = 60 // px from the end at which a reader follows it

const localize = (time: HTMLTimeElement): void => void (time.textContent = whenText(new Date(time.dateTime)))

export class Room {
  private readonly box = document.getElementById('said')!
  private readonly list = document.getElementById('lines')!
  private readonly topic: string
  private readonly me: string

  constructor(private readonly page: HTMLElement) {
    this.topic = page.dataset.topic!
    this.me = page.dataset.me!
    for (const time of page.querySelectorAll('time')) localize(time)
    this.box.scrollTo(0, this.box.scrollHeight)
    this.bind()
    const socket = new Socket('/api/socket')
    if (this.topic !== '') socket.attend(this.topic, { chat: (chat) => this.take(chat), there: (there) => this.attend(there) })
    showConnectionLost(socket)
    followInbox(socket)
    socket.onMuted = () => void this.renew('say')
    document.addEventListener('visibilitychange', () => this.markRead())
  }

  // fill puts a line into an element of the list.
  private fill(row: HTMLElement, line: ChatLine): void {
    row.id = `line-${line.number}`
    row.dataset.number = String(line.number)
    row.classList.toggle('own', line.name === this.me)
    const by = row.querySelector('.by')!
    const name = document.createElement('bdi')
    name.textContent = line.name
    const link = document.createElement('a')
    link.href = `/@/${encodeURIComponent(line.name)}`
    if (line.name !== '' && line.guest !== true) link.append(name)
    by.firstElementChild!.replaceWith(link.hasChildNodes() ? link : name)
    const time = by.querySelector('time')!
    time.dateTime = new Date(line.at).toISOString()
    localize(time)
    const words = row.querySelector('.words')!
    words.classList.toggle('withheld', line.hidden === true)
    words.textContent = line.hidden === true ? this.page.dataset.hidden! : line.text
    const act = row.querySelector<HTMLAnchorElement>('.act')!
    act.href = act.href.replace(/number=\d*$/, `number=${line.number}`)
  }

  // show adds a line, or changes the one of that number. A hidden line that was not seen
  // is not added: it may be one of somebody who is blocked.
  private show(line: ChatLine): void {
    let row = document.getElementById(`line-${line.number}`)
    if (row === null) {
      if (line.hidden === true) return
      row = (document.getElementById('line') as HTMLTemplateElement).content.firstElementChild!.cloneNode(true) as HTMLElement
      this.list.append(row)
    }
    this.fill(row, line)
  }

  private take({ lines, whole }: Chat): void {
    const end = whole === true || this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < near
    if (whole === true) {
      const ids = new Set(lines.map(({ number }) => `line-${number}`))
      for (const row of [...this.list.children]) if (!ids.has(row.id)) row.remove()
    }
    for (const line of lines) this.show(line)
    document.getElementById('silent')!.hidden = this.list.children.length > 0
    if (end) this.box.scrollTo(0, this.box.scrollHeight)
    if (lines.some(({ name }) => name !== this.me)) this.markRead()
  }

  // markRead marks the conversation as read, while the page is visible.
  private markRead(): void {
    const { read } = this.page.dataset
    if (read !== undefined && !document.hidden) void fetch(read, { method: 'PUT' }).catch(() => undefined)
  }

  // attend shows who is here. How guests are counted the server says.
  private attend({ names, guests = 0 }: RoomPresence): void {
    const present = document.getElementById('present')
    if (present === null) return
    const shown = [...present.querySelectorAll('a')].map(({ textContent }) => textContent)
    if (names.join('\n') !== shown.join('\n') || String(guests) !== present.dataset.guests) void this.renew('present')
  }

  // renew puts a part of the page in place as the server has it now.
  private async renew(id: string): Promise<void> {
    const answer = await fetch(location.href).catch(() => undefined)
    if (answer?.ok !== true) return
    const part = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id)
    if (part !== null) {
      const shown = document.getElementById(id)!
      Object.assign(shown.dataset, part.dataset)
      shown.replaceChildren(...part.childNodes)
    }
    this.bind()
  }

  // bind sends what is written without leaving the page, or says by the reader's clock
  // until when nothing can be written.
  private bind(): void {
    const composer = document.getElementById('say')!
    for (const time of composer.querySelectorAll('time')) localize(time)
    const form = composer.querySelector('form')
    if (form === null || form.dataset.bound !== undefined) return
    form.dataset.bound = ''
    form.addEventListener('submit', (e) => {
      e.preventDefault()
      void this.submit(form.elements.namedItem('text') as HTMLInputElement)
    })
  }

  private async submit(field: HTMLInputElement): Promise<void> {
    const text = field.value
    if (text.trim() === '') return
    field.value = ''
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) }
    const answer = await fetch(`${this.page.dataset.send!}?lang=${document.documentElement.lang}`, sent).catch(() => undefined)
    const notice = document.getElementById('unsaid')!
    notice.textContent = ''
    if (answer?.ok === true) {
      if (this.topic === '') location.reload() // the first message: now there is a topic
      return
    }
    field.value = text
    const problem = (await answer?.json().catch(() => undefined)) as { detail?: string } | undefined
    notice.textContent = problem?.detail ?? this.page.dataset.offline!
  }
}
