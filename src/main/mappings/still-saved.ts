import { AppError } from '../../shared/errors'
import type { ChangeLogEntry } from '../../shared/model/change-log'
import type { Mapping, MappingScope } from '../../shared/model/mapping'
import { isScope } from './standing'
import type { FoundMapping } from './wire'

/** @throws AppError outdated where the act that is to be undone is not what is saved now */
export function checkStill({ mapping }: ChangeLogEntry, now: Mapping | null): void {
  if (now && now.expression === mapping?.before)
    throw new AppError('outdated', 'It is already as it was before. Nothing was sent.')
  if (now?.expression !== mapping?.expression) throw changedSince(now)
}

/**
 * @param found null where the service cannot be asked
 * @throws AppError outdated where the service has a mapping in this scope, made by somebody else or elsewhere
 */
export function checkFree(found: readonly FoundMapping[] | null | undefined, scope: MappingScope): void {
  const there = found?.find(({ mapping }) => mapping.from === 'service' && isScope(mapping.scope, scope))
  if (there) throw changedSince(there.mapping)
}

/** @param now what is saved by now, by somebody else or from elsewhere */
export function changedSince(now: Mapping | null): AppError {
  const what = now ? `Something else has been saved since: ${now.expression}` : 'This mapping no longer exists.'
  return new AppError('outdated', `${what} Nothing was sent.`)
}
