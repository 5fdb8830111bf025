// As undici.mjs, with got.paginate, if installed. Without arguments it prints its version.
import { createRequire } from 'node:module'
import got from 'got'

const [address, path] = process.argv.slice(2)

if (!address) console.log(createRequire(import.meta.url)('got/package.json').version)
else {
  const began = performance.now()
  const every = got.paginate(`${address}${path}`, {
    searchParams: { page_size: 200 },
    headers: { authorization: 'Bearer x' },
    responseType: 'json',
    pagination: {
      transform: ({ body }) => body.items,
      // From got 12 on the object holds the response.
      paginate: (one) => {
        const { cursor } = (one.response ?? one).body
        return cursor !== null && { searchParams: { page_size: 200, cursor } }
      },
      stackAllItems: false
    }
  })
  let items = 0
  for await (const _ of every) items++
  console.log(JSON.stringify({ ms: performance.now() - began, items }))
}
