// The page of the settings.
import { createPrefs } from '../prefs'
import { bind, showExample, type Example } from '../settings'
import { bindNotices } from '../told'

const prefs = createPrefs()
bind(document.querySelector('form')!, prefs)
bindNotices(document.getElementById('notices')!, prefs)
showExample(document.getElementById('example')!, JSON.parse(document.getElementById('preview')!.textContent!) as Example, prefs)
