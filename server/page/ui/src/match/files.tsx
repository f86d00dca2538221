// What one can take away of a game: its record and a picture of the board.
import { useView } from './view'

// Files lead to the record, also for any viewer, and to a picture and a drawing of the position that is shown.
export function Files() {
  const { t, page, browse, phase } = useView()
  const at = `/games/${page.id}`
  if (phase.value === 'komi' || phase.value === 'handicap') return null
  const ply = browse.variation.value?.base ?? browse.ply.value
  return (
    <ul class="choices" aria-label={t('record.files')}>
      <li>
        <a class="button" href={`${at}/game.sgf`} download>
          {t('record.sgf')}
        </a>
      </li>
      <li>
        <a class="button" href={`${at}/game.sgf?viewer=true`} download>
          {t('record.viewer')}
        </a>
      </li>
      {(['picture', 'drawing'] as const).map((what) => (
        <li key={what}>
          <a class="button" href={`${at}/board.${what === 'picture' ? 'png' : 'svg'}?ply=${ply}`} target="_blank" rel="noopener">
            {t(`record.${what}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
