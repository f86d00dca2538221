// The information about a game: players, rules, result, where and when.
import type { Words } from '../common/i18n'

// fields are the properties of SGF that the form has, in order. wide ones take a whole row.
const fields: { id: string; title: string; wide?: boolean }[] = [
  { id: 'PB', title: 'editor.info.PB' },
  { id: 'BR', title: 'editor.info.BR' },
  { id: 'PW', title: 'editor.info.PW' },
  { id: 'WR', title: 'editor.info.WR' },
  { id: 'RE', title: 'editor.info.RE' },
  { id: 'DT', title: 'editor.info.DT' },
  { id: 'RU', title: 'editor.info.RU' },
  { id: 'KM', title: 'editor.info.KM' },
  { id: 'HA', title: 'editor.info.HA' },
  { id: 'TM', title: 'editor.info.TM' },
  { id: 'OT', title: 'editor.info.OT' },
  { id: 'EV', title: 'editor.info.EV' },
  { id: 'RO', title: 'editor.info.RO' },
  { id: 'PC', title: 'editor.info.PC' },
  { id: 'GN', title: 'editor.info.GN' },
  { id: 'BT', title: 'editor.info.BT' },
  { id: 'WT', title: 'editor.info.WT' },
  { id: 'ON', title: 'editor.info.ON' },
  { id: 'AN', title: 'editor.info.AN' },
  { id: 'US', title: 'editor.info.US' },
  { id: 'SO', title: 'editor.info.SO' },
  { id: 'CP', title: 'editor.info.CP' },
  { id: 'GC', title: 'editor.info.GC', wide: true },
]

interface InformationProps {
  words: Words
  values: Partial<Record<string, string>>
  readOnly: boolean
  keep(id: string, value: string): void
}

export function Information({ words: { t }, values, readOnly, keep }: InformationProps) {
  return (
    <div class="information">
      {fields.map(({ id, title, wide }) => (
        <label class={wide === true ? 'wide' : undefined} key={id}>
          <span>{t(title)}</span>
          {wide === true ? (
            <textarea value={values[id] ?? ''} readOnly={readOnly} dir="auto" rows={4} onChange={(e) => keep(id, e.currentTarget.value)} />
          ) : (
            <input
              value={values[id] ?? ''}
              readOnly={readOnly}
              dir="auto"
              autocomplete="off"
              onChange={(e) => keep(id, e.currentTarget.value)}
            />
          )}
        </label>
      ))}
    </div>
  )
}
