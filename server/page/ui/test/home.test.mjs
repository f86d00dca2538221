// The first page and the shell around every page.
import assert from 'node:assert/strict'
import { browse, choose, desktop, fill, games, moving, open, phone, serve, shifts, shows, start, status, story, turn, visit, watchShifts } from './support.mjs'
import { clean, grave, wordy } from './axe.mjs'
import { join } from './world.mjs'

const server = await serve()
const browser = await browse()
const languages = { en: 'Play', fr: 'Jouer', es: 'Jugar', ht: 'Jwe' }

// corner returns where on screen a point of the board of the first page lies.
const corner = (page, name) =>
  page.evaluate(async (name) => {
    const live = document.querySelector('.live')
    const { names, xy } = await (await fetch(live.dataset.ground)).json()
    const [x, y] = xy[names.indexOf(name)]
    const at = new DOMPoint(x, y).matrixTransform(live.querySelector('svg.board').getScreenCTM())
    return [at.x, at.y]
  }, name)

for (const [name, size] of Object.entries({ desktop, phone })) {
  for (const lang of Object.keys(languages)) story(`on a ${name} board, Play, Two players and Learn are seen at once, and nothing jumps, in ${lang}`, async () => {
    const page = await visit(browser, { ...size, ...moving })
    await watchShifts(page)
    await page.goto(`${server.base}/?lang=${lang}`)
    await page.locator('.live svg.board').waitFor()
    const tabs = name === 'phone' ? (await page.locator('.top > .main').boundingBox()).y : size.viewport.height
    for (const at of ['.live', '.ready > .button', '.ways [name=two]', '.ways a']) {
      const { y, height } = await page.locator(at).boundingBox()
      assert.ok(y >= 0 && y + height <= tabs, `${at} ends at ${y + height} of ${tabs}`)
    }
    assert.deepEqual(await shifts(page), [])
    await shows(() => page.locator('.button.primary:visible').count(), 1)
    assert.deepEqual(page.faults, [])
  })

  story(`on a ${name} the first tap starts a game with that stone`, async () => {
    const page = await visit(browser, size)
    await page.goto(server.base)
    await page.locator('.live svg.board').waitFor()
    await page[name === 'phone' ? 'touchscreen' : 'mouse'][name === 'phone' ? 'tap' : 'click'](...(await corner(page, 'B5')))
    await page.waitForURL(/\/games\//)
    await turn(page)
    const { seat, board, seats } = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent))
    assert.deepEqual([seat, board.name, seats.w.level], ['b', 'rosette-4', '1'])
    await shows(() => page.evaluate(async () => {
      const { frame } = await (await fetch(`/api${location.pathname}`)).json()
      return frame.state.ply
    }), 2)
    assert.deepEqual(page.faults, [])
  })
}

// onLive returns where on screen the middle of points of the first hexagon is.
const onLive = (page, points) =>
  page.evaluate(async (points) => {
    const { xy, rosettes } = await (await fetch(document.querySelector('.live').dataset.ground)).json()
    const middle = [0, 1].map((axis) => rosettes[0].slice(0, points).reduce((sum, p) => sum + xy[p][axis], 0) / points)
    const at = new DOMPoint(...middle).matrixTransform(document.querySelector('.live svg.board').getScreenCTM())
    return [at.x, at.y]
  }, points)

// forget makes the browser a newcomer's again, who has chosen something.
const forget = async (page) => {
  const kept = (await page.context().cookies()).filter(({ name }) => name === 'choices')
  await page.context().clearCookies()
  await page.context().addCookies(kept)
}

