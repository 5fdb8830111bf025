// As undici.mjs, with Node's fetch. Without arguments it prints its version.
const [address, path] = process.argv.slice(2)

if (!address) console.log(process.versions.node)
else {
  const began = performance.now()
  let cursor = null
  let items = 0
  do {
    const query = new URLSearchParams({ page_size: '200', ...(cursor && { cursor }) })
    const page = await (await fetch(`${address}${path}?${query}`, { headers: { authorization: 'Bearer x' } })).json()
    items += page.items.length
    cursor = page.cursor
  } while (cursor !== null)
  console.log(JSON.stringify({ ms: performance.now() - began, items }))
}
