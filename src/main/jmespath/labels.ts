import { isNumber, isObject, type Value } from './values'

/** Names that identify a record, the most certain first. */
const telling = /^(_?id|.{0,199}[^a-z]id|.{0,199}[a-z]I[dD]|uuid|guid|key|code|number|email|(display|full)?_?name)$/i
const sure = ['id', 'ID', 'Id', '_id', 'uuid', 'employee_id', 'employeeId', 'remote_id', 'key', 'number', 'code']
const longest = 40
/** A longer name tells a person nothing. */
const longestName = 200

/** What identifies a record: an id or name in it, or in the one object it wraps; else its number. */
export function labelOf(record: Value, index: number): string {
  return labelIn(record) ?? labelInside(record) ?? `#${index + 1}`
}

function labelInside(record: Value): string | null {
  if (!isObject(record)) return null
  const inner = [...record.values()].filter((value) => isObject(value) || Array.isArray(value))
  for (const value of inner.slice(0, 5)) {
    const label = labelIn(value)
    if (label !== null) return label
  }
  return null
}

function labelIn(value: Value): string | null {
  if (!isObject(value)) return null
  const names = [
    ...sure,
    ...[...value.keys()].slice(0, 200).filter((name) => name.length <= longestName && telling.test(name))
  ]
  for (const name of names) {
    const found = value.get(name)
    if (isNumber(found) || (typeof found === 'string' && found !== '')) return String(found).slice(0, longest)
  }
  return null
}