story('a tap begins only a game in which a person here plays first', async () => {
  const page = await visit(browser, desktop)
  await page.goto(server.base)
  await page.locator('.live svg.board').waitFor()
  for (const [choices, tappable] of [[{ color: 'white' }, false], [{ color: 'random' }, false], [{ color: 'black' }, true]]) {
    await page.goto(`${server.base}/new`)
    await choose(page, { level: '1', ...choices })
    await start(page)
    await page.locator('.goban').waitFor()
    await forget(page)
    await page.goto(server.base)
    await page.locator('.live svg.board').waitFor()
    await shows(() => page.locator('.say').isVisible(), tappable)
  }
  await page.mouse.click(...(await onLive(page, 1)))
  await page.waitForURL(/\/games\//)
  await page.locator('.goban').waitFor()
})

story('a click inside a hexagon says where stones go', async () => {
  const page = await visit(browser, desktop)
  await page.goto(server.base)
  await page.locator('.live svg.board').waitFor()
  const six = await onLive(page, 6)
  await page.mouse.click(...six)
  await shows(() => page.locator('.say').textContent(), 'Stones go on the corners, where lines meet.')
  assert.equal(new URL(page.url()).pathname, '/')
})

story('what was chosen stands there the next time', async () => {
  const page = await visit(browser, desktop)
  await page.goto(server.base)
  await page.getByText('Change', { exact: true }).click()
  await choose(page, { level: '4', board: 'square-9', color: 'white' })
  await start(page)
  await page.locator('.goban').waitFor()
  await forget(page)
  await page.goto(server.base)
  await shows(() => page.locator('.foe .name').textContent(), 'Iris')
  await shows(() => page.locator('.foe .ground').textContent(), '9×9 board')
  await page.getByText('Change', { exact: true }).click()
  for (const [field, value] of Object.entries({ level: '4', board: 'square-9', color: 'white', opponent: 'computer' })) {
    await shows(() => page.locator(`input[name=${field}]:checked`).inputValue(), value)
  }
  await page.goto(server.base)
  await page.getByRole('button', { name: /Two players/ }).first().click()
  await page.locator('.goban').waitFor()
  await shows(() => page.evaluate(() => JSON.parse(document.getElementById('match').textContent).seat), 'bw')
  await page.goto(`${server.base}/new`)
  await shows(() => page.locator('input[name=opponent]:checked').inputValue(), 'computer')
})

story('current and finished games are listed with their stones and results', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'rosette-3' })
  await turn(page)
  const id = new URL(page.url()).pathname
  const game = () => page.locator(`.games a[href="${id}"]`).allInnerTexts().then((all) => all.join())
  await games(page, server.base, game, /You[\s\S]*Daisy[\s\S]*Your move\./)
  const another = await visit(browser, desktop)
  await another.goto(server.base)
  await shows(() => another.locator('.games').count(), 0)
  await page.evaluate((id) => {
    const socket = new WebSocket(`ws://${location.host}/api/socket`)
    const send = (message) => socket.send(JSON.stringify(message))
    return new Promise((done) => {
      socket.onmessage = ({ data }) => {
        const { kind } = JSON.parse(data)
        if (kind === 'hello') send({ kind: 'join', topic: `match/${id}` })
        if (kind === 'joined') send({ kind: 'do', topic: `match/${id}`, id: 'x', command: 'resign' })
        if (kind === 'reply') done(socket.close())
      }
    })
  }, id.split('/').at(-1))
  await games(page, server.base, game, /You[\s\S]*Daisy[\s\S]*by resignation/)
  await shows(() => page.getByRole('region', { name: 'Finished games' }).locator('a').count(), 1)
})

story('without JavaScript the form opens a game and remembers what was chosen', async () => {
  const page = await visit(browser, { ...phone, javaScriptEnabled: false })
  await page.goto(server.base)
  await page.getByText('Change', { exact: true }).click()
  await choose(page, { board: 'rosette-3' })
  await start(page)
  await page.waitForURL(/\/games\//)
  await games(page, server.base, () => page.locator('.strip a[href^="/games/"]').count(), 1)
  await page.goto(`${server.base}/new`)
  await shows(() => page.locator('input[name=board]:checked').inputValue(), 'rosette-3')
})

story('every page has the bar, and the language stays with the page and the game', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  const game = new URL(page.url()).pathname
  for (const path of ['/', '/rules', '/komi', '/api', '/learn', '/nothing', game]) {
    await page.goto(server.base + path)
    await shows(() => page.locator('.top > .main a').first().isVisible(), true)
    await shows(() => page.locator('.top .brand').getAttribute('href'), '/')
    await shows(() => page.locator('meta[name=description]').getAttribute('content'), /\S/)
  }
  await page.goto(`${server.base}/learn`)
  await page.locator('.tongue').click()
  await page.locator('.dropdown').getByRole('link', { name: 'Français' }).click()
  await page.waitForURL(/\/learn\?lang=fr/)
  await shows(() => page.locator('.top > .main [aria-current]').textContent(), 'Apprendre')
})

