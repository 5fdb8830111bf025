import type { TeamKind } from '../../shared/team/kinds'
import type { SharedKind } from './feed'
import { alertKind, messageKind } from './kinds/alerts'
import { callKind } from './kinds/calls'
import { changeLogKind } from './kinds/change-log'
import { contactKind } from './kinds/contacts'
import { filterKind } from './kinds/filters'
import { guardKind } from './kinds/guards'
import { accessKind, issueKind } from './kinds/issues'
import { folderKind, requestKind, shelfKind } from './kinds/library'
import { outageKind } from './kinds/outages'
import { runbookKind } from './kinds/runbooks'
import { tokenKind } from './kinds/tokens'
import { dueKind, watchedKind } from './kinds/values'
import { ticketKind } from './kinds/tickets'

/** In the order of reconciling. A missing kind is a compile error. */
export const kinds: { readonly [K in TeamKind]: SharedKind<K> } = {
  case: issueKind,
  access: accessKind,
  watched: watchedKind,
  due: dueKind,
  folder: folderKind,
  request: requestKind,
  filter: filterKind,
  shelf: shelfKind,
  runbook: runbookKind,
  contact: contactKind,
  alert: alertKind,
  message: messageKind,
  ticket: ticketKind,
  outage: outageKind,
  ledger: changeLogKind,
  token: tokenKind,
  call: callKind,
  guard: guardKind
}

const byName = kinds as unknown as Readonly<Record<string, SharedKind>>

export const allKinds: readonly SharedKind[] = Object.values(byName)

/** undefined for a kind of a later version */
export const kindOf = (name: string): SharedKind | undefined => (Object.hasOwn(byName, name) ? byName[name] : undefined)
