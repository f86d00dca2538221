// The line under the board: how the match stands, and what there is to say besides.
import { Flower } from './icons'
import { standing } from './status'
import { touch } from './touch'
import { useView } from './view'

// Status says whose turn it is; a chosen point is confirmed there.
export function Status() {
  const view = useView()
  const { match, t, socket, over, chosen, phase, nameOf } = view
  const p = chosen.value
  return (
    <div class={`status${socket.connected.value ? '' : ' lost'}${over.value ? ' over' : ''}`}>
      <p role="status" class={view.moment.value === null ? undefined : 'glad'}>
        <Signature />
        <b>{standing(view)}</b>
        <Aside />
      </p>
      <Again />
      {p !== null && (
        <button class="button primary" onClick={() => touch(match, p)}>
          {t(phase.value === 'handicap' ? 'ui.place' : 'ui.play', { point: nameOf(p) })}
        </button>
      )}
    </div>
  )
}

const momentOf = {
  rosette: { title: 'table.rosette', you: 'table.rosette.you', name: 'table.rosette.name', color: 'table.rosette.color' },
  joined: { title: 'table.joined', you: 'table.joined.you', name: 'table.joined.name', color: 'table.joined.color' },
}

// Signature says what makes this game; a screen reader hears it among the events.
function Signature() {
  const { t, moment, you, named, both, seats } = useView()
  if (moment.value === null) return null
  const { kind, color } = moment.value
  const who = you(color) ? 'you' : both.value || seats.value === '' ? 'color' : 'name'
  return (
    <span class="moment" aria-hidden="true">
      <Flower />
      <span>
        <strong>{t(momentOf[kind].title)}</strong> {t(momentOf[kind][who], { name: named(color).name, color: t(`color.${color}`) })}
      </span>
    </span>
  )
}

// Again is the way back when the server turned this page away, or cannot show the
// match.
function Again() {
  const { t, socket, left, follow } = useView()
  const again = socket.refused.value !== '' ? () => socket.reconnect(0) : left.value !== '' ? follow : undefined
  if (again === undefined) return null
  return (
    <button class="button" onClick={again}>
      {t('ui.again')}
    </button>
  )
}

// Aside is what there is to say besides: why something was refused, what the
// position comes to, or what has happened.
function Aside() {
  const { notice, estimates, announcements, answer, hints } = useView()
  const estimate = estimates.estimate.value
  if (notice.value !== '') return <span class="notice">{notice.value}</span>
  if (answer.value !== null) return <span class="answer" aria-hidden="true">{answer.value.text}</span>
  if (hints.text.value !== '') return <span class="hinted">{hints.text.value}</span>
  if (estimate !== null) return <span class="estimate">{estimate.text}</span>
  return announcements.recent.value === '' ? null : <span class="recent">{announcements.recent.value}</span>
}
