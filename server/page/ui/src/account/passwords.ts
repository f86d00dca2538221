// Passwords can be read while they are typed.

// bindReveal shows the ticks that do so for all passwords of their forms. What is sent is
// hidden again, so that no browser keeps it among the words of ordinary fields.
export function bindReveal(): void {
  for (const tick of document.querySelectorAll<HTMLInputElement>('.reveal')) {
    const form = tick.form!
    const fields = [...form.querySelectorAll<HTMLInputElement>('[type=password]')]
    const show = (): void => {
      for (const field of fields) field.type = tick.checked ? 'text' : 'password'
    }
    for (const field of fields) {
      field.spellcheck = false // which may ask a service
      field.autocapitalize = 'off'
    }
    tick.closest('label')!.hidden = false
    tick.addEventListener('change', show)
    form.addEventListener('submit', () => {
      tick.checked = false
      show()
    })
  }
}
