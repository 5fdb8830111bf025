import { catalogue, collectionAt, type Collection } from './catalogue'

/** A record of the same connector that can be read by id. */
export interface Reference {
  /** Path of its collection. */
  path: string
  id: string
}

/** Names that are not models, by category. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HRIS: { manager: 'employee', approver: 'employee', supervisor: 'employee' },
  ATS: {
    ...{ user: 'remote_user', manager: 'remote_user', recruiter: 'remote_user', interviewer: 'remote_user' },
    ...{ organizer: 'remote_user', creator: 'remote_user', lead: 'remote_user', contact: 'remote_user' },
    ...{ credited_to: 'remote_user', created_by: 'remote_user' },
    ...{ stage: 'job_interview_stage', interview: 'scheduled_interview' }
  },
  LMS: { manager: 'user', assigned_by: 'user', instructor: 'user' }
}

const longestId = 200
/** Offered ids per list. */
const mostOfList = 20

/** A delivery opens in Webhooks instead. */
export function readableById(path: string): Collection | null {
  const collection = collectionAt(path)
  return collection?.byId && collection.path !== '/api/v1/webhooks/logs' ? collection : null
}

/** As "employee" or "pay group". */
export function recordName(path: string): string {
  return singular(slugOf(path)).replaceAll('_', ' ')
}

/** As `hris_bank_info` or `employee`. */
export function collectionOfModel(model: string, category: string): Collection | null {
  const [, prefix, rest = model] = /^(hris|ats|lms)_(.{1,200})$/i.exec(model) ?? []
  return collectionCalled(rest.toLowerCase(), prefix?.toUpperCase() ?? category)
}

/**
 * `names` lead to the value: `['manager_id']`, `['group_ids', 0]`, `['manager', 'id']`. null if it is no id. Values of
 * `raw_data` never count: they are the provider's.
 */
export function referenceAt(
  path: string,
  names: readonly (string | number)[],
  value: string | number | bigint
): Reference | null {
  const id = String(value)
  const target = id.trim() === '' || id.length > longestId ? null : referredBy(path, names)
  return target && { path: target.path, id }
}

/** Ids cut off from a cell are left out. */
export function referencesIn(path: string, column: string, cell: string | null | undefined): Reference[] {
  if (!cell || cell === 'null') return []
  const names = column.split('.')
  const ids = cell.startsWith('[') ? [...cell.matchAll(/"([^"\\]{1,200})"(?=[,\]])/g)].map(([, id = '']) => id) : [cell]
  return ids.slice(0, mostOfList).flatMap((id) => referenceAt(path, names, id) ?? [])
}

function referredBy(path: string, names: readonly (string | number)[]): Collection | null {
  const here = collectionAt(path)
  const chain = names.filter((name) => typeof name === 'string')
  const [first] = chain
  const last = chain.at(-1)
  if (!here?.category || !last || first === 'raw_data' || first === 'custom_fields') return null
  if (chain.length === 1 && last === 'id') return readableById(path)
  const stem = /^(.{1,200}?)_ids?$/.exec(last)?.[1] ?? (last === 'id' ? chain.at(-2) : relationOf(here, chain))
  return stem === undefined ? null : collectionCalled(stem, here.category)
}

/** A relation that was not expanded is a bare id. */
const relationOf = ({ relations }: Collection, chain: readonly string[]) =>
  chain.length === 1 && relations.includes(chain[0] ?? '') ? chain[0] : undefined

/** Drops words from the front: a `lead_employee` is an employee. */
function collectionCalled(name: string, category: string): Collection | null {
  const words = singular(name).split('_')
  for (let from = 0; from < words.length; from++) {
    const called = words.slice(from).join('_')
    const model = known[category]?.[called] ?? called
    const found = catalogue.find((one) => one.category === category && singular(slugOf(one.path)) === model)
    if (found) return readableById(found.path)
  }
  return null
}

const slugOf = (path: string) => (path.split('/').at(-1) ?? '').replaceAll('-', '_')

const singular = (name: string) =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.endsWith('ss') ? name : name.replace(/s$/, '')
