/** Makes something of each item; may be gone on with later after each. */
export function* each<T, R>(items: Iterable<T>, make: (item: T, index: number) => R): Generator<void, R[], void> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item, made.length))
    yield
  }
  return made
}

/** An object as JSON for people to read, its lists item by item: a selection of thousands of cases takes seconds. */
export function* jsonOf(content: object): Generator<void, string, void> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(content) as [string, unknown][]) {
    const isList = Array.isArray(value) && value.length > 0
    const text = isList ? `[\n    ${(yield* each(value, inner)).join(',\n    ')}\n  ]` : indented(value, 2)
    fields.push(`  ${JSON.stringify(name)}: ${text}`)
  }
  return `{\n${fields.join(',\n')}\n}\n`
}

const inner = (value: unknown) => indented(value, 4)

/** No text within JSON has a line feed of its own. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
