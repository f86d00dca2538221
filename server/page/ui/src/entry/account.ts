// The pages of accounts.
import { bindPasskeys } from '../passkey'
import { renewPush, stayPushed } from '../push'
import { bindReveal } from '../reveal'

bindPasskeys(renewPush)
bindReveal()
stayPushed()
document.addEventListener('submit', renewPush)
