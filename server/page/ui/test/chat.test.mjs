// People in a room, and who keeps it quiet: lines appear at once, a line is reported, a
// moderator mutes who has said it, and a block hides what is said.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { browse, desktop, phone, program, serve, shows, story, until, visit } from './support.mjs'
import { clean } from './axe.mjs'

const server = await serve()
const browser = await browse()

// member visits as somebody with a new account.
async function member(name, size) {
  const page = await visit(browser, { ...size, bypassCSP: true })
  await page.goto(`${server.base}/rules`)
  const made = (name) => fetch('/api/account', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name, password: 'correct horse' }) })
  assert.equal(await page.evaluate(`(${made})(${JSON.stringify(name)}).then((answer) => answer.status)`), 201)
  return page
}

const said = (page) => page.locator('#lines .words').allTextContents()

async function say(page, text) {
  await page.getByLabel('Say something').fill(text)
  await page.keyboard.press('Enter')
}

story('two people in a room, a report, a mute that is seen, and a block that hides', async () => {
  const [ann, bad, mod] = await Promise.all([member('Ann', phone), member('Bad', desktop), member('Mona', desktop)])
  execFileSync(program, ['admin', '--data', server.data, 'role', 'Mona', 'moderator'])
  for (const page of [ann, bad]) await page.goto(`${server.base}/rooms/lounge`)
  await shows(() => ann.locator('#present').innerText(), /Ann\s+Bad/)
  await say(ann, 'Hello <b>everybody</b>')
  await shows(() => said(bad), ['Hello <b>everybody</b>'])
  await say(bad, 'Buy stones')
  await shows(() => said(ann), ['Hello <b>everybody</b>', 'Buy stones'])
  await clean(ann, 'a room')
  const low = await ann.locator('main a').evaluateAll((all) => all.filter((a) => !a.closest('p') && a.offsetHeight > 0 && a.offsetHeight < 24).map((a) => a.outerHTML))
  assert.deepEqual(low, [], 'links too low for a finger')

  await ann.locator('#line-2').getByRole('link', { name: 'Report' }).click()
  await shows(() => ann.locator('.passage mark').innerText(), 'Buy stones')
  await ann.getByLabel('Spam').check()
  await clean(ann, 'a report')
  await ann.getByRole('button', { name: 'Send the report' }).click()
  await ann.getByText('Thank you.').waitFor()

  await mod.goto(`${server.base}/admin`)
  await clean(mod, 'the reports')
  await mod.getByRole('link', { name: /Spam/ }).click()
  await clean(mod, 'one report')
  await mod.getByRole('link', { name: 'This line' }).click()
  await clean(mod, 'a line')
  const mute = mod.locator('form', { has: mod.getByLabel('For how long') })
  await mute.getByLabel('Reason').fill('Advertising')
  await mute.getByRole('button').click()
  await bad.getByText(/A moderator has muted you until .* Reason: Advertising/).waitFor()
  const until = bad.locator('#say time') // by the clock of the reader
  await shows(() => until.textContent(), await until.evaluate((time) => new Date(time.dateTime).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })))
  await mod.getByLabel('Reason').first().fill('Advertising')
  await mod.getByRole('button', { name: 'Hide the line' }).click()
  await shows(() => said(bad), ['Hello <b>everybody</b>', 'Hidden by a moderator'])
  await mod.goto(`${server.base}/admin`)
  await mod.getByRole('link', { name: /Spam/ }).click()
  await mod.getByLabel('Reason').fill('Muted for advertising')
  await mod.getByRole('button', { name: 'Uphold' }).click()
  await ann.goto(`${server.base}/messages`)
  await shows(() => ann.getByText(/^Your report about Bad: a moderator has acted on it/).count(), 1)
  await clean(ann, 'messages')
  await mod.goto(`${server.base}/admin/people`)
  await clean(mod, 'people')
  await mod.getByRole('button', { name: 'Unmute' }).click()
  await bad.getByLabel('Say something').waitFor()
  await mod.goto(`${server.base}/admin/log`)
  await shows(() => mod.locator('.log li').count(), 5)

  await ann.goto(`${server.base}/rooms/lounge`)
  await say(bad, 'You hear me')
  await shows(() => said(ann), ['Hello <b>everybody</b>', 'Hidden by a moderator', 'You hear me'])
  const other = await ann.context().newPage()
  await other.goto(`${server.base}/@/Bad`)
  await other.locator('.dots > summary').click()
  await other.getByRole('button', { name: 'Block' }).click()
  await other.locator('.deeds .primary').waitFor({ state: 'detached' }) // nobody challenges a blocked person
  await other.locator('.dots > summary').click()
  await other.getByRole('button', { name: 'Unblock' }).waitFor()
  await say(bad, 'And no longer')
  await shows(() => said(bad).then((lines) => lines.length), 4)
  await say(ann, 'Quiet here')
  await shows(() => said(ann), ['Hello <b>everybody</b>', 'Hidden by a moderator', 'You hear me', 'Quiet here']) // the page was open all the time
  await ann.reload()
  await shows(() => said(ann), ['Hello <b>everybody</b>', 'Quiet here'])
  for (const path of ['/rooms', '/messages']) {
    await ann.goto(server.base + path)
    await clean(ann, path)
  }
})

story('a room says who is here once that is known, also to a guest who is alone', async () => {
  const page = await visit(browser, desktop)
  let held = [] // what the server says of who is here
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    line.connectToServer().onMessage((message) => {
      if (held !== null && message.includes('"kind":"there"')) held.push(() => line.send(message))
      else line.send(message)
    })
  })
  await page.goto(`${server.base}/rooms/help`)
  await until(() => held.length > 0)
  assert.equal(await page.locator('.there').innerText(), 'Here now')
  const known = held
  held = null
  for (const say of known) say()
  await shows(() => page.locator('#present').innerText(), '1 guest')
  assert.deepEqual(page.faults, [])
})
