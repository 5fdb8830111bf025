import type { MessageState } from '../../shared/mail/mail'
import { regions } from '../../shared/workspaces/region'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { KeptStore, Tables } from '../store/kept-store'
import { ContactTable, forgetCustomer, type ContactRow, type ContactsOfTeam } from '../store/tables/mail/contacts'
import type { Statements } from '../store/statements'
import { AlertTable, type ClaimRow } from '../store/tables/team/alerts'
import { MessageTable, type MessageRow, type NewMessage, type Unmarked } from '../store/tables/mail/messages'
import { OutageTable, type OutageRow, type StepRow, type ToldRow } from '../store/tables/mail/outages'

export interface MailMethods {
  contacts(of: { workspaceId: string }): ContactsOfTeam[]
  contactsOf(of: { workspaceId: string; originId: string }): Uint8Array | null
  /** All or none. `team`: the change that brought it. @returns false where a change of this desk stays */
  putContacts(of: { workspaceId: string; rows: ContactRow[]; team: { id: string; change: string } | null }): boolean
  removeContacts(): void
  /** What is encrypted of the customer's connectors main removes afterwards (`forgottenConnectors`). */
  forgetCustomer(of: { workspaceId: string; originId: string }): void
  /** @param of.consent under which they leave by themselves */
  addMessages(of: { place: Place; messages: NewMessage[]; consent: string | null; campaign: string | null }): void
  /** Letters and reports under it that left since then, or may have. */
  countMessages(of: { consent: string; since: number }): number
  leaveMessage(of: { id: string }): boolean
  endMessage(of: { id: string; state: MessageState; at: number; encrypted: Uint8Array }): void
  cutOffMessages(of: { at: number }): ReturnType<MessageTable['cutOff']>
  unmarkedMessages(): Unmarked[]
  markMessage(of: { id: string }): void
  messages(of: { workspaceId: string; originId: string; most: number }): MessageRow[]
  campaignMessages(of: { campaign: string }): MessageRow[]
  /** How many letters of each customer the desks of the team have claimed. @param of.about `contactsId` */
  claimedLetters(of: { about: string[] }): number[]
  /** As `AlertTable.colleaguesLetter`. */
  colleaguesLetters(of: { about: string[] }): number[]
  /** What the team's database gave this desk. */
  claimLetters(of: { place: Place; claims: (ClaimRow & { id: string })[] }): void
  /** The latest first. */
  campaigns(): (Place & { id: string; at: number; encrypted: Uint8Array })[]
  putCampaign(of: { place: Place; id: string; at: number; encrypted: Uint8Array }): void
  removeCampaign(of: { id: string }): void
  outages(of: { place: Place }): OutageRow[]
  /** @returns false if the place has another such step */
  addOutageStep(of: { place: Place; row: StepRow }): boolean
  /** @returns the messages of those that no one had told */
  addOutageTold(of: { place: Place; rows: ToldRow[] }): string[]
  /** Notes how this desk's letters ended, and tells the team. @returns whether any had */
  endOutageTold(): boolean
  outageToldOf(of: { place: Place; originId: string }): ReturnType<OutageTable['toldOf']>
}

export type MailStore = Remote<MailMethods>

export function mailMethods(store: KeptStore): MailMethods {
  const contacts = <T>(work: (table: ContactTable) => T): T =>
    store.run(({ sql }) => sql.transaction(() => work(new ContactTable(sql))))
  const messages = <T>(work: (table: MessageTable, sql: Statements) => T): T =>
    store.run(({ sql }) => sql.transaction(() => work(new MessageTable(sql), sql)))
  const outages = <T>(work: (table: OutageTable, tables: Tables) => T): T =>
    store.run((tables) => tables.sql.transaction(() => work(new OutageTable(tables.sql), tables)))
  return {
    contacts: ({ workspaceId }) => contacts((table) => table.list(workspaceId)),
    contactsOf: ({ workspaceId, originId }) => contacts((table) => table.get(workspaceId, originId)),
    putContacts: ({ workspaceId, rows, team }) =>
      contacts((table) => rows.map((row) => table.put(workspaceId, row, team)).every(Boolean)),
    removeContacts: () => contacts((table) => table.removeAll()),
    forgetCustomer: ({ workspaceId, originId }) =>
      store.run(({ sql, issueLists }) =>
        sql.transaction(() => {
          for (const region of regions) issueLists.drop({ workspaceId, region })
          forgetCustomer(sql, workspaceId, originId, true)
        })
      ),
    addMessages: ({ place, messages: added, ...of }) => messages((table) => table.add(place, added, of)),
    countMessages: ({ consent, since }) =>
      messages((table, sql) => table.count(consent, since) + new AlertTable(sql).left(consent, since)),
    leaveMessage: ({ id }) => messages((table) => table.leave(id)),
    endMessage: ({ id, state, at, encrypted }) => messages((table) => table.end(id, state, at, encrypted)),
    cutOffMessages: ({ at }) => messages((table) => table.cutOff(at)),
    unmarkedMessages: () => messages((table) => table.unmarked()),
    markMessage: ({ id }) => messages((table) => table.mark(id)),
    messages: ({ workspaceId, originId, most }) => messages((table) => table.list(workspaceId, originId, most)),
    campaignMessages: ({ campaign }) => messages((table) => table.ofCampaign(campaign)),
    claimedLetters: ({ about }) => store.run(({ sql }) => about.map((one) => new AlertTable(sql).letters(one))),
    colleaguesLetters: ({ about }) =>
      store.run(({ sql }) => about.map((one) => new AlertTable(sql).colleaguesLetter(one))),
    claimLetters: ({ place, claims }) =>
      messages((_, sql) => {
        for (const { id, ...row } of claims) new AlertTable(sql).claim(place, id, row)
      }),
    campaigns: () =>
      store.run(({ sql }) =>
        sql
          .all<Place & { id: string; at: number; encrypted: ArrayBuffer }>(
            'SELECT id, workspace AS workspaceId, region, at, sealed AS encrypted FROM campaign ORDER BY at DESC, id'
          )
          .map((row) => ({ ...row, encrypted: new Uint8Array(row.encrypted) }))
      ),
    putCampaign: ({ place: { workspaceId, region }, id, at, encrypted }) =>
      store.run(({ sql }) => {
        sql.run('INSERT OR REPLACE INTO campaign VALUES (?, ?, ?, ?, ?)', id, workspaceId, region, at, encrypted)
      }),
    removeCampaign: ({ id }) => store.run(({ sql }) => void sql.run('DELETE FROM campaign WHERE id = ?', id)),
    outages: ({ place }) => outages((table) => table.list(place)),
    addOutageStep: ({ place, row }) => outages((table) => table.addStep(place, row)),
    addOutageTold: ({ place, rows }) =>
      outages((table) => rows.flatMap((row) => (table.addTold(place, row) ? row.message : []))),
    endOutageTold: () =>
      outages((table, { outbox }) => {
        const ended = table.takeEnded()
        for (const { service, message, state } of ended)
          if (service !== null)
            outbox.add({ service, kind: 'outage', subject: message, field: 'ended', value: { state } })
        return ended.length > 0
      }),
    outageToldOf: ({ place, originId }) => outages((table) => table.toldOf(place, originId))
  }
}
