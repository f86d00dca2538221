// The page of the settings.
import { createPrefs } from '../prefs'
import { bind, showExample, type Example } from '../settings'

const prefs = createPrefs()
bind(document.querySelector('form')!, prefs)
showExample(document.getElementById('example')!, JSON.parse(document.getElementById('preview')!.textContent!) as Example, prefs)
