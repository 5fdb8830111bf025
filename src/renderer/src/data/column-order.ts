/** What an operator looks for in a list of records, by the names of columns: its ID and what names it first. */
const order: readonly RegExp[] = [
  /^id$/,
  /^(\w*name|end_user)$/i,
  /^\w*(title|subject|label)$/i,
  /^\w*e?mail$/i,
  /^(\w*(status|state|stage)|is_active)$/i
]
/** Other keys and stamps inform few; raw data repeats all of it in the provider's words. */
const last: readonly RegExp[] = [
  /(^|[._])ids?$/i,
  /^(remote_)?id$/i,
  /^(\w*_)?(created|modified|updated)_at$/i,
  /^raw/i
]

/** The columns of a walk in the order they are drawn, listed and written in; equal ones stay as they came. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, rank: rankOf(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}

function rankOf(name: string): number {
  const late = name === 'id' ? -1 : last.findLastIndex((pattern) => pattern.test(name))
  if (late >= 0) return order.length + 1 + late
  const early = order.findIndex((pattern) => pattern.test(name))
  return early >= 0 ? early : order.length
}
