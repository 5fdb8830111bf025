import { WorkLimit } from '../work-limit'
import { isNumber, isObject, type Value } from '../values'

export interface Written {
  /** Names of objects in order, so that equal values have equal texts. */
  sorted?: boolean
  /** Escapes what is not ASCII, as Python does unless it is asked not to. */
  ascii?: boolean
  workLimit?: WorkLimit
}

/** A value as Python writes JSON, without blanks: 1.0, 1e+16 and integers of any size as they are. */
export function jsonText(value: Value, { sorted = false, ascii = false, workLimit = unbounded }: Written = {}): string {
  /** Names come again and again. */
  const names = new Map<string, string>()
  return written(value)

  function written(value: Value): string {
    workLimit.spend()
    if (typeof value === 'string') return textOf(value)
    if (isNumber(value)) return numberText(value)
    if (Array.isArray(value)) return listText(value)
    return isObject(value) ? objectText(value) : String(value)
  }

  // Each list and object is joined at once: keeping all pieces until the end takes more memory than the text.
  function listText(list: readonly Value[]): string {
    return `[${list.map(written).join(',')}]`
  }

  function objectText(object: Map<string, Value>): string {
    const parts: string[] = []
    const add = (inner: Value, key: string) => {
      let name = names.get(key)
      if (name === undefined) names.set(key, (name = `${textOf(key)}:`))
      parts.push(name + written(inner))
    }
    if (sorted) for (const [key, inner] of [...object].sort(byKey)) add(inner, key)
    else object.forEach(add)
    return `{${parts.join(',')}}`
  }

  function textOf(text: string): string {
    if (!notPlain.test(text)) return `"${text}"`
    const json = JSON.stringify(text)
    return ascii ? json.replace(/[\u007f-\uffff]/g, escaped) : json
  }
}

/** May need an escape between quotes, in one language or the other. */
const notPlain = /[^ !#-[\]-~]/

/** For values no larger than what was read: writing them takes no noticeable time. */
const unbounded = new WorkLimit(Infinity)

const byKey = ([a]: [string, Value], [b]: [string, Value]) => (a < b ? -1 : 1)
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Python's `repr` of a float has the digits of JavaScript's, but a point always, and an exponent from 1e16 on. */
function numberText(value: bigint | number): string {
  if (typeof value === 'bigint' || !Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value)
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${exponent.slice(1).padStart(2, '0')}`
}
