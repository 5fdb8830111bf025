import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreMethods } from '../app/store'
import { systemClock } from '../base/clock'
import type { Remote } from '../base/thread'
import { personWho } from '../guard/testing'
import { noPolicy } from '../policy/policy'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { storeTexts } from '../app/store-texts'
import { maskedStore } from '../store/masked'
import { storeInThread } from '../store/thread'
import type { Place } from '../../shared/workspaces/place'
import type { TeamAddress } from '../../shared/team/team'
import type { TeamChange } from '../team/change'
import { Team } from '../team/team'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { lineOf, pageOf } from '../store/tables/connectors/page-lines'
import { madeUpRow } from './made-up-rows'

export const place: Place = { workspaceId: '00000000-0000-4000-8000-00000000000a', region: 'default' }

export interface DeskOptions {
  bundle: URL
  folder: string
  operator: string
  address: TeamAddress
  password: string
  /** The service that identifies its issues. */
  service?: string
  /** The name at that moment, in place of `operator`. */
  named?: () => string
  /** They outlive the program. */
  secrets?: MemoryStore
  /** Called with the team's changes, once the database has them and the window would be told. */
  received?: (changes: readonly TeamChange[]) => void
}

/** Without window and keychain; its database is in a thread and on disk. */
export interface TeamDesk {
  team: Team
  masker: Masker
  store: Remote<StoreMethods>
  refresh(ids: readonly string[]): Promise<void>
  /** Desk and team have everything of each other. */
  isUpToDate(): boolean
  stop(): Promise<void>
}

/** @throws Error if its database was not kept, or set aside */
export async function teamDesk(options: DeskOptions): Promise<TeamDesk> {
  const { bundle, folder, operator, address, password, received = () => undefined } = options
  const { service = 'https://api.example.com', secrets = new MemoryStore(), named = () => operator } = options
  mkdirSync(folder, { recursive: true })
  const thread = storeInThread<StoreMethods>(bundle, { file: join(folder, 'history.db'), now: Date.now() })
  const { keeping, setAside, message } = await thread.store.keeping()
  if (keeping === 'no' || setAside) throw new Error(`The history does not open: ${message}`)
  const masker = new Masker()
  const store = receiving(maskedStore(thread.store, masker, storeTexts), received)
  let settings: Settings = { ...freshSettings, team: address }
  secrets.secrets.set(
    'team',
    JSON.stringify({ token: password, origin: `postgresql://${address.host}:${address.port}` })
  )
  const team = new Team({
    ...{ secrets, masker, store },
    confirmer: personWho().confirmer,
    settings: { get: () => settings, update: (change) => void (settings = { ...settings, ...change }) },
    policy: noPolicy,
    clock: systemClock,
    operator: named,
    places: () => [{ ...place, service }],
    certificates: () => [],
    asked: () => undefined,
    assigned: () => undefined,
    chooseFile: async () => null,
    library: {
      ...{ contentOf: async () => null, take: async () => false },
      ...{ shelfOf: async () => null, takeShelf: async () => false },
      ...{ contactsOf: async () => null, takeContacts: async () => false, exchanged: async () => undefined }
    },
    broadcast: () => undefined,
    failed: (error) => console.error(error)
  })
  return {
    ...{ team, masker, store },
    async refresh(ids) {
      const at = Date.now()
      const relink_needed_at = new Date(at - 3_600_000).toISOString()
      const rows = ids.map((id) => madeUpRow(id, at, { status: 'RELINK_NEEDED', relink_needed_at }))
      const refresh = await store.beginRefresh({ place, startedAt: at, whole: true })
      await store.appendPage({ refresh, page: pageOf(rows.map(lineOf)), at })
      const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: rows.length, repeated: 0 }]
      await store.endRefresh({ refresh, at, parts })
      await store.issueList({ place, now: at })
      team.told()
    },
    isUpToDate: () => team.state.status?.kind === 'connected' && team.state.status.waiting === 0,
    async stop() {
      await team.stop()
      await thread.stop()
    }
  }
}

function receiving(
  store: Remote<StoreMethods>,
  received: (changes: readonly TeamChange[]) => void
): Remote<StoreMethods> {
  const receiveChanges: typeof store.receiveChanges = async (asked) => {
    const answer = await store.receiveChanges(asked)
    received(asked.changes)
    return answer
  }
  return new Proxy(store, {
    get: (of, name) => (name === 'receiveChanges' ? receiveChanges : Reflect.get(of, name))
  })
}
