// How this game is played: the rules in force in a few sentences, which the server
// writes into the page, with komi and handicap.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useView } from './view'

export function How() {
  const { t, words, page, state, phase } = useView()
  const rules = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const written = document.querySelector<HTMLTemplateElement>('template#how')
    if (written !== null) rules.current!.replaceChildren(written.content.cloneNode(true))
  }, [])
  const { komi } = state.value
  const { handicap } = page
  const [before, after] = words.around('ui.rules', 'rules')
  return (
    <div class="how">
      <div ref={rules} />
      <h3>{t('match.how.komi')}</h3>
      <p>{phase.value === 'komi' ? t('match.how.komi.open') : komi === 0 ? t('match.how.komi.none') : t(komi > 0 ? 'match.how.komi.white' : 'match.how.komi.black', { n: Math.abs(komi) })}</p>
      {handicap !== undefined && <p>{handicap === 1 ? t('match.how.first') : t('match.how.stones', { n: handicap, color: t(`color.${page.weaker ?? 'b'}`) })}</p>}
      <p class="note ruled">
        {before}
        <a href={`/rules#ruleset-${page.rules}`} target="_blank" rel="noopener">
          {page.rulesName}
        </a>
        {after}
      </p>
      <p>
        <a href="/rules" target="_blank" rel="noopener">
          {t('match.how.all')}
        </a>
      </p>
    </div>
  )
}
