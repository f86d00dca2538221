// Prints the longest task of pages at a processor slowed down four times, the median of five visits:
// processor time in milliseconds, which other programs on the machine hardly change, and wall time.
//
//	go run ./cmd/rosette serve --data memory --listen 127.0.0.1:8080
//	node server/page/ui/longtasks.mjs http://127.0.0.1:8080 /rules /komi
import { chromium } from 'playwright-core'

const [base, ...paths] = process.argv.slice(2)
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1]
const traced = ['toplevel', 'devtools.timeline', '__metadata']

// longest opens a page in a new browser and returns its longest task and the sum of layout shifts.
async function longest(address, viewport) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport })
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({ type: 'layout-shift', buffered: true })
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const events = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: traced }, transferMode: 'ReportEvents' })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(3000)
  const shift = await page.evaluate(() => window.shift)
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  await browser.close()
  const thread = ({ pid, tid }) => `${pid}/${tid}`
  const main = new Set(events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map(thread))
  const tasks = events.filter((e) => e.name.includes('RunTask') && main.has(thread(e)))
  const most = (field) => Math.max(...tasks.map((e) => e[field] ?? 0)) / 1000
  return { processor: most('tdur'), wall: most('dur'), shift }
}

for (const path of paths)
  for (const [size, viewport] of Object.entries(sizes)) {
    const visits = []
    for (let i = 0; i < 5; i++) visits.push(await longest(base + path, viewport))
    const of = (field) => median(visits.map((visit) => visit[field])).toFixed(0)
    console.log(`${path} ${size}: processor ${of('processor')} ms, wall ${of('wall')} ms, layout shift ${Math.max(...visits.map((visit) => visit.shift))}`)
  }
