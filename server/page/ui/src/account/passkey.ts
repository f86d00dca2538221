// Passkeys: a browser makes and uses them, the server checks them. The pages work
// without; what needs a browser that can do it is shown by this script.

// post sends JSON and returns that of the response, or throws the refusal of the server. Where the
// server requires a confirmation first, it goes to that page and never returns.
async function post(address: string, body: unknown): Promise<unknown> {
  const answer = await fetch(address, { method: 'POST', body: new Blob([JSON.stringify(body)], { type: 'application/json' }) })
  const text = await answer.text()
  const content = text === '' ? undefined : (JSON.parse(text) as { code?: string; detail?: string })
  if (content?.code === 'account.confirm.first') {
    location.assign('/confirm?next=/account/security%23passkeys')
    return new Promise(() => undefined)
  }
  if (!answer.ok) throw new Error(content?.detail)
  return content
}

interface Challenge {
  publicKey: unknown
}

// make has the browser make a passkey for who is signed in.
async function make(): Promise<void> {
  const { publicKey } = (await post('/api/account/passkey-challenge', {})) as Challenge
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as PublicKeyCredentialCreationOptionsJSON)
  const made = (await navigator.credentials.create({ publicKey: options })) as PublicKeyCredential
  await post('/api/account/passkeys', made.toJSON())
}

// use has the browser use a passkey for an address that takes the answer.
async function use(address: string): Promise<void> {
  const { publicKey } = (await post('/api/session/passkey/challenge', {})) as Challenge
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as PublicKeyCredentialRequestOptionsJSON)
  const used = (await navigator.credentials.get({ publicKey: options })) as PublicKeyCredential
  await post(address, used.toJSON())
}

// bindPasskeys shows the button of a page and does what it is for. done is called before
// the page goes.
export function bindPasskeys(done: () => void): void {
  const button = document.getElementById('passkey')
  const failure = document.getElementById('passkey-failed')
  if (button === null || failure === null || !('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  button.hidden = false
  button.addEventListener('click', () => {
    failure.textContent = ''
    const does = { make, use: () => use('/api/session/passkey'), confirm: () => use('/api/account/confirm/passkey') }
    does[button.dataset.does as keyof typeof does]().then(
      () => {
        done()
        location.assign(button.dataset.next ?? '/')
      },
      (error: Error) => {
        // A browser speaks of its own matters in English or not at all.
        failure.textContent = error instanceof DOMException || error.message === '' ? (failure.dataset.cancelled ?? '') : error.message
      },
    )
  })
}
