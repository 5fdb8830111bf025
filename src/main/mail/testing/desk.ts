import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { IssueRecord } from '../../../shared/issues/issue'
import type { Contact } from '../../../shared/mail/contact'
import type { MailAccount } from '../../../shared/mail/mail'
import { promised } from '../../base/promised'
import type { Second } from '../../guard/confirmer'
import { personWho } from '../../guard/testing'
import type { LoggedCall } from '../../http/call-log'
import { Encryption } from '../../secrets/encryption'
import { Consents } from '../../settings/consents'
import { FakeClock } from '../../testing/fakes'
import { place, type TestHistory } from '../../testing/history'
import { Contacts } from '../contacts'
import { Letters, type LetterParts } from '../letters'
import { StandingMail } from '../standing'

export const key = new Encryption(Buffer.alloc(32, 7))
export const contact = (address: string, change: Partial<Contact> = {}): Contact => ({
  ...{ address, name: '', language: '', relinks: false },
  ...change
})

/** Connectors are called `HRIS:<customer>` or `ATS:<customer>`. */
export async function mailDesk(
  test: TestHistory,
  {
    port,
    encrypting = async () => key,
    second,
    ...more
  }: { port: number; second?: Second | undefined } & Partial<LetterParts>
) {
  let agrees = true
  const { confirmer, acts } = personWho(() => agrees, undefined, undefined, second)
  const [told, requested, calls]: [string[], string[][], LoggedCall[]] = [[], [], []]
  const history = promised(() => test.history)
  const contacts = new Contacts({ history, encrypting, told: () => undefined })
  const clock = new FakeClock(Date.UTC(2026, 2, 10))
  const account: MailAccount = {
    ...{ host: '127.0.0.1', port, security: 'none', user: '' },
    ...{ from: 'ops@harbourline.example', fromName: 'Harbourline', replyTo: 'reply@harbourline.example' }
  }
  const consents = new Consents({ store: history, clock, changed: () => undefined })
  const standing = new StandingMail({ history, clock, confirmer, consents, account: () => account })
  /** Open issues by connector. */
  const broken = new Map<string, Partial<IssueRecord>>()
  /** Closed ones before them, newest first. */
  const before = new Map<string, Partial<IssueRecord>[]>()
  const lock: { state: unknown } = { state: null }
  const connector: LetterParts['connector'] = async ({ key: of }) => {
    const originId = of.split(':')[1] ?? ''
    if (originId === 'gone') return null
    const fields = [
      { field: 'origin_id', value: originId === 'nobody' ? null : originId },
      { field: 'end_user', value: `${originId} Ltd` },
      { field: 'integration_slug', value: 'bamboohr' }
    ]
    const open = broken.get(of)
    const issues = [...(open ? [{ closedAt: null, ...open }] : []), ...(before.get(of) ?? [])].map((one) => ({
      ...{ cause: 'relink', openedAt: 0, events: [] },
      ...one
    }))
    const diagnosis = { category: of.split(':')[0], since: null, lastGoodSync: { time: null, kind: 'never' } }
    return { key: of, fields, issues, diagnosis } as unknown as ConnectorHealth
  }
  const make = () =>
    new Letters({
      ...{ history, standing, lock, connector },
      ...{ clock, confirmer, contacts, encrypting },
      server: async () => ({ account, password: '', certificates: [] }),
      activity: {
        begin: async (call) => {
          calls.push(call)
          return async (ended) => void calls.push(ended)
        }
      },
      requested: async (_, keys) => void requested.push(keys),
      heldBack: async () => new Map(),
      mayChange: async () => undefined,
      ...{
        team: { live: async () => null, readMessages: async () => undefined },
        serviceOf: () => null,
        operator: () => 'Ada'
      },
      tell: (words) => told.push(words),
      ...more
    })
  if (await encrypting())
    await contacts.save(
      place.workspaceId,
      ['umber', 'larkfield', 'harrow'].map((originId) => ({ originId, contacts: [contact(`hr@${originId}.example`)] }))
    )
  return {
    ...{ letters: make(), restarted: make, acts, told, requested, calls, history },
    ...{ account, before, broken, clock, connector, consents, contacts, lock, standing },
    decline: () => (agrees = false),
    list: (originId: string) => make().list(place.workspaceId, originId)
  }
}
