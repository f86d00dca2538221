// Two people who have no accounts play by a link, each on a phone.
import assert from 'node:assert/strict'
import { adjust, advance, browse, choose, desktop, enter, more, moves, phone, serve, shows, start, status, story, talk, turn, visit } from './support.mjs'
import { clean } from './axe.mjs'

const server = await serve()
const browser = await browse()

// play types moves by turns, the maker first.
async function play([first, second], ...points) {
  for (const [i, point] of points.entries()) {
    const mover = [first, second][i % 2]
    await turn(mover)
    await advance(mover, () => enter(mover, point))
  }
}

story('a whole game by link, and a spectator who comes late', async () => {
  const maker = await visit(browser, phone)
  const friend = await visit(browser, phone)
  await maker.goto(server.base)
  await maker.locator('.ready .change').click()
  await choose(maker, { opponent: 'friend', board: 'rosette-3', color: 'black' })
  await maker.locator('input[name=name]').fill('Marie')
  await start(maker)
  await maker.getByText('Waiting for your friend…').waitFor()
  const address = await maker.getByLabel('Link to the invitation').inputValue()
  assert.equal(address, maker.url())
  assert.match(await maker.locator('.qr').getAttribute('aria-label'), new RegExp(address))

  await friend.goto(address)
  await shows(() => friend.locator('h1').textContent(), 'Marie guest invites you to a game')
  const loads = []
  maker.on('load', () => loads.push(maker.url()))
  await friend.getByRole('button', { name: 'Accept and play' }).click()
  for (const page of [maker, friend]) await page.locator('.table').waitFor()
  assert.deepEqual(loads, [], 'the page of the maker was loaded anew')
  await shows(() => friend.locator('.player.far b').textContent(), 'Marie')
  await shows(() => maker.locator('.player.far b').textContent(), /^[A-Z][a-z]+( \d+)?$/)

  const { names } = await maker.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)
  await play([maker, friend], names[0], names[5], names[10], names[15], 'pass', 'pass')
  for (const page of [maker, friend]) {
    await page.locator('.consent').waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
  }
  for (const page of [maker, friend]) await page.locator('.status.over').waitFor()
  await shows(() => status(maker), 'You lose by 10.5 points')
  await shows(() => status(friend), 'You win by 10.5 points')

  const late = await visit(browser, desktop)
  await late.goto(address)
  await late.locator('.status.over').waitFor()
  await shows(() => moves(late).then((list) => list.length), 6)

  await maker.getByRole('button', { name: 'Rematch' }).click()
  await shows(() => maker.locator('.rematch').textContent(), 'Rematch offered. Waiting for the answer…')
  await shows(() => friend.locator('.rematch').textContent(), 'Marie offers a rematch.')
  const ways = []
  friend.on('request', (request) => request.isNavigationRequest() && ways.push(request.url()))
  await friend.getByRole('button', { name: 'Accept the rematch' }).click()
  for (const page of [maker, friend]) await page.waitForURL((url) => url.href !== address)
  assert.deepEqual(ways, [friend.url()]) // once, though the answer and the socket both say so
  assert.equal(maker.url(), friend.url())
  await turn(friend) // who had White has Black
  for (const page of [maker, friend, late]) assert.deepEqual(page.faults, [])
})

story('a quick game: who waits in the lobby is found by who looks there', async () => {
  const first = await visit(browser, phone)
  const second = await visit(browser, { ...desktop, bypassCSP: true })
  await second.goto(`${server.base}/lobby`)
  await shows(() => second.locator('.seeks li').count(), 1) // Iris is always there
  await first.goto(`${server.base}/lobby`)
  await first.locator('.quick').getByRole('button', { name: /Live/ }).first().click()
  await shows(() => first.locator('h1').textContent(), 'Looking for an opponent…')
  await second.locator('.seeks li[id]').waitFor()
  await clean(second, 'a lobby with a seek')
  await second.locator('.seeks li[id]').getByRole('button', { name: /Play/ }).click()
  for (const page of [first, second]) await page.locator('.table').waitFor()
  for (const page of [first, second]) assert.deepEqual(page.faults, [])
})

story('an invitation that is cancelled says so where it was opened', async () => {
  const maker = await visit(browser, { ...phone, bypassCSP: true })
  const friend = await visit(browser, { ...phone, bypassCSP: true })
  await maker.goto(server.base)
  await maker.locator('.ways [name=friend]').click()
  await maker.getByText('Waiting for your friend…').waitFor()
  await friend.goto(maker.url())
  await friend.getByRole('button', { name: 'Accept and play' }).waitFor()
  await clean(maker, 'an invitation')
  await maker.getByRole('button', { name: 'Cancel' }).click()
  for (const page of [maker, friend]) await shows(() => page.locator('h1').textContent(), 'This offer was cancelled')
  for (const page of [maker, friend]) assert.deepEqual(page.faults, [])
})

