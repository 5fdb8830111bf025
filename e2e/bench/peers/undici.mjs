// The floor: pages in sequence. Prints ms; without arguments its version.
import { createRequire } from 'node:module'
import { Agent, request } from 'undici'

const [address, path] = process.argv.slice(2)

if (!address) console.log(createRequire(import.meta.url)('undici/package.json').version)
else {
  const dispatcher = new Agent()
  const began = performance.now()
  let cursor = null
  let items = 0
  do {
    const query = new URLSearchParams({ page_size: '200', ...(cursor && { cursor }) })
    const { body } = await request(`${address}${path}?${query}`, { dispatcher, headers: { authorization: 'Bearer x' } })
    const page = JSON.parse(await body.text())
    items += page.items.length
    cursor = page.cursor
  } while (cursor !== null)
  console.log(JSON.stringify({ ms: performance.now() - began, items }))
  await dispatcher.close()
}
