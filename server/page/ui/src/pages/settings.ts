// The page of the settings.
import { createPrefs } from '../settings/preferences'
import { bind, showExample, type Example } from '../settings/settings'
import { bindNotices } from '../notice/settings'

const prefs = createPrefs()
bind(document.querySelector<HTMLFormElement>('main > form')!, prefs)
bindNotices(document.getElementById('notices')!, prefs)
showExample(document.getElementById('example')!, JSON.parse(document.getElementById('preview')!.textContent!) as Example, prefs)
