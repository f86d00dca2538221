// What stands beside the board: the players.
import { dayText } from '../common/dates'
import { Face, faceOf } from '../common/face'
import type { Color } from './match'
import { Dot } from './requests'
import { useView } from './view'

// usual are the texts of seats whose players gave no name.
const usual = ['color.b', 'color.w', 'match.player', 'match.player.1', 'match.player.2']

export function Player({ color, far }: { color: Color; far: boolean }) {
  const { t, words, named, state, over, phase, seats, socket } = useView()
  const { kind, name, level, rank } = named(color)
  const { prisoners, left, button, komi, awaits } = state.value
  const away = state.value.vacation?.[color] ?? 0
  const active = !over.value && awaits.includes(color)
  const settled = phase.value !== 'komi'
  const facts = settled
    ? [
        left === undefined ? '' : t('ui.player.left', { n: left[color] }),
        t('ui.player.prisoners', { n: prisoners[color] }),
        button === color ? t('ui.player.button') : '',
        color === 'w' && komi !== 0 ? t('ui.player.komi', { komi }) : '',
        !over.value && away > socket.now() ? t('correspondence.vacation.person', { day: dayText(new Date(away)) }) : '',
      ]
    : []
  const face = kind === 'bot' ? faceOf(level) : undefined
  const own = seats.value === color ? t('ui.you') : name
  return (
    <div class={`player${active ? ' active' : ''}${far ? ' far' : ''}`}>
      <span class="token">
        <i class={settled ? `stone ${color}` : 'stone r'} />
        {face !== undefined && <Face id={face} />}
      </span>
      <span class="who">
        <b>
          <bdi>{own}</bdi>
        </b>
        {kind === 'guest' && own === name && !usual.some((key) => name === t(key)) && <small class="guest">{t('match.guest')}</small>}
        <Dot color={color} />
        {level !== undefined && <small>{words.level(level)}</small>}
        {rank !== undefined && <small>{rank}</small>}
        {settled && own !== t(`color.${color}`) && <span class="hidden">{t(`color.${color}`)}</span>}
      </span>
      <span class="taken">{facts.filter(Boolean).join(' · ')}</span>
      <Clock color={color} />
    </div>
  )
}

// Clock shows a player's time, in a box that does not grow. It has tenths and another colour when little is left.
function Clock({ color }: { color: Color }) {
  const { t, clocks } = useView()
  const time = clocks[color].value
  const { low, last } = clocks.urgency[color].value
  if (time === '') return null
  return (
    <span class={`clock${low ? ' low' : ''}${last ? ' last' : ''}`} style={{ '--width': `${clocks.width[color].value}ch` }}>
      <time>{time}</time>
      {last && <small>{t('ui.clock.last')}</small>}
    </span>
  )
}