story('players who gave no name are called by their colours, or numbers before they have one, in the language of the page', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/?lang=fr`)
  await page.locator('.ways [name=two]').click()
  await page.locator('.goban').waitFor()
  await shows(() => status(page), 'À Noir de jouer')
  await page.goto(`${page.url()}?lang=es`)
  await shows(() => status(page), 'Le toca a Negro')
  await fill(page, `${server.base}/?lang=en`, { opponent: 'people', komiBy: 'divide' })
  await page.goto(`${page.url()}?lang=ht`)
  await shows(() => page.locator('.table').textContent(), /Jwè 1[^]*Jwè 2|Jwè 2[^]*Jwè 1/)
})

story('on a phone the table has the links in a menu', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await shows(() => page.locator('.top > .main').isVisible(), false)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.locator('.dropdown').getByRole('link', { name: 'Learn' }).click()
  await page.waitForURL(/\/learn/)
})

for (const lang of Object.keys(languages)) {
  story(`the first page fits and is accessible in ${lang}`, async () => {
    for (const size of [desktop, phone]) {
      const page = await visit(browser, { ...size, bypassCSP: true })
      await page.goto(`${server.base}/?lang=${lang}`)
      await page.locator('.live svg.board').waitFor()
      const shown = await page.locator('html').getAttribute('lang') // English where texts are missing
      await page.getByRole('button', { name: languages[shown], exact: true }).waitFor()
      const { scrollWidth, clientWidth } = await page.evaluate(({ scrollWidth, clientWidth } = document.documentElement) => ({ scrollWidth, clientWidth }))
      assert.ok(scrollWidth <= clientWidth, `${lang} is ${scrollWidth} wide`)
      assert.deepEqual(await (lang === 'en' ? grave(page) : wordy(page)), [])
      assert.deepEqual(page.faults, [])
    }
  })
}

story('a record that is dropped on the first page opens, or the page says that it cannot', async () => {
  const page = await visit(browser, desktop)
  await page.goto(server.base)
  await page.locator('.live svg.board').waitFor()
  const drag = (kind) =>
    page.evaluate((kind) => {
      const files = new DataTransfer()
      files.items.add(new File(['(;GM[1]FF[4]SZ[9];B[ee];W[cc])'], 'game.sgf'))
      document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: files }))
    }, kind)
  await page.evaluate(() => {
    for (let size = 1 << 23; size >= 1; size >>= 1) {
      try {
        sessionStorage.setItem(`full${size}`, ' '.repeat(size))
      } catch {} // until there is no room for a record
    }
  })
  await drag('dragover')
  await shows(() => page.locator('.drop').isVisible(), true)
  await drag('drop')
  await shows(() => page.locator('.say').textContent(), /^The file could not be read here\./)
  await shows(() => page.locator('.drop').isVisible(), false)
  await page.evaluate(() => sessionStorage.clear())
  await drag('drop')
  await page.waitForURL(/\/record$/)
  await page.locator('svg.board').first().waitFor()
  assert.deepEqual(page.faults, [])
})

story('the sixth corner makes a rosette, after which the board is empty', async () => {
  const page = await visit(browser, desktop)
  await page.goto(server.base)
  await page.locator('.live svg.board .mark.hint').waitFor()
  await shows(() => page.locator('.say').textContent(), 'Your move. Play the sixth corner.')
  await page.mouse.click(...(await corner(page, 'D8')))
  await page.locator('.live .rosette.b').waitFor()
  await shows(() => page.locator('.say').textContent(), 'Rosette! This chain can never be captured.')
  await shows(() => page.locator('.live .piece').count(), 0)
  await shows(() => page.locator('.say').textContent(), 'Your move. Tap a corner to start.')
  assert.equal(new URL(page.url()).pathname, '/')
  assert.deepEqual(page.faults, [])
})

story('when nobody plays, two computers play for those who watch', async () => {
  const page = await visit(browser, { ...desktop, bypassCSP: true })
  await page.goto(`${server.base}/watch`)
  const game = page.locator('.games li')
  await shows(() => game.count(), 1)
  for (const player of ['Lotus', 'Rosa']) await shows(() => game.textContent(), new RegExp(player))
  await shows(async () => (await game.locator('.kyu').allTextContents()).join(' '), /^\dk \dk$/) // no weaker than 9 kyu
  await shows(() => game.locator('.about').textContent(), /Move [1-9]/)
  await clean(page, 'a game of computers')
  await game.locator('a').click()
  await page.locator('.goban').waitFor()
  await shows(async () => (await page.locator('.moves li').count()) > 1, true)
  assert.deepEqual(page.faults, [])
})
