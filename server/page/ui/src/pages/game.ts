// The page of a game. Other pages may import what it exports and have matches of
// their own.
import { mount } from '../match/game'
import { loadWords } from '../common/i18n'
import { createPrefs } from '../settings/preferences'
import { Socket } from '../net/socket'
import { followInbox } from '../notice/inbox'
import type { Game } from '../net/wire'

export { mount }

// createTab opens the one socket of the page and loads its words.
export async function createTab() {
  const words = await loadWords(document.querySelector<HTMLLinkElement>('link#words')!.href)
  return { words, socket: new Socket('/api/socket'), prefs: createPrefs() }
}

const match = document.getElementById('match')
if (match !== null) {
  const tab = await createTab()
  followInbox(tab.socket)
  mount(tab, JSON.parse(match.textContent!) as Game, document.getElementById('game')!)
}
