import type { Keeping } from '../../shared/connectors/snapshot'
import { callMethods, type CallMethods } from '../activity/store'
import { alertMethods, type AlertMethods } from '../alerts/store'
import { dataMethods, type DataMethods } from '../data/store'
import { savedFilterMethods, type SavedFilterMethods } from '../connectors/saved-filters'
import { connectorMethods, type ConnectorMethods } from '../connectors/store'
import { listMethods, type ListMethods } from '../connectors/list'
import { Judged } from '../issues/judged'
import { remember } from '../issues/triage/remember'
import { toSubject } from '../issues/triage/subject'
import { runbookMethods, type RunbookMethods } from '../issues/runbooks'
import { issueMethods, type IssueMethods } from '../issues/store'
import { lookupMethods, removeLookups, type LookupMethods } from '../lookups/store'
import { mailMethods, type MailMethods } from '../mail/store'
import {
  mappingIssueMethods,
  mappingMethods,
  removeMappings,
  type MappingIssueMethods,
  type MappingMethods
} from '../mappings/store'
import { libraryMethods, type LibraryMethods } from '../passthrough/library/store'
import type { KeepDays } from '../policy/retention'
import { consentMethods, type ConsentMethods } from '../settings/consents'
import { KeptStore } from '../store/kept-store'
import type { OpenOptions } from '../store/open'
import type { Statements } from '../store/statements'
import { Calls } from '../store/tables/activity/calls'
import { callRetention, pruneCalls } from '../store/tables/activity/retention'
import { prune, removeWorkspace, retention } from '../store/tables/connectors/retention'
import type { StoreLife } from '../store/thread'
import { ticketMethods, type TicketMethods } from '../tickets/store'
import { trendMethods, type TrendMethods } from '../trends/read-trends'
import { teamMethods, type TeamMethods } from '../team/store'
import { sharedRefreshMethods, type SharedRefreshMethods } from '../team/refresh/store'
import { webhookMethods, type WebhookMethods } from '../webhooks/store'
import { approvalMethods, type ApprovalMethods } from '../team/approvals/store'
import { tokenMethods, type TokenMethods } from '../workspaces/token-changes'

/** A method takes one plain object; `now` and `at` are ms since 1970 by main's clock. */
export interface StoreMethods
  extends
    StoreLife,
    CallMethods,
    ConnectorMethods,
    ListMethods,
    SavedFilterMethods,
    IssueMethods,
    RunbookMethods,
    AlertMethods,
    ConsentMethods,
    TicketMethods,
    TrendMethods,
    LibraryMethods,
    LookupMethods,
    MailMethods,
    MappingMethods,
    MappingIssueMethods,
    DataMethods,
    WebhookMethods,
    TeamMethods,
    TokenMethods,
    ApprovalMethods,
    SharedRefreshMethods {
  /**
   * Mutations stay as a record until they are too old.
   * @param mutations also removes these, for a practice service
   */
  removeWorkspace(of: { workspaceId: string; mutations?: boolean }): void
}

/** `keep`: the organization's limits; null drops nothing. */
export type StoreOptions = OpenOptions & { keep?: KeepDays | null }

export function openStore({ keep, ...options }: StoreOptions, changed: (keeping: Keeping) => void): StoreMethods {
  const store = new KeptStore(options, changed, remember)
  const run = <T>(work: (sql: Statements) => T): T => store.run(({ sql }) => work(sql))
  const judged = new Judged(store)
  const issues = issueMethods(store, judged)
  const lists = listMethods(store, judged, issues.told)
  return {
    ...callMethods(run),
    ...libraryMethods(run),
    ...lookupMethods(run),
    ...mailMethods(store),
    ...mappingMethods(run),
    ...mappingIssueMethods(store),
    ...dataMethods(run),
    ...webhookMethods(store),
    ...savedFilterMethods(run),
    ...connectorMethods(store, judged, issues.settledAt),
    ...lists.methods,
    ...issues.methods,
    ...runbookMethods(run),
    ...alertMethods(store),
    ...consentMethods(store),
    ...ticketMethods(store),
    ...trendMethods(store, issues.settledAt),
    ...teamMethods(store, (place, key) => {
      const found = store.run(({ connectors }) => connectors.find(place, key))
      if (found) judged.learned(place, found.id, toSubject(found))
    }),
    ...tokenMethods(store),
    ...approvalMethods(store),
    ...sharedRefreshMethods(store),

    removeWorkspace({ workspaceId, mutations = false }) {
      judged.forget()
      run((sql) => new Calls(sql).removeWorkspace(workspaceId, mutations))
      run((sql) => removeMappings(sql, workspaceId))
      run((sql) => removeLookups(sql, workspaceId))
      store.run(({ sql, connectors }) => {
        removeWorkspace(sql, workspaceId)
        connectors.forgetSent()
      })
    },

    keeping: () => store.keeping,
    prune({ now }) {
      if (keep === null) return false
      const history = { ...retention, days: keep?.history ?? retention.days }
      const calls = {
        ...callRetention,
        days: keep?.reads ?? callRetention.days,
        mutationDays: keep?.changes ?? callRetention.mutationDays
      }
      return run((sql) => [prune(sql, now, history), pruneCalls(sql, now, calls)].includes(true))
    },
    close() {
      try {
        issues.end()
        lists.end()
      } finally {
        store.close()
      }
    }
  }
}
