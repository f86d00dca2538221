// Games through all their phases: two people on one device, and the computer.
import assert from 'node:assert/strict'
import { clean } from './axe.mjs'
import { adjust, advance, browse, count, desktop, fill, lay, more, moves, open, passOn, phone, place, press, serve, settle, share, shows, start, status, stop, story, turn, type, until, visit } from './support.mjs'
import { unsettled } from './phases.mjs'

const server = await serve()
const browser = await browse()

const two = { board: 'square-9', names: { black: 'Ann', white: 'Bob' } }

// Black has a corner in which a white stone stands, White another.
const settled = ['C1', 'G1', 'C2', 'G2', 'C3', 'G3', 'B3', 'H3', 'A3', 'J3', 'B1', 'A1']

const recent = (page) => page.locator('.recent').textContent()
const players = (page) => page.locator('.player').evaluateAll((list) => list.map((row) => `${row.querySelector('.stone').classList[1]} ${row.querySelector('b').textContent}${row.classList.contains('active') ? ' *' : ''}`))
const dead = (page) => page.locator('.piece.faded').count()

story('two people play a whole game on one phone and agree on what is dead', async () => {
  const page = await visit(browser, phone)
  await share(page, server.base, { ...two, rules: 'chinese' })
  await shows(() => players(page), ['w Bob', 'b Ann *'])
  const tap = async (name) => {
    await page.evaluate(() => scrollTo(0, 0)) // buttons below the board may have scrolled it away
    const at = await place(page, name)
    await page.touchscreen.tap(at.x, at.y)
  }
  for (const [i, name] of settled.entries()) {
    await shows(() => status(page), i % 2 === 0 ? 'Ann (Black) to play' : 'Bob (White) to play')
    await tap(name)
    await page.waitForFunction((n) => document.querySelectorAll('.moves li').length === n, i + 1)
  }
  await press(page, 'Undo') // takes the last move back, whosever turn it is
  await shows(async () => (await moves(page)).length, settled.length - 1)
  await type(page, 'A1')
  await stop(page)
  await shows(() => dead(page), 1)
  await shows(async () => (await count(page)).Total, { b: 9, w: 16.5 })
  await shows(() => page.locator('.undecided .unsure').textContent(), 'Much of the board still belongs to nobody.')
  await shows(() => page.locator('.desk .primary').textContent(), 'Play on')
  await shows(() => page.locator('.acts .primary').count(), 0)
  await tap('A1') // alive
  await page.waitForFunction(() => document.querySelector('.piece.faded') === null)
  await shows(async () => (await count(page)).Total, { b: 6, w: 17.5 })
  await tap('C1') // the whole chain
  await page.waitForFunction(() => document.querySelectorAll('.piece.faded').length === 6)
  await advance(page, () => more(page, 'Undo'))
  await shows(() => dead(page), 0)
  await tap('A1')
  await page.waitForFunction(() => document.querySelectorAll('.piece.faded').length === 1)
  await tap('E5')
  await shows(() => page.locator('.notice').textContent(), /There is no stone at that point/)
  await press(page, 'White accepts')
  await shows(() => page.getByRole('button', { name: '✓ White accepted' }).isDisabled(), true)
  await page.goto(server.base)
  await page.getByRole('link', { name: /Black Ann.*White Bob/ }).click()
  await press(page, 'Black accepts')
  await shows(() => status(page), 'White wins by 7.5 points')
  await shows(() => dead(page), 1)
  await shows(() => page.locator('.mark.dead').count(), 1) // its cross, and no square
  await shows(() => page.locator('.overlay .paint-b').count(), 2)
  await shows(() => count(page), {
    Stones: { b: 6, w: 5 }, Territory: { b: 3, w: 4 }, Komi: { b: 0, w: 7.5 }, Total: { b: 9, w: 16.5 },
  })
  await page.locator('.review[data-state=done]').waitFor()
  assert.match(await page.locator('.graph').getAttribute('aria-label'), /At the end: White ahead by 7\.5 points\.$/) // as counted
  assert.deepEqual(page.faults, [])
})

