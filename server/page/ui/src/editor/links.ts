// Records at addresses: those of games on this server. A page may request nothing elsewhere.
import type { Words } from '../common/i18n'
import { requestBlob, type Failure } from '../net/request'

type Found = { text: string; refused?: undefined } | { refused: string }

// fetchRecord returns the record of the game at an address, or why there is none.
export async function fetchRecord(words: Words, address: string): Promise<Found> {
  const url = URL.parse(address)
  const id = /^\/games\/([a-z0-9]+)/.exec(url?.pathname ?? '')?.[1]
  if (url?.origin !== location.origin || id === undefined) return { refused: words.t('editor.link.elsewhere') }
  return requestBlob(words, `/games/${id}/game.sgf`).then(
    async (file) => ({ text: await file.text() }),
    (failure: Failure) => ({ refused: failure.status === 0 ? failure.message : words.t('editor.link.none') }),
  )
}
