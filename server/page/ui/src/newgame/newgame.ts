// The form for a new game. Without this script it opens games too: the script fills in
// what follows from other choices, and shows the terms of the game above the button.

type Field = HTMLInputElement | HTMLSelectElement

// bind keeps a form in step with its fields.
export function bind(form: HTMLFormElement): void {
  const touched = new Set<string>()
  const update = () => {
    showPanels(form)
    showTerms(form)
    showButton(form)
    showSeconds(form)
  }
  form.addEventListener('change', ({ target }) => {
    const field = target as Field
    touched.add(field.name)
    if (field.name === 'opponent') followOpponent(form, touched)
    if (field.name === 'clock') select(form, 'control').value = ''
    if (field.closest('.swap') !== null) chooseShownBoard(form)
    if (field.name === 'handicap') for (const rank of ranks(form)) rank.value = ''
    if (field.name === 'rated') field.value = 'on'
    update()
  })
  form.addEventListener('input', ({ target }) => {
    if (['rank', 'opponentRank'].includes((target as Field).name)) followRanks(form)
    if ((target as Field).name === 'komi') check(form, 'komiBy', 'number')
    update()
  })
  addEventListener('pageshow', update) // a browser that comes back fills the form in as it was left
  update()
}

const checked = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)
const select = (form: HTMLFormElement, name: string) => form.querySelector<HTMLSelectElement>(`select[name=${name}]`)!
const ranks = (form: HTMLFormElement) => ['rank', 'opponentRank'].map((name) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)!)
const opponentOf = (form: HTMLFormElement) => checked(form, 'opponent')?.value ?? form.querySelector<HTMLInputElement>('input[name=opponent]')!.value

function check(form: HTMLFormElement, name: string, value: string): void {
  form.querySelector<HTMLInputElement>(`input[name=${name}][value="${value}"]`)!.checked = true
}

// showPanels shows what concerns the chosen opponent.
function showPanels(form: HTMLFormElement): void {
  form.dataset.opponent = opponentOf(form)
  form.toggleAttribute('data-flower', select(form, 'rules').value === 'flower')
}

// followOpponent sets the fields whose defaults depend on the opponent, unless they were changed.
function followOpponent(form: HTMLFormElement, touched: Set<string>): void {
  const { color, clock, rated } = checked(form, 'opponent')!.dataset
  if (!touched.has('color')) check(form, 'color', color!)
  if (!touched.has('clock') && select(form, 'control').value === '') check(form, 'clock', clock!)
  const box = form.querySelector<HTMLInputElement>('input[name=rated]')
  if (box !== null && !touched.has('rated')) box.checked = rated !== undefined
}

// chooseShownBoard chooses a board of the kind that is shown now.
function chooseShownBoard(form: HTMLFormElement): void {
  const shown = [...form.querySelectorAll<HTMLInputElement>('.grounds .card input')].filter((input) => input.offsetParent !== null)
  if (!shown.some((input) => input.checked)) (shown[1] ?? shown[0])!.checked = true
}

// height returns the number of ranks above 1 kyu, or nothing for a text that is no rank.
function height(rank: string): number | undefined {
  const [, n, kind] = /^([1-9]|[12]\d|30)([kd])$/i.exec(rank.trim()) ?? []
  if (n === undefined || (kind!.toLowerCase() === 'd' && Number(n) > 9)) return undefined
  return kind!.toLowerCase() === 'k' ? 1 - Number(n) : Number(n)
}

const mostStones = { comb: 6, square: 9 }

// followRanks shows the stones and the colour that follow from two ranks, as the server decides
// them: the weaker player has Black, with a stone for each rank, and without komi.
function followRanks(form: HTMLFormElement): void {
  const [own, other] = ranks(form).map(({ value }) => height(value))
  if (own === undefined || other === undefined) return
  const lattice = checked(form, 'board')!.closest('.comb') === null ? 'square' : 'comb'
  select(form, 'handicap').value = `${Math.min(Math.abs(own - other), mostStones[lattice])}`
  if (own !== other) check(form, 'color', own < other ? 'black' : 'white')
}

