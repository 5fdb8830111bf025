/** The tags of a case in its column: a list in JSON, in the order in which they were given. */
export const tagsOf = (column: string): string[] => JSON.parse(column) as string[]

/** The column with a tag more, at its end, or without it. */
export function changedTags(column: string, how: 'tagged' | 'untagged', tag: string): string {
  const others = tagsOf(column).filter((one) => one !== tag)
  return JSON.stringify(how === 'tagged' ? [...others, tag] : others)
}