story('a guest goes on with his game on another device', async () => {
  const here = await visit(browser, { ...phone, bypassCSP: true })
  const there = await visit(browser, phone)
  await here.goto(server.base)
  await here.getByRole('button', { name: 'Play', exact: true }).click()
  await turn(here)
  await here.getByRole('button', { name: 'More', exact: true }).click()
  await here.getByRole('button', { name: 'Continue on another device' }).click()
  const link = await here.getByLabel('Personal link').inputValue()
  await shows(() => here.locator('.code').evaluate((image) => image.complete && image.naturalWidth > 0), true)
  await clean(here, 'a personal link')
  await there.goto(link)
  await there.getByRole('button', { name: 'Continue here' }).click()
  await there.waitForURL(/\/games\//)
  await turn(there)
  await there.goto(link)
  await shows(() => there.locator('main').textContent(), /has been used or has expired/)
  for (const page of [here, there]) assert.deepEqual(page.faults, [])
})

story('a line of the chat that is refused goes back to where it was written', async () => {
  const [ana, ben] = [await visit(browser, desktop), await visit(browser, desktop)]
  const made = await ana.request.post(`${server.base}/api/lobby/offers`, { data: { game: { board: 'rosette-3', color: 'black' } } })
  const id = made.headers().location.split('/').at(-1)
  assert.equal((await ben.request.post(`${server.base}/api/lobby/offers/${id}/accept`, { data: {} })).status(), 200)
  await ana.goto(`${server.base}/games/${id}`)
  await ana.locator('.table').waitFor()
  const field = ana.locator('input[name=say]')
  await talk(ana)
  const note = ana.locator('form.say [role=status]')
  for (let i = 1; (await note.textContent()) === '' && i < 30; i++) {
    await field.fill(`line ${i}`)
    await field.press('Enter')
    await shows(async () => (await ana.locator('.talk li').count()) + (await note.textContent()).length >= i, true)
  }
  await shows(() => note.textContent(), 'That was too fast. Wait a moment.')
  await shows(() => field.inputValue(), /^line \d+$/)
  const said = await ana.locator('.talk li').allTextContents()
  assert.ok(!said.join().includes(await field.inputValue()))
  assert.deepEqual(ana.faults, [])
})

story('a private game is watched by a personal link, and its players agree on hints', async () => {
  const maker = await visit(browser, phone)
  const friend = await visit(browser, { ...desktop, bypassCSP: true })
  await maker.goto(`${server.base}/new?opponent=friend`)
  await choose(maker, { board: 'rosette-3', color: 'black' })
  await adjust(maker)
  await maker.getByLabel('Who may watch').selectOption('private')
  await start(maker)
  await maker.getByText('Waiting for your friend…').waitFor()
  const address = maker.url()
  await friend.goto(address)
  await friend.getByText('Only the players and people they invite').waitFor()
  await friend.getByRole('button', { name: 'Accept and play' }).click()
  for (const page of [maker, friend]) await page.locator('.table').waitFor()

  const watcher = await visit(browser, { ...desktop, bypassCSP: true })
  await watcher.goto(address)
  await watcher.getByText('This game is private.').waitFor()
  await more(friend, 'Share')
  await friend.getByRole('button', { name: 'Make a link for one watcher' }).click()
  const link = await friend.getByLabel('Link for one watcher').inputValue()
  await clean(friend, 'a link for one watcher')
  await friend.keyboard.press('Escape')
  await watcher.goto(link)
  await clean(watcher, 'an invitation to watch')
  await watcher.getByRole('button', { name: 'Watch the game' }).click()
  await watcher.getByText('You are watching').waitFor()

  assert.equal(await maker.getByRole('button', { name: 'Hint' }).count(), 0)
  await more(friend, 'Allow estimates and hints')
  await maker.getByRole('button', { name: 'Accept', exact: true }).click()
  for (const page of [maker, friend, watcher]) await page.getByText('Estimates and hints allowed for both').waitFor()
  await turn(maker)
  await maker.getByRole('button', { name: 'Hint' }).click()
  await maker.locator('.board use.mark.hint').waitFor({ state: 'attached' })
  for (const page of [maker, friend, watcher]) assert.deepEqual(page.faults, [])
})

story('the maker of a link names the friend, who keeps the name or types another one', async () => {
  for (const [options, typed, name] of [[phone, undefined, 'Bruno'], [desktop, 'Zoe', 'Zoe']]) {
    const maker = await visit(browser, { ...options, bypassCSP: true })
    const opened = await maker.request.post(`${server.base}/games`, { form: { board: 'rosette-3', opponent: 'friend', color: 'black' }, headers: { origin: server.base } })
    await maker.goto(opened.url())
    await maker.getByLabel('Your friend’s name').fill('Bruno')
    await maker.getByRole('button', { name: 'Save' }).click()
    await shows(() => maker.getByLabel('Your friend’s name').inputValue(), 'Bruno')
    await clean(maker, 'invitation with a name')
    const friend = await visit(browser, options)
    await friend.goto(maker.url())
    await shows(() => friend.getByLabel('Your name').inputValue(), 'Bruno')
    if (typed !== undefined) await friend.getByLabel('Your name').fill(typed)
    await friend.getByRole('button', { name: 'Accept and play' }).click()
    for (const page of [maker, friend]) await page.locator('.table').waitFor()
    await shows(() => maker.locator('.player.far b').textContent(), name)
  }
})
