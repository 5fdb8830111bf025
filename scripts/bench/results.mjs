/**
 * A line of the table. Figures are medians, with minimum and maximum; the peer's are null if there is no peer or it is
 * not installed.
 * @typedef {{
 *   group: string, name: string, ours: number, oursMin: number, oursMax: number, unit: string,
 *   peer: string | null, peerValue: number | null, peerMin: number | null, peerMax: number | null,
 *   ratio: number | null, target: number | null, targetOf: 'ratio' | 'ours' | null, pass: boolean | null, commit: string
 * }} Line `target` limits `ratio` or `ours`; `pass` is null if unknown
 */

/**
 * @typedef {{
 *   machine: { cpu: string, cores: number, memoryGB: number, os: string },
 *   runtime: { electron: string, chromium: string, node: string, commit: string }
 * }} Taken
 * @typedef {Taken & { rows: Line[] }} Results
 */

const rounded = (value) => (value === undefined ? null : Number(value.toPrecision(4)))

/**
 * @param {import('../../e2e/bench/report').Row} row
 * @param {{ group: string, commit: string }} from
 * @returns {Line}
 */
export function lineOf({ name, unit, ours, peer, target }, { group, commit }) {
  const theirs = peer?.value ?? undefined
  const ratio = theirs && ours.median / theirs.median
  const [targetOf = null, most = null] = Object.entries(target ?? {})[0] ?? []
  const judged = targetOf === 'ratio' ? ratio : ours.median
  return {
    group,
    name,
    ours: rounded(ours.median),
    oursMin: rounded(ours.min),
    oursMax: rounded(ours.max),
    unit,
    peer: peer?.name ?? null,
    peerValue: rounded(theirs?.median),
    peerMin: rounded(theirs?.min),
    peerMax: rounded(theirs?.max),
    ratio: rounded(ratio),
    target: most,
    targetOf,
    pass: most === null || judged === undefined ? null : judged <= most,
    commit
  }
}

/** @returns {Line[]} of one JSON text per line */
export const linesOf = (text, from) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => lineOf(JSON.parse(line), from))

/**
 * Figures of another machine or runtime do not compare.
 * @param {Results | undefined} earlier
 * @param {Taken} now
 * @param {string[]} groups
 * @returns {Results}
 */
export function continued(earlier, now, groups) {
  const place = ({ machine, runtime: { electron } }) => JSON.stringify({ machine, electron })
  const same = earlier && place(earlier) === place(now)
  return { ...now, rows: same ? earlier.rows.filter(({ group }) => groups.includes(group)) : [] }
}

/**
 * @param {Results} results
 * @param {string} group whose lines are replaced
 * @param {Line[]} lines
 * @returns {Results} sorted by group
 */
export function withGroup(results, group, lines) {
  const rows = [...results.rows.filter((line) => line.group !== group), ...lines]
  return { ...results, rows: rows.toSorted((a, b) => a.group.localeCompare(b.group, 'en')) }
}
