import type { Statements } from '../../statements'
import type { AlertRule } from '../../../../shared/alerts/rule'
import type { RunbookContent } from '../../../../shared/issues/runbook'
import { contactsId, shelfId, TeamOutbox } from './outbox'

interface Placed {
  kind: 'folder' | 'request'
  id: string
  name: string
  within: string | null
}

/** Only folders, saved requests, filters, runbooks, contacts, alert rules and files on the shelf of shared workspaces. */
export class ToldItems {
  private readonly outbox: TeamOutbox

  constructor(private readonly sql: Statements) {
    this.outbox = new TeamOutbox(sql)
  }

  place(workspaceId: string, { kind, id, name, within }: Placed): void {
    const service = this.serviceOf(workspaceId)
    if (service) this.outbox.add({ service, kind, subject: id, field: 'place', value: { name, within } })
  }

  /** The encrypted content is read when it leaves. @returns the change's id; null if nobody is told */
  content(workspaceId: string, id: string): string | null {
    const service = this.serviceOf(workspaceId)
    return service && this.outbox.add({ service, kind: 'request', subject: id, field: 'content', value: null })
  }

  /** As `content`, of a file on the shelf. */
  shelf(workspaceId: string, integration: string): { id: string; change: string } | null {
    const service = this.serviceOf(workspaceId)
    if (!service) return null
    const id = shelfId(service, integration)
    return { id, change: this.outbox.add({ service, kind: 'shelf', subject: id, field: 'content', value: null }) }
  }

  /** As `content`, of a customer's contacts. */
  contacts(workspaceId: string, originId: string): { id: string; change: string } | null {
    const service = this.serviceOf(workspaceId)
    if (!service) return null
    const id = contactsId(service, originId)
    return { id, change: this.outbox.add({ service, kind: 'contact', subject: id, field: 'content', value: null }) }
  }

  /** Colleagues' desks forget the customer as well, also one without contacts. */
  forgotten(workspaceId: string, originId: string): void {
    const service = this.serviceOf(workspaceId)
    if (!service) return
    const id = contactsId(service, originId)
    this.outbox.forget(id)
    this.outbox.add({ service, kind: 'contact', subject: id, field: 'removed', value: { originId } })
  }

  /** @param value a name, or filters */
  filter(workspaceId: string, id: string, field: 'name' | 'content', value: unknown): void {
    const service = this.serviceOf(workspaceId)
    if (service) this.outbox.add({ service, kind: 'filter', subject: id, field, value })
  }

  runbook(workspaceId: string, id: string, content: RunbookContent): void {
    const service = this.serviceOf(workspaceId)
    if (service) this.outbox.add({ service, kind: 'runbook', subject: id, field: 'content', value: content })
  }

  alert(workspaceId: string, id: string, content: AlertRule): void {
    const service = this.serviceOf(workspaceId)
    if (service) this.outbox.add({ service, kind: 'alert', subject: id, field: 'content', value: content })
  }

  /** Drops its waiting changes. */
  removed(workspaceId: string, kind: Placed['kind'] | 'filter' | 'shelf' | 'runbook' | 'alert', id: string): void {
    const service = this.serviceOf(workspaceId)
    if (!service) return
    this.outbox.forget(id)
    this.outbox.add({ service, kind, subject: id, field: 'removed', value: true })
  }

  /** A workspace's address is its default region's. */
  private serviceOf(workspaceId: string): string | null {
    const select = `SELECT service FROM team_place WHERE workspace = ? AND region = 'default'`
    return this.sql.get<{ service: string }>(select, workspaceId)?.service ?? null
  }
}
