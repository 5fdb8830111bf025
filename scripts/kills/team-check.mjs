/** In an issue's history. */
const TOLD = { owner: 'owner-changed', note: 'noted', snoozedUntil: 'snoozed' }

/**
 * @param {{ rows: object[], states: { cases: object[] }[], desks: object[], sharedFrom: number }} rows in order; each
 *   desk's final state and own changes; and the row after which every desk had every issue: of earlier changes a desk
 *   may know only the last values
 * @returns {{ faults: string[], rows: number }}
 */
export function faultsOf({ rows, states, desks, sharedFrom }) {
  const faults = []
  const changes = rows.filter(({ field }) => field in TOLD)
  const idOf = ({ field, value }) => `${field} ${value}`
  const arrived = counted(changes.map(idOf))

  const keys = new Map()
  for (const { journal } of desks) {
    for (const [at, change] of journal.entries()) {
      const times = arrived.get(idOf(change)) ?? 0
      if (times > 1) faults.push(`${idOf(change)} is there ${times} times.`)
      if (times === 0 && change.accepted && !isReplaced(change, journal.slice(at + 1)))
        faults.push(`${idOf(change)} of ${change.key} is lost.`)
      keys.set(idOf(change), change.key)
    }
  }
  for (const row of changes) if (!keys.has(idOf(row))) faults.push(`No desk made ${idOf(row)}.`)

  const latest = new Map()
  for (const row of changes) latest.set(`${keys.get(idOf(row))} ${row.field}`, row.value)
  for (const [at, { issues }] of states.entries()) {
    const { operator } = desks[at].of
    const told = counted(issues.flatMap((one) => one.told.map((line) => `${one.key} ${line}`)))
    for (const row of changes) {
      const line = `${keys.get(idOf(row))} ${TOLD[row.field]} ${row.value}`
      const times = told.get(line) ?? 0
      if (times > 1 || (times < 1 && row.seq > sharedFrom)) faults.push(`${operator} tells ${line} ${times} times.`)
    }
    for (const { key, values } of issues)
      for (const [field, value] of Object.entries(values)) {
        const expected = latest.get(`${key} ${field}`)
        if (expected !== undefined && expected !== value)
          faults.push(`${operator} shows ${value} as ${field} of ${key}, not ${expected}.`)
      }
  }
  return { faults, rows: changes.length }
}

function counted(texts) {
  const counts = new Map()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Only the last waiting text of a note is sent. */
const isReplaced = ({ key, field }, later) =>
  field === 'note' && later.some((one) => one.key === key && one.field === 'note')