// decides reads the sentence about the one chain that is left, and compares its margins with the counts.
async function decides(page, block) {
  const sentence = page.locator('.undecided .unsure')
  await shows(() => sentence.count(), 1)
  const text = await sentence.textContent()
  const either = text.match(/^(Black|White) wins either way: by (.+) if (.+) lives, by (.+) if it dies\.$/)
  const [, chain, alive, dead] = either !== null ? ['', either[3], `${either[1]} +${either[2]}`, `${either[1]} +${either[4]}`] : (text.match(/^(.+) decides: (.+) if it lives, (.+) if it dies\.$/) ?? [])
  assert.equal(chain, block, text)
  assert.notEqual(alive, dead)
  const margin = async () => {
    const { b, w } = (await count(page)).Total
    return b === w ? 'a draw' : b > w ? `Black +${b - w}` : `White +${w - b}`
  }
  for (const [fate, want] of [['dead', dead], ['alive', alive]]) {
    await press(page, `${block}: ${fate}`)
    await shows(margin, want)
    await advance(page, () => more(page, 'Undo'))
    await shows(() => sentence.textContent(), text)
  }
}

story('while a chain is unsure the count is a range, until somebody says what it is', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'chinese' })
  await lay(page, ...unsettled)
  await stop(page)
  const range = page.locator('.open')
  const chains = () => range.locator('li span').allTextContents()
  await shows(() => page.locator('.undecided .unsure').first().textContent(), /^(Between (Black|White|a draw).* and (Black|White) \+\d+(\.5)?, depending on whether these groups live:|(Black|White) .+ decides: .+ if it lives, .+ if it dies\.|(Black|White) wins either way: by .+ if .+ lives, by .+ if it dies\.)$/)
  const all = await chains()
  for (const chain of all) assert.match(chain, /^(Black|White) [A-J]\d(, [A-J]\d)*: \d+ points?$/)
  const first = all[0].split(':')[0]
  const { Total } = await count(page)
  await press(page, `${first}: dead`)
  await page.locator('.piece.faded').first().waitFor()
  assert.notDeepEqual((await count(page)).Total, Total)
  await advance(page, () => more(page, 'Undo'))
  await shows(chains, all)
  await shows(() => dead(page), 0)
  let decided = false
  for (let left = all; left.length > 0; left = await chains()) {
    const block = left[0].split(':')[0]
    if (left.length === 1) {
      await decides(page, block)
      decided = true
    }
    await press(page, `${block}: alive`)
    await shows(async () => (await chains()).some((chain) => chain.startsWith(`${block}:`)), false)
  }
  assert.ok(decided, 'no single chain was left')
  await shows(() => range.count(), 0)
  await shows(() => dead(page), 0)
  await shows(async () => (await count(page)).Total, Total)
  assert.deepEqual(page.faults, [])
})

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`who is unsure about the count on a ${name} plays on`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await share(page, server.base, { ...two, rules: 'chinese' })
    await lay(page, ...unsettled)
    await stop(page)
    await page.locator('.undecided .unsure').first().waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/undecided-${name}.png` })
    await clean(page, `an unsure count on a ${name}`, 'light')
    await page.locator('.play-on button').click()
    await shows(() => page.locator('.undecided').count(), 0)
    await shows(() => page.locator('.goban.play').count(), 1)
    assert.deepEqual(page.faults, [])
  })
}

// An end of base 2: Black lives by playing first at A4.
const pending = ['D2', 'D6', 'D4', 'C1', 'B2', 'C2', 'B4', 'C3', 'B5', 'C4', 'B6', 'C5', 'B7', 'C6', 'A3', 'C7', 'A5', 'B3']

story('while a move is worth points the count says that the game is not over, and where', async () => {
  const small = await serve('--board', 'rosette-2')
  for (const size of [desktop, phone]) {
    const page = await visit(browser, size)
    await share(page, small.base, { ...two, board: 'rosette-2', rules: 'mindsports-chinese' })
    await lay(page, ...pending)
    await stop(page)
    await page.getByText('The game isn’t over: there are still points to win.').waitFor()
    await shows(() => page.locator('.open li span').allTextContents(), ['Black B2, B4, A3, A5: 18 points', 'Black at A4: 16 points'])
    await shows(() => page.locator('.mark.pending').count(), 1)
    const mark = await page.locator('.mark.pending').boundingBox()
    const { x, y } = await place(page, 'A4')
    assert.ok(Math.hypot(mark.x + mark.width / 2 - x, mark.y + mark.height / 2 - y) < 2, `${JSON.stringify(mark)} is not at A4, ${x} ${y}`)
    await shows(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    assert.deepEqual(page.faults, [])
  }
})

story('a secret auction hands the device over, shows no number and gives the colours', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, komiBy: 'secret' })
  await page.getByRole('textbox', { name: 'Komi' }).fill('30.25')
  await page.getByRole('button', { name: /^Bid .* in secret$/ }).click()
  await shows(() => page.locator('.notice').textContent(), /whole number, or a half where/)
  await page.getByRole('textbox', { name: 'Komi' }).fill('30,5')
  await press(page, 'Bid 30,5 in secret')
  await shows(() => page.locator('.desk').textContent(), /Hand the device to Bob/)
  await shows(() => page.getByRole('textbox', { name: 'Komi' }).count(), 0)
  await page.reload()
  await page.getByRole('button', { name: 'I am Bob' }).focus()
  await page.keyboard.press('Enter')
  await shows(() => page.getByRole('textbox', { name: 'Komi' }).evaluate((box) => box === document.activeElement), true)
  assert.doesNotMatch(await page.content(), /30[.,]5/)
  await shows(() => page.getByRole('textbox', { name: 'Komi' }).inputValue(), '7.5')
  await page.getByRole('textbox', { name: 'Komi' }).fill('43')
  await page.getByRole('button', { name: 'One less' }).click()
  await press(page, 'Bid 42 in secret')
  await shows(() => recent(page), 'Bob bid 42. Ann bid 30.5. Bob plays Black. Komi is 42.')
  await shows(() => players(page), ['w Ann', 'b Bob *'])
  await type(page, 'E5')
  await shows(() => moves(page), ['b E5'])
  await share(page, server.base, { ...two, komiBy: 'secret' })
  const watcher = await visit(browser, phone)
  await watcher.goto(page.url())
  await watcher.getByText('Both bids are shown together.').waitFor()
  await press(page, 'Bid 7.5 in secret')
  await page.getByRole('button', { name: 'I am Bob' }).click()
  await press(page, 'Bid 7.5 in secret')
  await shows(() => recent(page), /bid 7\.5\. The bids are equal, so the colours are chosen at random\. (Ann|Bob) plays Black\. Komi is 7\.5\.$/)
  assert.deepEqual([...page.faults, ...watcher.faults], [])
})

story('one names a komi and the other takes a colour, or both bid', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, komiBy: 'divide' })
  await page.getByRole('textbox', { name: 'Komi' }).fill('−3')
  await press(page, 'Offer −3')
  await shows(() => page.locator('.desk').textContent(), /Ann offers komi −3/)
  await press(page, 'Play Black')
  await shows(() => players(page), ['w Ann', 'b Bob *'])
  await shows(() => page.locator('.player').first().textContent(), /komi −3/)
  await share(page, server.base, { ...two, komiBy: 'open' })
  await press(page, 'Bid 7.5')
  await page.getByRole('button', { name: 'One less' }).click()
  await page.getByRole('button', { name: 'Bid 7.5' }).click()
  await page.getByText('Bid more than the highest bid, or accept it.').waitFor()
  await page.getByRole('button', { name: 'One more' }).click()
  await press(page, 'Bid 8.5')
  await press(page, 'Accept: Bob plays Black for 8.5')
  await shows(() => players(page), ['w Ann', 'b Bob *'])
  assert.deepEqual(page.faults, [])
})

story('Flower: free stones, passes that are paid, and two more of them end it', async () => {
  const page = await visit(browser, phone)
  await fill(page, server.base, { opponent: 'people', board: 'rosette-5', rules: 'flower', komiBy: 'number', komi: '2', handicap: '2', weaker: 'white' })
  await shows(() => status(page), 'White places 2 handicap stones')
  const at = await place(page, 'E9')
  await page.touchscreen.tap(at.x, at.y)
  await page.getByRole('button', { name: 'Place E9' }).tap()
  await type(page, 'E10', 'F9')
  await shows(() => status(page), 'White to play')
  await stop(page)
  await shows(() => status(page), 'Dead stones: White to pass or play')
  await press(page, 'Pass')
  await shows(() => status(page), 'Dead stones: Black to pass or play. A pass ends the game.')
  await type(page, 'A5') // a stone resumes play
  await shows(() => status(page), 'White to play')
  await stop(page)
  await press(page, 'Black accepts')
  await press(page, 'White accepts')
  await press(page, 'Pass')
  await press(page, 'Pass')
  const table = await count(page)
  // White's first pass of the game was free; Black passed last, so White once more.
  const passes = (await moves(page)).filter((move) => move.endsWith('pass')).map((move) => move[0])
  const [black, white] = ['b', 'w'].map((c) => passes.filter((by) => by === c).length)
  const last = passes.at(-1) === 'b' ? 1 : 0
  assert.deepEqual(table['Pass stones'], { b: white - 1 + last, w: black })
  assert.deepEqual(table.Komi, { b: 0, w: 2 })
  await shows(() => status(page), /wins by|draw/)
  assert.deepEqual(page.faults, [])
})

story('a chain is played out on a trial board, with a pass for a ko, and the result is told', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'japanese-1989' })
  await lay(page, 'B1', 'C1', 'A2', 'D2', 'B3', 'C3', 'E5', 'B2')
  await stop(page)
  const click = async (name) => {
    const at = await place(page, name)
    await page.mouse.click(at.x, at.y)
  }
  await advance(page, () => click('B2'))
  await page.getByText(/White B2, 1 stone: marked/).waitFor()
  await page.getByRole('button', { name: 'Play it out' }).focus()
  await advance(page, () => page.keyboard.press('Enter'))
  await page.locator('.goban.confirmation').waitFor()
  await page.waitForFunction(() => document.activeElement.classList.contains('goban')) // its button is gone
  await shows(() => status(page), 'Black to play on the trial board')
  await type(page, 'C2')
  await click('B2')
  await shows(() => page.locator('.notice').textContent(), /Pass for this ko before you recapture/)
  await press(page, 'Pass for the ko at B2')
  await press(page, 'Pass')
  await type(page, 'B2')
  await press(page, 'Pass')
  await press(page, 'Pass')
  await shows(() => recent(page), 'Played out: the chain at B2 is alive.')
  await shows(async () => (await moves(page)).length, 10)
  await press(page, 'White resumes play')
  await shows(() => status(page), 'Bob (White) to play')
  assert.deepEqual(page.faults, [])
})

story('both lose only when both want it', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'japanese-1989' })
  await lay(page, ...settled)
  await stop(page)
  for (const ask of [() => more(page, 'Both lose'), () => page.getByRole('button', { name: 'Both lose: White too' }).click()]) {
    await ask()
    await page.getByRole('dialog').getByRole('button', { name: 'Both lose' }).click()
    await page.getByText('Ann proposes that both players lose').or(page.locator('.status.over')).first().waitFor()
  }
  await page.locator('.status.over').waitFor()
  await shows(() => status(page), 'Both players lose')
})

const noAgreement = 'The players did not agree on the dead stones, so every stone on the board counts as alive.'

story('who does not agree goes the way of the ruleset', async () => {
  const page = await visit(browser, desktop)
  const begin = async (rules) => {
    await share(page, server.base, { ...two, rules })
    await lay(page, ...settled)
    await stop(page)
  }
  await begin('kgs-chinese')
  await press(page, 'Take back the last pass')
  await shows(async () => (await moves(page)).length, settled.length + 1)
  await shows(() => status(page), 'Ann passed. Bob (White) to play')
  await begin('aga')
  await press(page, 'Resume play')
  await shows(() => status(page), 'Ann (Black) to play')
  await type(page, 'pass')
  await shows(() => status(page), 'Ann passed. Bob (White) to play. A pass ends the game.')
  await type(page, 'pass')
  await shows(() => status(page), /^White wins by/)
  await page.locator('.result').getByText(noAgreement).waitFor()
  await shows(() => page.locator('.announced').textContent(), new RegExp(noAgreement))
  await begin('new-zealand')
  await press(page, 'Disagree')
  await page.locator('.mover').first().getByRole('button', { name: 'Black plays next' }).click()
  await page.getByText('Black says: Black plays next').waitFor()
  await press(page, 'Black plays next')
  await shows(() => status(page), 'Ann (Black) to play')
  await begin('new-zealand')
  await press(page, 'Disagree')
  await page.locator('.mover').first().getByRole('button', { name: 'Black plays next' }).click()
  await press(page, 'White plays next')
  await shows(() => status(page), /^White wins by/)
  await page.locator('.result').getByText(noAgreement).waitFor()
  assert.deepEqual(page.faults, [])
})

story('chains are marked by keyboard, and a screen reader hears of it', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'chinese' })
  await lay(page, ...settled)
  await stop(page)
  await shows(() => page.locator('.announced').textContent(), /Probably dead: the group at A1/)
  await page.locator('.goban').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft')
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
  await shows(() => page.locator('.described').textContent(), /^A1, white, marked dead/)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('.piece.faded') === null)
  await shows(() => page.locator('.announced').textContent(), 'Marked alive: A1.')
})

story('the computer agrees to what is proposed, and undo goes back into the game', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'rosette-5' })
  await passOn(page)
  await page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()
  await advance(page, () => more(page, 'Undo'))
  assert.ok(await turn(page))
  await passOn(page)
  await settle(page)
  await shows(() => status(page), /^You lose by/)
  assert.deepEqual(page.faults, [])
})

story('the computer takes part in an auction and places its handicap', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'rosette-5', color: 'white', komiBy: 'open' })
  await page.getByRole('button', { name: /^Accept: / }).click()
  await page.locator('.recent', { hasText: 'Daisy plays Black' }).waitFor()
  assert.ok(await turn(page))
  await open(page, server.base, { board: 'rosette-5', komiBy: 'open' })
  await page.getByRole('textbox', { name: 'Komi' }).fill('40')
  await press(page, 'Bid 40')
  await page.locator('.recent', { hasText: 'You play Black. Komi is 40.' }).waitFor()
  await open(page, server.base, { board: 'rosette-5', color: 'white', rules: 'mindsports-chinese', handicap: '4' })
  assert.ok(await turn(page))
  await shows(() => page.locator('.piece').count(), 4)
  assert.deepEqual(page.faults, [])
})

story('the page names its rules and leads to them beside the game', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'new-zealand', handicap: '2' })
  await more(page, 'Help')
  await shows(() => page.locator('.ruled').textContent(), 'Rules: New Zealand')
  const [rules] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'New Zealand' }).click()])
  await rules.locator('#ruleset-new-zealand').waitFor()
  assert.equal(new URL(rules.url()).pathname, '/rules')
})

story('the ranks of the players give the handicap, and stand beside their names', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'japanese', rankDifference: '5k 2k' })
  await more(page, 'Help')
  await shows(() => page.locator('.how').textContent(), /Handicap: Black starts with 3 stones more\.Rules: Japanese/)
  await page.keyboard.press('Escape')
  await shows(() => page.locator('.who').allTextContents(), ['Bobguest2kWhite', 'Annguest5kBlack'])
  await shows(() => status(page), 'Bob (White) to play')
  await share(page, server.base, { ...two, rules: 'flower', rankDifference: '2.5' })
  await shows(() => status(page), 'Ann places 2 handicap stones')
  await page.context().clearCookies({ name: 'choices' })
  await page.goto(`${server.base}/new`)
  await adjust(page)
  await page.locator('[name=rank]').fill('old')
  await start(page)
  await shows(() => page.locator('.wrong').textContent(), '“old” is not a difference in rank. Use a number such as 3.4, or both ranks such as 5k 2d.')
})

story('each player sees how many stones are left where the rules limit them', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'new-zealand', supply: '181/180' })
  const taken = () => page.locator('.taken').allTextContents()
  await shows(taken, ['180 stones left · 0 prisoners · komi 7', '181 stones left · 0 prisoners'])
  await lay(page, 'A1', 'B1', 'E5', 'A2') // White takes A1, which goes back to Black
  await shows(taken, ['178 stones left · 1 prisoner · komi 7', '180 stones left · 0 prisoners'])
})

story('who goes back finds what was chosen, and sees it', async () => {
  const page = await visit(browser, desktop)
  await fill(page, server.base, { ...two, opponent: 'people', komiBy: 'secret' })
  await page.goBack()
  await page.locator('.ways', { hasText: 'Secret auction' }).waitFor()
  await shows(() => page.locator('[name=komiBy]:checked').inputValue(), 'secret')
  await shows(() => page.locator('[data-part=komi]').textContent(), 'Secret auction')
  await page.getByText('Done', { exact: true }).click()
  await shows(() => page.getByLabel('Black player').inputValue(), 'Ann')
  assert.ok(await page.getByLabel('Black player').isVisible())
})

// No form seats two browsers yet, so the line is made to speak of a second
// person.
story('an undo that the other side asks for is granted or refused', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, two)
  await type(page, 'E5')
  const sent = []
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const upstream = line.connectToServer()
    line.onMessage((text) => {
      const { kind, command } = JSON.parse(text)
      if (kind === 'do') sent.push(command)
      upstream.send(text)
    })
    upstream.onMessage((text) => {
      const message = JSON.parse(text)
      if (message.kind === 'joined') message.seat = 'w'
      if (message.kind === 'frame') Object.assign(message.state, { asked: 'b', request: { kind: 'undo', by: 'b' } })
      line.send(JSON.stringify(message))
    })
  })
  await page.reload()
  await page.getByText('Black asks to undo a move.').waitFor()
  await shows(() => page.getByRole('button', { name: 'Undo' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Nobody has asked for an undo.').waitFor()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await until(() => sent.length > 1)
  assert.deepEqual(sent, ['refuse', 'grant'])
})
