// The line under the board: how the match stands, and what there is to say besides.
import { Flower } from '../common/icons'
import { standing } from './statustext'
import { touch } from './touch'
import { useView, type View } from './view'

// Status says whose turn it is; a chosen point is confirmed there. New words are a new
// element: what stands in the middle would else move with the length of the sentence.
export function Status() {
  const view = useView()
  const { match, t, socket, over, chosen, phase, nameOf, moment } = view
  const p = chosen.value
  const [standingText, aside] = [standing(view), asideOf(view)]
  const celebration = moment.value === null ? '' : `${moment.value.kind} ${moment.value.color}`
  return (
    <div class={`status${socket.connected.value ? '' : ' lost'}${over.value ? ' over' : ''}`}>
      <p role="status">
        <span class={celebration === '' ? 'pill' : 'pill glad'} key={[celebration, p, standingText, aside?.text].join('|')}>
          <Signature />
          <b>{standingText}</b>
          {aside !== undefined && (
            <span class={aside.kind} aria-hidden={aside.kind === 'answer' ? true : undefined}>
              {aside.text}
            </span>
          )}
        </span>
      </p>
      <Again />
      {p !== null && (
        <button key={p} class="button primary" onClick={() => touch(match, p)}>
          {t(phase.value === 'handicap' ? 'ui.place' : 'ui.play', { point: nameOf(p) })}
        </button>
      )}
    </div>
  )
}

const momentOf = {
  rosette: { title: 'match.rosette', you: 'match.rosette.you', name: 'match.rosette.name', color: 'match.rosette.color' },
  joined: { title: 'match.joined', you: 'match.joined.you', name: 'match.joined.name', color: 'match.joined.color' },
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

interface Aside {
  kind: 'notice' | 'answer' | 'hinted' | 'estimate' | 'recent'
  text: string
}

// asideOf is what there is to say besides: why something was refused, what the
// position comes to, or what has happened.
function asideOf({ notice, estimates, announcements, answer, hints }: View): Aside | undefined {
  const all: Aside[] = [
    { kind: 'notice', text: notice.value },
    { kind: 'answer', text: answer.value?.text ?? '' },
    { kind: 'hinted', text: hints.text.value },
    { kind: 'estimate', text: estimates.estimate.value?.text ?? '' },
    { kind: 'recent', text: announcements.recent.value },
  ]
  return all.find(({ text }) => text !== '')
}
