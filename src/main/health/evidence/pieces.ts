/** Makes something of each item; it can continue later after each. */
export function* each<T, R>(items: Iterable<T>, make: (item: T, index: number) => R): Generator<void, R[], void> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item, made.length))
    yield
  }
  return made
}

/** An object as JSON for people to read, in pieces: its lists item by item. */
export function* jsonOf(content: object): Generator<string> {
  let before = '{\n'
  for (const [name, value] of Object.entries(content) as [string, unknown][]) {
    yield `${before}  ${JSON.stringify(name)}: `
    if (Array.isArray(value) && value.length > 0) yield* listOf(value)
    else yield indented(value, 2)
    before = ',\n'
  }
  yield '\n}\n'
}

function* listOf(items: readonly unknown[]): Generator<string> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? '[' : ','}\n    ${indented(item, 4)}`
  yield '\n  ]'
}

/** No text within JSON has a line feed of its own. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
