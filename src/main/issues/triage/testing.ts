import { madeUpRow } from '../../testing/made-up-rows'
import { noMemory, type Memory } from '../../store/tables/connectors/memory'
import { subjectOf, type FullSubject } from './subject'

export const now = Date.parse('2026-03-10T12:00:00Z')

/** `ms` before now, in the service's format. */
export const ago = (ms: number) => new Date(now - ms).toISOString()

let made = 0

/** A healthy connector of its own customer, with these differences. */
export function subject(change: Record<string, unknown> = {}, memory: Partial<Memory> = {}, seenAt = now): FullSubject {
  const id = typeof change['id'] === 'string' ? change['id'] : `c${++made}`
  return subjectOf(madeUpRow(id, now, change), { ...noMemory, ...memory }, seenAt)
}
