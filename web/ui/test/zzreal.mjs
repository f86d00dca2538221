import { mkdirSync } from 'node:fs'
const { serve, browse, visit, open, turn, finish, phone, desktop, ground } = await import('./house.mjs')
import { test } from 'node:test'
test('shots', async () => {
  mkdirSync('/tmp/shots', { recursive: true })
  const house = await serve(); const b = await browse()
  for (const [n, opt] of Object.entries({ phone: { ...phone }, desk: { ...desktop, colorScheme: 'dark' }, forced: { ...desktop, forcedColors: 'active' } })) {
    const p = await visit(b, opt)
    await open(p, house.base, { board: n === 'forced' ? 'square-9' : 'rosette-5' })
    const g = await ground(p)
    const ring = n === 'forced' ? ['E5', 'D5', 'F5', 'C5'] : g.rosettes[30].map((i) => g.names[i]).concat(g.rosettes[35].map((i) => g.names[i]))
    for (const name of ring) { if (!(await turn(p))) break; await p.getByRole('textbox').fill(name); await p.keyboard.press('Enter'); await p.waitForTimeout(150) }
    await turn(p)
    await p.screenshot({ path: `/tmp/shots/r-mid-${n}.png` })
    for (let k = 0; k < 25 && (await turn(p)); k++) {
      const free = await p.evaluate(() => { const m = [...document.querySelectorAll('.moves li')].map((l) => l.lastChild.textContent); const g = JSON.parse(document.getElementById('match').textContent).board; const f = g.names.filter((x) => !m.includes(x)); return f[Math.floor(Math.random() * f.length)] })
      await p.getByRole('textbox').fill(free); await p.keyboard.press('Enter'); await p.waitForTimeout(120)
    }
    await finish(p); await p.evaluate(() => scrollTo(0, 0))
    await p.waitForTimeout(300)
    await p.screenshot({ path: `/tmp/shots/r-score-${n}.png`, fullPage: n === 'phone' })
  }
})
