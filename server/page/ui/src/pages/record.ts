// The page on which a record is looked at.
import { loadWords } from '../common/i18n'
import { mountRecord } from '../record/record'

mountRecord(await loadWords(document.querySelector<HTMLLinkElement>('link#words')!.href), document.getElementById('record')!)