const put = (form: HTMLFormElement, part: string, text: string) => (form.querySelector(`[data-part=${part}]`)!.textContent = text)

// showTerms writes komi, count, handicap and rating, and which komi may be chosen.
function showTerms(form: HTMLFormElement): void {
  const board = checked(form, 'board')
  const rules = select(form, 'rules').selectedOptions[0]!
  const handicap = select(form, 'handicap')
  if (board === null) return
  const own = rules.value === '' ? board.dataset.own! : rules.dataset.own!
  const fair = rules.value === '' || rules.dataset.fair !== undefined ? board.dataset.fair! : ''
  const label = (at: string, text: string) => (form.querySelector(`${at} span`)!.textContent = text)
  label('.is-fair', fair === '' ? own : board.dataset.fairLabel!)
  label('.is-own', rules.value === '' ? board.dataset.ownLabel! : own)
  form.toggleAttribute('data-both', fair !== '' && board.dataset.note !== '' && rules.value === '')
  form.toggleAttribute('data-fair', fair !== '')
  form.querySelector('.note.both')!.textContent = board.dataset.note!
  const by = checked(form, 'komiBy')!
  const number = form.querySelector<HTMLInputElement>('input[name=komi]')!.value
  const agreed = by.parentElement!.textContent!.trim()
  const komi = { fair: fair === '' ? own : fair, rules: own, number: `${agreed} ${number}` }[by.value] ?? agreed
  const stones = handicap.selectedOptions[0]!.dataset.terms!
  put(form, 'komi', handicap.selectedIndex > 0 && !['divide', 'open', 'secret', 'number'].includes(by.value) ? stones : komi)
  put(form, 'count', rules.value === '' ? board.dataset.count! : rules.dataset.count!)
  const usualStones = handicap.options[0]!.dataset.terms!
  put(form, 'handicap', handicap.selectedIndex > 0 ? stones : usualStones)
  showRating(form, ratable(form, board))
}

// showRating writes whether the game will be rated. The switch is there for games that can be.
function showRating(form: HTMLFormElement, can: boolean): void {
  const part = form.querySelector<HTMLElement>('[data-part=rated]')!
  const box = form.querySelector<HTMLInputElement>('input[name=rated]')
  form.toggleAttribute('data-unrated', !can)
  if (box !== null && !can) box.value = 'usual' // not a refusal of such a game
  part.textContent = (can && box?.checked === true ? part.dataset.yes : part.dataset.no)!
}

// ratable reports whether the game can be rated, as far as this page can know it.
function ratable(form: HTMLFormElement, board: HTMLInputElement): boolean {
  const opponent = opponentOf(form)
  const timed = select(form, 'control').value !== '' || checked(form, 'clock')?.value !== 'none'
  const level = opponent !== 'computer' || checked(form, 'level')?.value !== 'full'
  const usual = checked(form, 'komiBy')?.value !== 'number' && select(form, 'supply').value === ''
  return opponent !== 'people' && timed && level && usual && board.dataset.rated !== undefined
}

// showButton writes on the button what it does.
function showButton(form: HTMLFormElement): void {
  const tab = checked(form, 'opponent')
  if (tab === null) return
  const computer = tab.value === 'computer' ? checked(form, 'level')?.dataset.play : undefined
  form.querySelector('.wide')!.textContent = computer ?? tab.dataset.play!
}

// showSeconds writes beside the slider how long full strength thinks.
function showSeconds(form: HTMLFormElement): void {
  const slider = form.querySelector<HTMLInputElement>('input[name=seconds]')
  const mark = [...(slider?.list?.options ?? [])].find(({ value }) => value === slider!.value)
  if (slider === null || mark === undefined) return
  slider.setAttribute('aria-valuetext', mark.label)
  slider.parentElement!.querySelector('output')!.textContent = mark.label
}
