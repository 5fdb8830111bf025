import type { TeamKind } from '../../shared/team/kinds'
import { callKind } from './kinds/calls'
import { changeLogKind } from './kinds/change-log'
import type { SharedKind } from './kind'

/** All that a team shares: a kind of the contract without its line here is a compile error. */
export const kinds: { readonly [K in TeamKind & ('ledger' | 'call')]: SharedKind<K> } = {
  ledger: changeLogKind,
  call: callKind
}
