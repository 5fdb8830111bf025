import type { TeamKind } from '../../shared/team/kinds'
import type { SharedKind } from './kind'
import { callKind } from './kinds/calls'
import { changeLogKind } from './kinds/change-log'
import { filterKind } from './kinds/filters'
import { folderKind, requestKind } from './kinds/library'

/** All that a team shares, in the order in which it is taken up. A kind of the contract without a line here is a compile error. */
export const kinds: { readonly [K in Exclude<TeamKind, 'case'>]: SharedKind<K> } = {
  folder: folderKind,
  request: requestKind,
  filter: filterKind,
  ledger: changeLogKind,
  call: callKind
}

/** A kind by the name that a row of this computer has; undefined for one of a later version. */
export const kindOf = (name: string): SharedKind | undefined =>
  Object.hasOwn(kinds, name) ? (kinds as unknown as Record<string, SharedKind>)[name] : undefined
