// Reports the stories of a file as JSON, one line each: when it begins, and when
// it has passed or failed.
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') yield line({ begins: data.name })
    if (type === 'test:pass' || type === 'test:fail') yield line({ ends: data.name, seconds: data.details.duration_ms / 1000, failed: failure(data.details.error) })
    if (type === 'test:stdout' || type === 'test:stderr') yield line({ said: data.message })
  }
}

const line = (about) => `${JSON.stringify(about)}\n`

// failure tells what went wrong and where.
function failure(error) {
  if (error === undefined) return ''
  const { cause } = error
  return cause?.stack ?? String(cause ?? error.message)
}
