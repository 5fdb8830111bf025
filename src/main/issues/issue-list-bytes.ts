import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { issueList, type IssueList } from '../../shared/issues/issue'

/** A queue as the database keeps it: a twelfth of its JSON, at the speed of level 1. */
export function toBytes(of: IssueList): Uint8Array {
  return deflateRawSync(JSON.stringify(of), { level: 1 })
}

/** @returns null for what is not a queue as this version knows it */
export function fromBytes(bytes: Uint8Array): IssueList | null {
  try {
    return issueList.parse(JSON.parse(inflateRawSync(bytes).toString(), inTodaysNames))
  } catch {
    return null
  }
}

/** What earlier versions called some of its fields, in what they kept. */
const earlierNames: Readonly<Record<string, string>> = { cases: 'issues', goodAsOf: 'lastGoodSync' }

/** A reviver of `JSON.parse`. */
function inTodaysNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [earlierNames[name] ?? name, inner]))
}
