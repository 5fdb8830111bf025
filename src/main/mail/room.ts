import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Outcome } from '../../shared/doctor/finding'
import { AppError } from '../../shared/errors'
import { mailOrigin, type MailAccount, type MailState } from '../../shared/mail/mail'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Letter } from '../../shared/mail/channels'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import type { Place } from '../../shared/workspaces/place'
import { regions } from '../../shared/workspaces/region'
import type { IssueStore } from '../issues/store'
import { outageTextProblem } from '../../shared/mail/outage-letters'
import type { Workspaces } from '../workspaces/workspaces'
import { zoneWriter } from '../issues/room'
import { heldBack, Outages, type OutageParts } from './outages'
import type { Jobs } from '../base/jobs'
import type { Area, Room } from '../base/room'
import type { Act } from '../guard/confirmer'
import type { Policy } from '../policy/policy'
import { BoundTokens } from '../secrets/bound-tokens'
import type { Masker } from '../secrets/masker'
import type { SecretStore } from '../secrets/secret-store'
import type { Consents } from '../settings/consents'
import type { SettingsStore } from '../settings/settings-schema'
import { Campaigns } from './campaigns'
import { Contacts, readContacts } from './contacts'
import { Letters, type LetterParts } from './letters'
import { tryServer, type Server } from './smtp'
import { StandingMail, type StandingParts } from './standing'

type Broadcast = <E extends EventName>(event: E, payload: EventPayload<E>) => void

export interface MailRoomParts extends Pick<LetterParts, 'activity' | 'clock' | 'lock' | 'operator' | 'serviceOf'> {
  confirmer: StandingParts['confirmer']
  history: OutageParts['history'] & Pick<IssueStore, 'changeIssues'>
  settings: SettingsStore
  policy: Policy
  secrets: SecretStore
  masker: Pick<Masker, 'add' | 'mask'>
  jobs: Jobs
  consents: Consents
  certificates: { pems(): string[] }
  dialogs: { openFile(): Promise<string | null>; chooseFile(name: string): Promise<string | null> }
  writeWhole(path: string, content: Uint8Array): Promise<void>
  /** Its key encrypts contacts and letters. */
  library: {
    encrypting: LetterParts['encrypting']
    encryptToo(contacts: Contacts): void
    tidy(): Promise<void>
  }
  team: OutageParts['team'] & LetterParts['team'] & { readOutages(service: string): Promise<void> }
  workspaces: Pick<Workspaces, 'relinkOf' | 'outageLettersOf' | 'setOutageLetters'>
  integrationName(place: Place, slug: string): Promise<string>
  failed(what: string): (error: unknown) => void
  tell(id: string, words: string): void
  /** Removes what only main can read of forgotten customers' connectors. */
  forget(): Promise<void>
  broadcast: Broadcast
}

/** ms: reminders fall due without a refresh, and late customers wait no longer. */
const every = 60_000
const account = 'mail'
const job = 'mail'

