// The pages of accounts.
import { bindPasskeys } from '../passkey'
import { renewPush } from '../push'
import { bindReveal } from '../reveal'

bindPasskeys(renewPush)
bindReveal()
document.addEventListener('submit', renewPush)
