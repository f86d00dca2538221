// Prints how long the editor for browsers takes in Node to open a record of 10,000 nodes and for a step, the
// median of 500, in milliseconds of processor time.
//
//	node server/page/ui/editorspeed.mjs
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()
createRequire(import.meta.url)(join(root, 'lib', 'wasm', 'wasm_exec.js'))
const go = new Go()
const program = brotliDecompressSync(readFileSync(new URL('dist/editor.wasm.br', import.meta.url)))
const { instance } = await WebAssembly.instantiate(program, go.importObject)
go.run(instance)

// record returns 40 variations of 250 moves at random different points, with comments.
function record() {
  let random = 43
  const below = (n) => (random = (random * 48271) % 2147483647) % n
  const letters = [...'abcdefghijklmnopqrs']
  const points = letters.flatMap((x) => letters.map((y) => x + y))
  const move = (point, i) => `;${i % 2 ? 'W' : 'B'}[${point}]${i % 10 ? '' : 'C[a comment]'}`
  const variation = () => {
    for (let i = points.length - 1; i > 0; i--) {
      const j = below(i + 1)
      ;[points[i], points[j]] = [points[j], points[i]]
    }
    return `(${points.slice(0, 250).map(move).join('')})`
  }
  return `(;GM[1]SZ[19]${Array.from({ length: 40 }, variation).join('')})`
}

const milliseconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }

// call sends a request and returns the response with its processor time.
function call(request) {
  const start = milliseconds()
  const response = JSON.parse(rosetteEditor(JSON.stringify({ ...request, view: { columns: 30, rows: 12 } })))
  return { time: milliseconds() - start, state: response.state }
}

const opened = call({ command: 'open', text: record() })
const steps = []
for (let i = 0; i < 500; i++) {
  if (i % 100 === 0) call({ command: 'branch', by: 1 })
  steps.push(call({ command: 'step', by: i % 100 < 80 ? 1 : -3 }).time)
}
steps.sort((a, b) => a - b)
console.log(`nodes ${opened.state.nodes}, open ${opened.time.toFixed(0)} ms, step ${steps[250].toFixed(2)} ms`)
process.exit(0)
