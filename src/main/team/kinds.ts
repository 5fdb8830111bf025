import type { TeamKind } from '../../shared/team/kinds'
import type { SharedKind } from './feed'
import { callKind } from './kinds/calls'
import { changeLogKind } from './kinds/change-log'
import { filterKind } from './kinds/filters'
import { issueKind } from './kinds/issues'
import { folderKind, requestKind } from './kinds/library'

/** All that a team shares, in the order in which it is taken up. A kind of the contract without a line here is a compile error. */
export const kinds: { readonly [K in TeamKind]: SharedKind<K> } = {
  case: issueKind,
  folder: folderKind,
  request: requestKind,
  filter: filterKind,
  ledger: changeLogKind,
  call: callKind
}

/** Whoever reads a row knows only by its kind what its value is. */
const byName = kinds as unknown as Readonly<Record<string, SharedKind>>

export const allKinds: readonly SharedKind[] = Object.values(byName)

/** A kind as a row of this computer names it; undefined for one of a later version. */
export const kindOf = (name: string): SharedKind | undefined => (Object.hasOwn(byName, name) ? byName[name] : undefined)
