import { WorkLimit } from '../work-limit'
import { isNumber, isObject, type Value } from '../values'

export interface WrittenJson {
  /** Sorts names, so that equal values have equal texts. */
  sorted?: boolean
  /** Escapes non-ASCII, as Python does by default. */
  ascii?: boolean
  workLimit?: WorkLimit
  /** Of values that `readJson` read: not for sorted or ASCII texts. */
  own?: OwnTexts
}

/** Lists and objects with their texts. */
export type OwnTexts = WeakMap<object, string>

/** Writes JSON as Python does, without blanks: keeps 1.0, 1e+16 and integers of any size. */
export function jsonText(
  value: Value,
  { sorted = false, ascii = false, workLimit = unbounded, own }: WrittenJson = {}
): string {
  /** Names repeat often. */
  const names = new Map<string, string>()
  return written(value)

  function written(value: Value): string {
    workLimit.spend()
    if (typeof value === 'string') return textOf(value)
    if (isNumber(value)) return numberText(value)
    if (Array.isArray(value)) return own?.get(value) ?? listText(value)
    return isObject(value) ? (own?.get(value) ?? objectText(value)) : String(value)
  }

  // Joins each list and object at once: keeping all pieces takes more memory than the text.
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

/** May need an escape in Python or in JavaScript. */
const notPlain = /[^ !#-[\]-~]/

/** Values are no larger than the data read, so writing takes no noticeable time. */
const unbounded = new WorkLimit(Infinity)

const byKey = ([a]: [string, Value], [b]: [string, Value]) => (a < b ? -1 : 1)
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Python's `repr` has JavaScript's digits, but always a point, and an exponent from 1e16 on. */
export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint' || !Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value)
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${digits}e${exponent.startsWith('-') ? '-' : '+'}${exponent.slice(1).padStart(2, '0')}`
}
