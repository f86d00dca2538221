// The page on which game records are edited.
import { loadWords } from '../common/i18n'
import { registerOffline } from '../editor/offline'
import { mountEditor } from '../editor/page'

registerOffline()
mountEditor(await loadWords(document.querySelector<HTMLLinkElement>('link#words')!.href), document.getElementById('record')!)
