import { Contacts } from '../mail/contacts'
import type { IssueChange } from '../../shared/issues/issue'
import type { ConnectorHealth } from '../../shared/connectors/health'
import type { EventName } from '../../shared/ipc'
import type { Lookers } from '../../shared/team/presence'
import type { TeamAddress, TeamState } from '../../shared/team/team'
import { dirname, join } from 'node:path'
import { promised } from '../base/promised'
import { Library } from '../passthrough/library/library'
import { ProviderShelf } from '../passthrough/shelf/provider-shelf'
import { Responses } from '../viewer/responses'
import { bundleWorker } from '../testing/bundle-worker'
import { systemClock } from '../base/clock'
import { personWho } from '../guard/testing'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { noPolicy } from '../policy/policy'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { storeTexts } from '../app/store-texts'
import { maskedStore } from '../store/masked'
import { madeUpRow } from '../testing/made-up-rows'
import type { Postgres } from '../testing/postgres'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { schemaScript } from './schema'
import { Team } from './team'

const service = 'https://api.example.com'
export const passwordOf = (account: string) => `password of ${account}`

/** Each account gets its role. */
export async function teamDatabase(
  server: Postgres,
  database: string,
  accounts: Record<string, 'operator' | 'viewer' | null>
): Promise<void> {
  await server.create(database)
  const statements = Object.entries(accounts).flatMap(([account, role]) => [
    `CREATE ROLE ${account} LOGIN PASSWORD '${passwordOf(account)}';`,
    ...(role ? [`GRANT connector_desk_${role} TO ${account};`] : [])
  ])
  // Each connection starts a server process.
  await server.query(database, [schemaScript(), ...statements].join('\n'))
}

export const addressOf = (server: Postgres, database: string, user: string): TeamAddress => ({
  ...{ host: server.host, port: server.port, database, user, tls: false }
})

/** Every desk that refreshes opens an issue. */
const broken = (id: string) =>
  madeUpRow(id, start, { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - 3_600_000).toISOString() })

/**
 * One operator's computer, without a window.
 *
 * @param certificates of trusted CAs
 */
