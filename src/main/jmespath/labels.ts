/** Names that tell a record from others, the surest first. */
const telling = /^(_?id|.*[^a-z]id|.*[a-z]I[dD]|uuid|guid|key|code|number|email|(display|full)?_?name)$/i
const sure = ['id', 'ID', 'Id', '_id', 'uuid', 'employee_id', 'employeeId', 'remote_id', 'key', 'number', 'code']
const longest = 40

/** What tells a record from the others: an id or name in it, or in the one object it wraps; else its number. */
export function labelOf(record: unknown, index: number): string {
  return labelIn(record) ?? labelInside(record) ?? `#${index + 1}`
}

function labelInside(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return null
  const inner = Object.values(record).filter((value) => typeof value === 'object' && value !== null)
  for (const value of inner.slice(0, 5)) {
    const label = labelIn(value)
    if (label !== null) return label
  }
  return null
}

function labelIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const object = value as Record<string, unknown>
  const names = [
    ...sure,
    ...Object.keys(object)
      .slice(0, 200)
      .filter((name) => telling.test(name))
  ]
  for (const name of names) {
    const found = object[name]
    if (typeof found === 'number' || (typeof found === 'string' && found !== '')) return String(found).slice(0, longest)
  }
  return null
}
