// What `npm run bench` keeps in bench/results/latest.json.

/**
 * One line of the table. Figures are medians, with the least and the most; those of the peer are null where there is
 * none, or where it is not installed.
 * @typedef {{
 *   group: string, name: string, ours: number, oursMin: number, oursMax: number, unit: string,
 *   peer: string | null, peerValue: number | null, peerMin: number | null, peerMax: number | null,
 *   ratio: number | null, target: number | null, targetOf: 'ratio' | 'ours' | null, pass: boolean | null, commit: string
 * }} Line `target` is the most that `ratio`, or `ours` by itself, may be; `pass` is null where nothing can be said
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
 * @param {import('../../e2e/bench/report').Row} row as a bench handed it in
 * @param {{ group: string, commit: string }} from the file it is from, and what was measured
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

/** @returns {Line[]} of a file of one JSON text a line */
export const linesOf = (text, from) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => lineOf(JSON.parse(line), from))

/**
 * What earlier runs measured and still counts: the groups that there still are, of the same machine and runtime, as
 * figures of two machines say nothing side by side.
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
 * @param {string} group whose lines these are, in place of those it had
 * @param {Line[]} lines
 * @returns {Results} groups by name, the lines of one as they came
 */
export function withGroup(results, group, lines) {
  const rows = [...results.rows.filter((line) => line.group !== group), ...lines]
  return { ...results, rows: rows.toSorted((a, b) => a.group.localeCompare(b.group, 'en')) }
}
