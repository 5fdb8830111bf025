import { randomUUID } from 'node:crypto'
import { isSpace } from '../../shared/scan'
import { PageItem } from '../base/page-item'
import { deepest, parseJson, tooDeep } from './json'

/**
 * Parses a page, with `items` as PageItems. An unexpected form is parsed whole, as any other answer.
 * @throws AppError bad-response
 */
export function parsePage(body: Buffer): unknown {
  const text = body.toString('utf8')
  const found = itemsIn(text)
  const page = found && tried(`${text.slice(0, found.from)}"${mark}"${text.slice(found.to)}`)
  // JSON.parse takes the last list of a name, which may be another.
  if (found && Array.isArray(page?.items) && page.items[0] === mark)
    return { ...page, items: found.items.map((item) => new PageItem(item)) }
  const whole = parseJson(body) as { items?: unknown } | undefined
  if (!Array.isArray(whole?.items)) return whole
  return { ...whole, items: whole.items.map((item: unknown) => new PageItem(JSON.stringify(item), item)) }
}

/** Stands for the items while the rest is parsed. */
const mark = randomUUID()

function tried(text: string): { items?: unknown } | undefined {
  try {
    const page: unknown = JSON.parse(text)
    return typeof page === 'object' && page !== null ? page : undefined
  } catch {
    return undefined
  }
}

const itemsKey = /[{,]\s{0,64}"items"\s{0,64}:\s{0,64}$/
/** Characters before a list to search for its name. */
const keyWithin = 64
const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d
]

/**
 * The texts and the position of the page's items; undefined unless there is exactly one such list of objects. Does not
 * check that the text is JSON: parsing finds that.
 * @throws AppError bad-response for nesting deeper than the app can pass on
 */
function itemsIn(text: string): { items: string[]; from: number; to: number } | undefined {
  const items: string[] = []
  let [depth, from, to, began] = [0, -1, -1, -1]
  /** True if an item or the list's end may follow; false if a comma may. */
  let isNext = true
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    const inList = depth === 2 && from >= 0 && to < 0
    if (inList && !isSpace(char) && char !== closeList) {
      if (char !== (isNext ? openObject : comma)) return undefined
      isNext = !isNext
    }
    if (char === quote) {
      for (at++; at < text.length; at++) {
        const inner = text.charCodeAt(at)
        if (inner === backslash) at++
        else if (inner === quote) break
      }
    } else if (char === openObject || char === openList) {
      if (++depth > deepest) throw tooDeep()
      if (inList) began = at
      else if (char === openList && depth === 2 && itemsKey.test(text.slice(Math.max(0, at - keyWithin), at))) {
        if (from >= 0) return undefined
        from = at + 1
      }
    } else if (char === closeObject || char === closeList) {
      depth--
      if (depth === 2 && began >= 0 && to < 0) {
        items.push(text.slice(began, at + 1))
        began = -1
      } else if (depth === 1 && from >= 0 && to < 0) {
        // A trailing comma.
        if (isNext && items.length > 0) return undefined
        to = at
      }
    }
  }
  return to < 0 ? undefined : { items, from, to }
}
