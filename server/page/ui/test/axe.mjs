// What axe finds in a page that would keep people out. Its own script may run in a
// page only where the test has switched the page's policy off: bypassCSP.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { pick } from './support.mjs'

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

// grave lists the serious faults of a page as it is, by the rules that are named or
// by all.
export const grave = (page, ...rules) => faults(page, rules.length > 0 ? { runOnly: rules } : {})

// landmarks lists parts of a page that readers of screens cannot tell apart by their names.
export const landmarks = (page) => faults(page, { runOnly: ['landmark-unique', 'region'] }, ['minor', 'moderate', 'serious', 'critical'])

// wordy lists those that another language can have: colours, which take most of the
// time, are the same in all.
export const wordy = (page) => faults(page, { rules: { 'color-contrast': { enabled: false } } })

async function faults(page, rules, impacts = ['serious', 'critical']) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: script })
  await page.waitForFunction(() => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity)) // colours may still be on their way
  const options = { resultTypes: ['violations'], ...rules }
  const { violations } = await page.evaluate((options) => window.axe.run(options), options)
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}

// clean asks axe by day, then by night about the colours alone: nothing else of the
// page changes. With a theme it asks by that theme only.
export async function clean(page, where, theme) {
  for (const colorScheme of theme === undefined ? ['light', 'dark'] : [theme]) {
    await page.emulateMedia({ colorScheme })
    const rules = theme === undefined && colorScheme === 'dark' ? ['color-contrast'] : []
    assert.deepEqual(await grave(page, ...rules), [], `${where}, ${colorScheme}`)
  }
}

// themes gives one of two sizes the day and the other the night, chosen anew in each run,
// for stories that show the same on both. DAY=phone repeats a run.
const day = process.env.DAY ?? pick(['desktop', 'phone'])
export const themes = Object.fromEntries(['desktop', 'phone'].map((size) => [size, size === day ? 'light' : 'dark']))
