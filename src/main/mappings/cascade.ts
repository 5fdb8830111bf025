import { AppError } from '../../shared/errors'
import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import type { Target } from '../http/call'
import type { Place } from '../../shared/workspaces/place'
import type { Desk } from './desk'
import { isRouteless } from './operations'
import { lookSignal, quietly } from './parts'
import type { ListedScope } from './reader'
import type { ScopeNames } from './scope-names'
import type { FoundMapping } from './wire'

/** Where a connector's name is looked up for the ledger, one by one; beyond that its key is used. */
const mostNamed = 50

/** The mappings that go with a field, as the ledger keeps them. */
export async function cascadeOf(
  names: ScopeNames,
  place: Place,
  mappings: readonly FoundMapping[]
): Promise<ChangeLogEntry['cascade']> {
  return Promise.all(
    mappings.map(async ({ mapping: { id, expression, scope } }, at) => {
      const unnamed = scope.kind === 'connector' && at >= mostNamed
      return { mappingId: id, expression, scopeName: unnamed ? (scope.key ?? '') : await names.of(place, scope) }
    })
  )
}

/** Ids of the mappings that stayed after a deletion. `asked`: every scope that held one could be listed. */
export async function leftOf(
  { reader, tokens }: Pick<Desk, 'reader' | 'tokens'>,
  target: Target,
  fieldId: string,
  before: readonly FoundMapping[]
): Promise<{ left: Set<string>; asked: boolean }> {
  const left = new Set<string>()
  const signal = lookSignal()
  const scopes = new Map<string, ListedScope | null>()
  for (const { mapping, token } of before) {
    const { scope } = mapping
    if (scope.kind === 'integration') {
      scopes.set(`i ${scope.slug}`, { integration_slug: scope.slug })
      continue
    }
    const held = token ?? (scope.key === null ? null : tokens.find({ ...target, key: scope.key })?.token)
    scopes.set(held ? `c ${held}` : '', held ? { connector_token: held } : null)
  }
  let asked = true
  for (const scope of scopes.values()) {
    const listed = scope && (await quietly(reader.mappings(target, scope, signal)))
    if (!listed) asked = false
    for (const { mapping } of listed ?? []) if ([fieldId, ''].includes(mapping.fieldId)) left.add(mapping.id)
  }
  return { left, asked }
}

/** Whether the service still has a field; null where it cannot be asked. */
export async function isListed({ reader }: Pick<Desk, 'reader'>, target: Target, id: string): Promise<boolean | null> {
  const signal = lookSignal()
  const listed = await quietly(reader.fields(target, signal))
  if (listed) return listed.some((one) => one.id === id)
  return reader.field(target, id, signal).then(
    (read) => (read ? true : null),
    (thrown: unknown) => {
      const isGone = thrown instanceof AppError && thrown.code === 'not-found' && !isRouteless(thrown.info)
      return isGone ? false : null
    }
  )
}
