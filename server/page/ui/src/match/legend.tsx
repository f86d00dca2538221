// What the signs on a board mean, each drawn as it stands there.
import { At, type Mark } from '../board/marks'
import { useView } from './view'

// A Sign is what stands on one point: a stone or none, and a shape of the board over it.
interface Sign {
  text: string
  stone?: 'b' | 'w'
  faded?: boolean
  mark?: Mark
  shape?: string
}

// signs come in the order in which a first game shows them.
const signs: Sign[] = [
  { text: 'legend.last', stone: 'w', mark: 'last' },
  { text: 'legend.ghost', shape: 'ghost-stone' },
  { text: 'legend.immortal', stone: 'b', mark: 'immortal' },
  { text: 'legend.atari', stone: 'w', mark: 'atari' },
  { text: 'legend.refused', mark: 'refused' },
  { text: 'legend.ko', mark: 'ko' },
  { text: 'legend.hint', mark: 'hint' },
  { text: 'legend.dead', stone: 'w', faded: true, mark: 'dead' },
  { text: 'legend.unsure', stone: 'w', mark: 'unsure' },
  { text: 'legend.pending', mark: 'pending' },
  { text: 'legend.territory', shape: 'paint-b' },
  { text: 'legend.dame', shape: 'paint-dame' },
]

export function Legend() {
  const { t } = useView()
  return (
    <dl class="signs">
      {signs.map((sign) => (
        <div key={sign.text}>
          <dt>
            <Picture {...sign} />
          </dt>
          <dd>{t(sign.text)}</dd>
        </div>
      ))}
    </dl>
  )
}

// Picture is a point with its lines; the board on the page has the shapes.
const Picture = ({ stone, faded = false, mark, shape }: Sign) => (
  <svg viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">
    <path class="lines" d="M0-.6V0L.6.35M0 0L-.6.35" />
    {stone !== undefined && <At shape={`stone-${stone}`} at={[0, 0]} cls={faded ? 'piece faded' : 'piece'} />}
    {shape === 'ghost-stone' && (
      <g class="ghost b">
        <At shape={shape} at={[0, 0]} />
      </g>
    )}
    {shape !== undefined && shape !== 'ghost-stone' && <At shape={shape} at={[0, 0]} />}
    {mark !== undefined && <At shape={`mark-${mark}`} at={[0, 0]} cls={`mark ${mark} on-${stone ?? 'wood'}`} />}
  </svg>
)
