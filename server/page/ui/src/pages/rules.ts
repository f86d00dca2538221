// The page of the rules.
import { keepChapter, showDiagrams, type Page } from '../rules/rules'

void showDiagrams(JSON.parse(document.getElementById('diagrams')!.textContent!) as Page)
keepChapter()