/** Contacts of customers, and letters to them. */
export function openMail(parts: MailRoomParts): Room<Area<'mail'>> & {
  campaigns: Pick<Campaigns, 'forget'>
  contacts: Contacts
  letters: Letters
  outages: Pick<Outages, 'look'>
  standing: StandingMail
  state: () => MailState
  /** @throws AppError without a server, or without its password */
  server: () => Promise<Server>
  /** For the Doctor; null without a server. */
  examine: () => (() => Promise<Outcome>) | null
} {
  const { certificates, clock, confirmer, dialogs, history, jobs, library, masker, policy, settings, team } = parts
  const secrets = new BoundTokens(parts.secrets)
  const contacts = new Contacts({ history, encrypting: () => library.encrypting(), told: () => team.told() })
  library.encryptToo(contacts)
  const standing = new StandingMail({ history, clock, confirmer, consents: parts.consents, account: usable })
  const learn = async (place: Place) => {
    const service = parts.serviceOf(place)
    // Out of reach: what is known here counts.
    if (service !== null) await team.readOutages(service).catch(() => undefined)
  }
  const held = async (place: Place, keys: readonly string[]) => {
    await learn(place)
    return heldBack(history, place, keys, clock.now())
  }
  const letters = new Letters({
    ...{ ...parts, contacts, server, standing },
    encrypting: () => library.encrypting(),
    connector: (of) => history.connector(of),
    mayChange: () => team.mayChange(),
    heldBack: held,
    async requested(place, keys) {
      await history.changeIssues({ place, keys, change: { requested: 'email' }, now: clock.now() })
      team.told()
    },
    tell: (words) => parts.tell('mail', words)
  })
  const campaigns = new Campaigns({
    ...{ history, clock, contacts, letters, standing, lock: parts.lock },
    heldBack: held,
    connector: (of) => history.connector(of),
    encrypting: () => library.encrypting(),
    account: () => state().account,
    relinkOf: (workspaceId) => parts.workspaces.relinkOf(workspaceId) ?? freshRelinkSettings,
    endConsent: (workspaceId, rule) => parts.consents.end(workspaceId, rule),
    changed: () => parts.broadcast('mail:campaignsChanged', undefined),
    failed: parts.failed('Reminders')
  })
  let timer: NodeJS.Timeout | undefined

  /** @returns null if the operator chose no folder */
  async function saveFiles(place: Place, all: readonly Letter[]) {
    const files = await letters.files(place, all)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const folder = await dialogs.chooseFile(`letters-${day}`)
    if (folder === null) return null
    await mkdir(folder, { mode: 0o700 }).catch((thrown: unknown) => {
      throw new AppError('file-conflict', `The folder ${basename(folder)} cannot be made: ${String(thrown)}`)
    })
    for (const { name, bytes } of files) await parts.writeWhole(join(folder, name), bytes)
    return { file: folder, letters: files.length }
  }

  const outages = new Outages({
    ...{ clock, contacts, history, learn, letters, masker, standing, team, writeTime: zoneWriter },
    ...{ consents: parts.consents, lock: parts.lock, nameOf: parts.integrationName, failed: parts.failed('Outages') },
    zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    operator: () => parts.operator(),
    templatesOf: (workspaceId) => parts.workspaces.outageLettersOf(workspaceId),
    serviceOf: (place) => parts.serviceOf(place),
    changed: (place) => parts.broadcast('mail:outagesChanged', place)
  })

  function state(): MailState {
    const given = policy.isBroken ? undefined : policy.of('mail.server')
    const kept = settings.get().mail
    const isManaged = given !== undefined && (given.locked || kept === null)
    const chosen = isManaged ? { ...given.value, user: kept?.user ?? '' } : kept
    const refused = refusal()
    return { account: refused === null ? chosen : null, managed: isManaged, refused }
  }

  function refusal(): string | null {
    if (policy.isBroken) return 'The policy of your organization cannot be read, so nothing is sent.'
    if (policy.of('mail.enabled')?.value === false) return 'Your organization allows no mail from this app.'
    return null
  }

  function usable(): MailAccount {
    const { account: chosen, refused } = state()
    if (refused !== null) throw new AppError('managed', refused)
    if (!chosen) throw new AppError('not-permitted', 'No mail server is set up: Settings, Mail.')
    return chosen
  }

  async function server(): Promise<Server> {
    const chosen = usable()
    const password = chosen.user === '' ? '' : await secrets.get(account, mailOrigin(chosen))
    if (password === null)
      throw new AppError(
        'no-token',
        'The password of the mail server is not at hand: unlock the keychain, or enter it in Settings.'
      )
    if (password !== '') masker.add(password)
    return { account: chosen, password, certificates: certificates.pems() }
  }

  async function examine(): Promise<Outcome> {
    try {
      const at = await server()
      const failure = await tryServer(at)
      return failure === null ? ok(testedWords(at.account)) : fault(failure)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return fault(thrown.message)
    }
  }

  async function setAccount(chosen: MailAccount | null, password: string | null): Promise<void> {
    const given = policy.of('mail.server')
    const before = state().account
    const isSame =
      given?.locked === true && chosen !== null && sameServer({ ...given.value, user: '' }, { ...chosen, user: '' })
    if (given?.locked && !isSame) policy.refuseChange('mail.server')
    const why = refusal()
    if (chosen && why !== null) throw new AppError('managed', why)
    // A person agrees to where letters and the password go. What the organization gave needs no more.
    if (chosen && !isSame) await confirmer.confirm(confirmed(chosen), new AbortController().signal)
    const origin = chosen && mailOrigin(chosen)
    if (chosen?.user && password !== null && origin) {
      masker.add(password)
      await secrets.set(account, { token: password, origin })
    } else if (!chosen || (before && origin !== mailOrigin(before))) await secrets.delete(account)
    settings.update({ mail: chosen })
  }

  return {
    ...{ campaigns, contacts, letters, outages, standing, state, server },
    examine: () => (state().account ? examine : null),
    handlers: {
      'mail:get': async () => state(),
      'mail:setAccount': async ({ account: chosen, password }) => {
        await setAccount(chosen, password)
        return state()
      },
      'mail:test': examine,

      'mail:contacts': ({ workspaceId, originId }) => contacts.of(workspaceId, originId),
      'mail:allContacts': ({ workspaceId }) => contacts.all(workspaceId),
      'mail:saveContacts': async ({ workspaceId, of, how }) => {
        await team.mayChange()
        if (how === 'add') await contacts.add(workspaceId, of)
        else await contacts.save(workspaceId, of)
        team.told()
      },
      'mail:readContacts': async () => {
        const path = await dialogs.openFile()
        return path === null ? null : readContacts(path)
      },

      'mail:send': ({ requestId, letters: all, ...place }, { owner }) =>
        jobs.run(requestId, owner, job, (signal) => letters.send(place, all, signal)),
      'mail:saveLetters': ({ letters: all, ...place }) => saveFiles(place, all),
      'mail:campaigns': (place) => campaigns.list(place),
      'mail:campaign': ({ id, ...place }) => campaigns.show(place, id),
      'mail:startCampaign': ({ of, ...place }) => campaigns.start(place, of),
      'mail:changeCampaign': ({ id, change, ...place }) => campaigns.change(place, id, change),
      'mail:sendCampaign': ({ requestId, id, ...place }, { owner }) =>
        jobs.run(requestId, owner, job, (signal) => campaigns.send(place, id, signal)),
      'mail:saveCampaign': async ({ id, ...place }) => saveFiles(place, await campaigns.ready(place, id)),
      'mail:remind': async ({ id, rule, ...place }) => {
        await team.mayChange()
        return campaigns.remind(place, id, rule, new AbortController().signal)
      },
      'mail:removeCampaign': ({ id, ...place }) => campaigns.remove(place, id),
      'mail:outages': (place) => outages.list(place),
      'mail:outage': ({ integration, ...place }) => outages.desk(place, integration),
      'mail:tellOutage': async ({ requestId, workspaceId, region, ...asked }, { owner }) => {
        const place = { workspaceId, region }
        const said = await jobs.run(requestId, owner, job, (signal) => outages.tell({ ...asked, place }, signal))
        return { desk: await outages.desk(place, asked.integration), said }
      },
      'mail:tellLate': ({ integration, on, ...place }) =>
        outages.late(place, integration, on, new AbortController().signal),
      'mail:closeOutage': ({ integration, number, ...place }) => outages.close(place, integration, number),
      'mail:keepOutageLetters': async ({ workspaceId, kind, letters: texts }) => {
        const problem = Object.values(texts).flatMap((text) => (text === '' ? [] : (outageTextProblem(text) ?? [])))[0]
        if (problem !== undefined) throw new AppError('invalid-input', problem)
        parts.workspaces.setOutageLetters(workspaceId, kind, texts)
      },
      'mail:messages': ({ workspaceId, originId }) => letters.list(workspaceId, originId),

      'mail:forgetCustomer': async ({ workspaceId, originId }) => {
        await team.mayChange()
        await confirmer.confirm(forgetting(workspaceId, originId), new AbortController().signal)
        await history.forgetCustomer({ workspaceId, originId })
        await parts.forget()
        for (const region of regions) parts.broadcast('team:issuesChanged', { workspaceId, region })
        team.told()
        await library.tidy()
      }
    },
    async begin() {
      await letters.begin()
      await outages.endTold(null)
      // What the last run cut off is known now: a reminder counts what left.
      timer = setInterval(() => {
        void campaigns.look()
        void outages.look()
      }, every)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await letters.stop()
      await campaigns.stop()
      await outages.stop()
    }
  }
}

