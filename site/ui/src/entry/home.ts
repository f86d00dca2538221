// The first page.
import { keepChoicesVisible, showRunning } from '../home'
import { loadWords } from '../i18n'
import { running } from '../running'

keepChoicesVisible()
const list = running()
if (list.length > 0) showRunning(await loadWords(document.querySelector<HTMLLinkElement>('link#words')!.href), list)