export function testDesk(operator: string, certificates: string[] = []) {
  const history = testHistory()
  const masker = new Masker()
  const secrets = new MemoryStore()
  let agrees = true
  const { acts, confirmer } = personWho(() => agrees)
  const failures: unknown[] = []
  const told: TeamState[] = []
  const lookers: Lookers[] = []
  /** Answers to file dialogs, in order. */
  const files: string[] = []
  const came: [event: EventName, payload: unknown][] = []
  let exchanges = 0
  let places = [{ ...place, service }]
  const assigned: [keys: string[], by: string[], away: boolean][] = []
  let settings: Settings = freshSettings
  let now = start
  let waits = false
  let exchanged: () => Promise<void> = async () => undefined
  const store = maskedStore(
    promised(() => history.history),
    masker,
    storeTexts
  )
  let shelf: Promise<ProviderShelf> | undefined
  const shelfNow = () => (shelf ??= deskShelf())
  const library = deskLibrary(history, masker, () => desk.team.told())
  const contacts = new Contacts({
    history: store,
    encrypting: async () => (await library).encrypting(),
    told: () => desk.team.told()
  })
  const made = () =>
    new Team({
      ...{ secrets, masker, confirmer, store },
      settings: { get: () => settings, update: (change) => void (settings = { ...settings, ...change }) },
      policy: noPolicy,
      // Retries after half an hour.
      clock: { ...systemClock, random: () => (waits ? 4_000 : Math.random()) },
      chooseFile: async () => files.shift() ?? null,
      operator: () => operator,
      places() {
        exchanges++
        return places
      },
      certificates: () => certificates,
      assigned: (issues, away) => assigned.push([issues.map(({ key }) => key), issues.map(({ by }) => by), away]),
      asked: () => undefined,
      library: {
        contentOf: async (workspaceId, id) => (await library).shared.contentOf(workspaceId, id),
        take: async (of, content) => (await library).shared.take(of, content),
        shelfOf: async (workspaceId, id) => (await shelfNow()).shelfOf(workspaceId, id),
        takeShelf: async (of, content, parts) => (await shelfNow()).takeShelf(of, content, parts),
        contactsOf: (workspaceId, id) => contacts.contactsOf(workspaceId, id),
        takeContacts: (of, content) => contacts.takeContacts(of, content),
        exchanged: () => exchanged()
      },
      broadcast(event, payload) {
        if (event === 'team:changed') told.push(payload as TeamState)
        else if (event === 'team:lookers') lookers.push(payload as Lookers)
        else came.push([event, payload])
      },
      failed: (error) => failures.push(error)
    })
  const desk = {
    ...{ history, masker, secrets, acts, failures, told, assigned, lookers, files, came },
    agrees: (yes: boolean) => void (agrees = yes),
    /** Reconnects only on command, so that a test decides the order. */
    waits: (yes: boolean) => void (waits = yes),
    exchanges: () => exchanges,
    /** Its workspace, or none. */
    hasWorkspace(yes: boolean) {
      places = yes ? [{ ...place, service }] : []
      if (!yes) history.history.removeWorkspace({ workspaceId: place.workspaceId })
    },
    team: made(),
    /** What mappings do after the feed was read. */
    onExchange: (act: () => Promise<void>) => void (exchanged = act),
    library,
    contacts,
    /** Made when it is first asked for. */
    shelf: shelfNow,
    settings: () => settings,
    prefer: (of: Partial<Settings['preferences']>) =>
      void (settings = { ...settings, preferences: { ...settings.preferences, ...of } }),

    /** These connectors need a relink, the others are well. */
    refresh(brokenIds: readonly string[], wellIds: readonly string[] = []) {
      now += 60_000
      history.refresh([...brokenIds.map(broken), ...wellIds.map((id) => madeUpRow(id, start))], now)
      history.history.issueList({ place, now })
      desk.team.told()
    },
    change(id: string, change: IssueChange) {
      now += 1_000
      history.history.changeIssues({ place, keys: [`HRIS:${id}`], change, now })
      desk.team.told()
    },
    health: (id: string) => history.history.connector({ place, key: `HRIS:${id}`, now }) as ConnectorHealth,
    issue(id: string) {
      const open = desk.health(id).issues.find(({ closedAt }) => closedAt === null)
      return open && { owner: open.owner, note: open.note, snoozedUntil: open.snoozedUntil }
    },
    /** Oldest first. */
    events: (id: string) =>
      desk
        .health(id)
        .issues.flatMap(({ events }) => events)
        .map(({ kind, detail, operator: by }) => [kind, detail, by]),
    join: (address: TeamAddress, typed = passwordOf(address.user)) => desk.team.join({ address, password: typed }),
    isUpToDate() {
      const { status } = desk.team.state
      if (status?.kind !== 'connected' || status.waiting > 0) return false
      // A change just made is not in the status yet.
      return history.history.waitingChanges({ limit: 0 }).count === 0
    },
    /**
     * Restarts from disk.
     *
     * @param begun called before it begins
     */
    async restart({ begun = () => undefined }: { begun?: () => void } = {}) {
      await desk.team.stop()
      history.restart()
      desk.team = made()
      begun()
      desk.team.begin()
    },
    async end() {
      await desk.team.stop()
      await (await shelf)?.stop()
      history.remove()
    }
  }
  return desk

  async function deskShelf(): Promise<ProviderShelf> {
    bundle ??= bundleWorker(join(import.meta.dirname, '../passthrough/shelf/worker.ts'))
    const { saved, shelfFiles } = await library
    return new ProviderShelf({
      ...{ files: shelfFiles, bundle: (await bundle).url, clock: systemClock, responses: new Responses(), masker },
      dialogs: { openFile: async () => null },
      operator: () => operator,
      saved: (id) => saved.tree(id),
      mayChange: () => desk.team.mayChange(),
      changed: () => desk.team.told()
    })
  }
}

/** Of the shelf's thread, for all desks of a file of tests. */
let bundle: ReturnType<typeof bundleWorker> | undefined
/** The next file, which shares this module, makes its own. */
export async function removeBundle(): Promise<void> {
  const made = bundle
  bundle = undefined
  await (await made)?.remove()
}

export type TestDesk = ReturnType<typeof testDesk>

async function deskLibrary(history: TestHistory, masker: Masker, savedChanged: () => void): Promise<Library> {
  const keychain = new MemoryStore()
  let stored = false
  const library = new Library({
    store: promised(() => history.history),
    keeping: () => history.history.keeping(),
    bodiesFolder: join(dirname(history.file), 'bodies'),
    keychain,
    keyFlag: { get: () => stored, set: (now) => void (stored = now) },
    clock: systemClock,
    dialogs: { saveFile: async () => null, openFile: async () => null },
    ...{ masker, savedChanged },
    dropResponse: () => undefined,
    room: () => 1e6,
    sentEnded: () => undefined,
    changed: () => undefined
  })
  await library.keychainSaid(await keychain.check())
  return library
}
