// node onnxruntime.mjs FOLDER MODEL POINTS THREADS measures onnxruntime. For each
// line of standard input, the size of a batch and the number of runs, it prints the
// seconds they took.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const [folder, model, points, threads] = process.argv.slice(2)
const runtime = createRequire(`${folder}/`)('onnxruntime-node')
const session = await runtime.InferenceSession.create(model, {
  executionProviders: ['cpu'], graphOptimizationLevel: 'all', intraOpNumThreads: Number(threads), interOpNumThreads: 1,
})

const inputs = (batch) => ({
  features: new runtime.Tensor('float32', Float32Array.from({ length: batch * points * 24 }, (_, i) => (i * 7919) % 5 === 0 ? 1 : 0), [batch, Number(points), 24]),
  globals: new runtime.Tensor('float32', new Float32Array(batch * 16), [batch, 16]),
})

for await (const line of createInterface({ input: process.stdin })) {
  const [batch, runs] = line.split(' ').map(Number)
  const input = inputs(batch)
  await session.run(input)
  const begin = process.hrtime.bigint()
  for (let i = 0; i < runs; i++) await session.run(input)
  console.log(Number(process.hrtime.bigint() - begin) / 1e9)
}
