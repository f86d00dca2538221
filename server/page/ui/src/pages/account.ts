// The pages of accounts.
import { bindPasskeys } from '../account/passkey'
import { renewPush, stayPushed } from '../notice/push'
import { bindReveal } from '../account/passwords'

bindPasskeys(renewPush)
bindReveal()
stayPushed()
document.addEventListener('submit', renewPush)
