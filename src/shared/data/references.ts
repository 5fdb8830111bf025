import { catalogue, collectionAt, type Collection } from './catalogue'

/** A record that can be read by its id, of the same connector as the record that names it. */
export interface Reference {
  /** Of its collection. */
  path: string
  id: string
}

/** Names of people and steps that are no model's name: what they mean by category. */
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

/** Longer texts are no ids. */
const longestId = 200
/** More ids of one list are not offered. */
const mostOfList = 20

/** Where a record of a collection can be read by its id. A delivery has its own place, in Webhooks. */
export function readableById(path: string): Collection | null {
  const collection = collectionAt(path)
  return collection?.byId && collection.path !== '/api/v1/webhooks/logs' ? collection : null
}

/** One record of a collection, in words: "employee", "pay group". */
export function recordName(path: string): string {
  return singular(slugOf(path)).replaceAll('_', ' ')
}

/** The collection of a model as the service names it: `hris_bank_info`, `employee`; null for one it does not have. */
export function collectionOfModel(model: string, category: string): Collection | null {
  const [, prefix, rest = model] = /^(hris|ats|lms)_(.{1,200})$/i.exec(model) ?? []
  return collectionCalled(rest.toLowerCase(), prefix?.toUpperCase() ?? category)
}

/**
 * The record that a value of a record refers to, by the names that lead to it: `['manager_id']`, `['group_ids', 0]`,
 * `['manager', 'id']`. null where the value is no such id. What a third party calls its own (`raw_data`) is none.
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

/** The records that a cell of a row refers to; a list of ids may be cut, and what was cut off is left out. */
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

/** A relation that was not expanded is the id alone. */
const relationOf = ({ relations }: Collection, chain: readonly string[]) =>
  chain.length === 1 && relations.includes(chain[0] ?? '') ? chain[0] : undefined

/** By its whole name first, then without the words before: a `lead_employee` is an employee. */
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