const ok = (words: string): Outcome => ({ state: 'ok', words, next: '', facts: [] })
const fault = (words: string): Outcome => ({ state: 'fault', words, next: 'Look at Settings, Mail.', facts: [] })

function testedWords({ security, user }: MailAccount): string {
  const did = ['connects', ...(security === 'none' ? [] : ['encrypts']), ...(user === '' ? [] : ['logs in'])]
  return `It ${did.length === 1 ? '' : `${did.slice(0, -1).join(', ')} and `}${did.at(-1)}. Nothing was sent.`
}

const sameServer = (one: MailAccount, other: MailAccount) =>
  (Object.keys(one) as (keyof MailAccount)[]).every((field) => one[field] === other[field])

const securityWords = { starttls: 'STARTTLS', tls: 'TLS', none: 'none, on this computer' } as const

function confirmed(chosen: MailAccount): Act {
  const { from, fromName, host, port, replyTo, security, user } = chosen
  return {
    place: null,
    noWorkspace: true,
    title: `Send letters to customers through ${host}?`,
    verb: 'Use this server',
    note: 'Nothing is sent now. You confirm each letter before it leaves.',
    facts: [
      ['Server', `${host}:${port}`],
      ['Encryption', securityWords[security]],
      ['User', user || 'none'],
      ['Sender', fromName ? `${fromName} <${from}>` : from],
      ['Replies go to', replyTo || from]
    ],
    requests: []
  }
}

function forgetting(workspaceId: string, originId: string): Act {
  return {
    place: { workspaceId, region: 'default' },
    title: 'Forget this customer?',
    verb: 'Forget',
    danger: true,
    warnings: ['This cannot be undone. Desks of your team forget the customer as well.'],
    note: 'Goes: contacts, letters and to whom they went, notes on issues, answers of the customer’s systems, and values and samples kept of them. Stays: the connectors in the list, which the API brings again, titles of tickets, which the tracker has as well, and the record of changes, which names customer, connector, time and operator for as long as your organization keeps it. In the team’s database earlier versions stay until its administrator removes them.',
    facts: [['Origin ID', originId]],
    requests: []
  }
}
