// The page of the rules.
import { keepChapter, showDiagrams, type Page } from '../rules/rules'

showDiagrams(JSON.parse(document.getElementById('diagrams')!.textContent!) as Page)
keepChapter()
