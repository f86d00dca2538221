// The server dies without warning, and the game goes on.
import assert from 'node:assert/strict'
import { browse, desktop, enter, moves, open, serve, shows, status, story, turn, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

story('kill -9 between two moves loses nothing, and a move made meanwhile arrives once', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  await turn(page)
  const play = async (name) => {
    await enter(page, name)
  }
  await play('E9')
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 2)
  await turn(page)
  const before = await moves(page)

  assert.equal(await server.end('SIGKILL'), 'SIGKILL')
  await page.getByText('Reconnecting').waitFor()
  const names = ['A5', 'A6'].filter((name) => !before.some((move) => move.endsWith(` ${name}`)))
  await play(names[0])
  await shows(() => status(page), /Reconnecting/)
  await server.start()
  await page.waitForFunction((n) => document.querySelectorAll('.moves li').length >= n + 2, before.length)
  await turn(page)
  const now = await moves(page)
  assert.deepEqual(now.slice(0, before.length + 1), [...before, `b ${names[0]}`])
  assert.equal(now.filter((move) => move === `b ${names[0]}`).length, 1)
  assert.deepEqual(page.faults, [])
})

story('Ctrl-C stops the server cleanly', async () => {
  assert.equal(await server.end('SIGINT'), 0)
})
