// The part of the settings that says whether this device notifies, and switches it.
import { stateOf, switchNotices, type State } from './notification'
import type { Prefs } from '../settings/preferences'

const switchable: State[] = ['off', 'page', 'told']

// bindNotices shows the state of this device. Its texts stand in the page.
export function bindNotices(box: HTMLElement, prefs: Prefs): void {
  const [status, button] = [box.querySelector('[role=status]')!, box.querySelector('button')!]
  const show = (state: State) => {
    status.textContent = box.dataset[state]!
    button.hidden = !switchable.includes(state)
    button.textContent = box.dataset[state === 'off' ? 'turnOn' : 'turnOff']!
  }
  const settle = (state: Promise<State>) => {
    button.disabled = true
    state
      .then(show, (error: Error) => {
        prefs.notify.value = false
        show('off')
        status.textContent = error instanceof TypeError || error.message === '' ? box.dataset.failed! : error.message
      })
      .finally(() => (button.disabled = false))
  }
  button.addEventListener('click', () => settle(switchNotices(prefs)))
  settle(stateOf(prefs))
}
