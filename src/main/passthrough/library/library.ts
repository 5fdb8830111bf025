import type { LibraryKeeping } from '../../../shared/passthrough/library'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { KeychainState } from '../../../shared/workspaces/workspace'
import { AppError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { SecretStore } from '../../secrets/secret-store'
import type { SettingsStore } from '../../settings/settings-schema'
import { HistoryKey, type KeyFlag, type Encryption } from '../../secrets/encryption'
import type { BodyDialogs } from '../../viewer/views'
import { BodyFiles } from './body-files'
import { ConnectorValues } from './connector-values'
import { FolderExchange } from './exchange'
import type { LibraryStore } from './store'
import { OpenTabStore } from './open-tabs'
import { SavedLibrary } from './saved-library'
import { SharedRequests } from './shared-requests'
import { SentHistory, type SentParts } from './sent-history'
import { KeptRuns } from './runs'
import { Shelves } from './shelves'
import { ShelfFiles } from '../shelf/files'
import type { Variable } from '../../../shared/passthrough/passthrough'
import { isBuiltIn } from '../../../shared/passthrough/variables'
import { variableProblem } from './clean-draft'

export interface LibraryParts {
  /** Its database also has the library. */
  store: LibraryStore
  keeping: () => Keeping
  /** For encrypted parts over 1 MB: the folder `bodies` of the profile. */
  bodiesFolder: string
  keychain: SecretStore
  keyFlag: KeyFlag
  clock: Clock
  dialogs: BodyDialogs
  masker: Pick<Masker, 'mask' | 'holds' | 'clean'>
  dropResponse: (responseId: string) => void
  room: () => number
  /** The days to keep sends; undefined: the app's default. */
  keepDays?: number | undefined
  changed: (keeping: LibraryKeeping) => void
  sentEnded: SentParts['ended']
  savedChanged?: () => void
  /** Limit for the keychain's first answer, ms. */
  patienceMs?: number | undefined
}

export interface EncryptedToo {
  encryptFromMemory(): Promise<void>
  forgetEncrypted(): Promise<void>
}

/** Variables are not secrets and are stored in plain text. */
class Variables {
  constructor(
    private readonly shelves: Shelves,
    private readonly masker: Pick<Masker, 'holds'>
  ) {}

  async list(workspaceId: string): Promise<Variable[]> {
    const { store } = await this.shelves.forPlain()
    return store.variables({ workspaceId })
  }

  /** Replaces all variables. @throws AppError invalid-input with `fields` */
  async set(workspaceId: string, variables: Variable[]): Promise<Variable[]> {
    const fields: Record<string, string> = {}
    const seen = new Set<string>()
    variables.forEach(({ name, value }, index) => {
      if (seen.has(name)) fields[`variables.${index}.name`] = 'This name occurs twice.'
      seen.add(name)
      if (isBuiltIn(name)) fields[`variables.${index}.name`] = `${name} is always the connector’s own.`
      const problem = variableProblem(value, this.masker)
      if (problem) fields[`variables.${index}.value`] = problem
    })
    const [problem] = Object.values(fields)
    if (problem !== undefined) throw new AppError('invalid-input', problem, { fields })
    const { store } = await this.shelves.forPlain()
    await store.putVariables({ workspaceId, variables })
    return variables
  }
}

export class Library {
  readonly history: SentHistory
  readonly runs: KeptRuns
  readonly saved: SavedLibrary
  readonly shared: SharedRequests
  readonly tabs: OpenTabStore
  readonly variables: Variables
  readonly values: ConnectorValues
  readonly exchange: FolderExchange
  /** Files of the provider shelf. */
  readonly shelfFiles: ShelfFiles
  private readonly shelves: Shelves
  private readonly files: BodyFiles
  private readonly others: EncryptedToo[] = []

  constructor(private readonly parts: LibraryParts) {
    const { clock, dialogs, masker, dropResponse, room, keepDays, sentEnded } = parts
    this.files = new BodyFiles(parts.bodiesFolder)
    const key = new HistoryKey(parts.keychain, parts.keyFlag)
    const { store: kept, keeping, changed, patienceMs } = parts
    const shelves = new Shelves({ kept, files: this.files, keeping, key, changed, patienceMs })
    this.shelves = shelves
    this.runs = new KeptRuns({ shelves, clock, masker })
    this.history = new SentHistory({
      shelves,
      runs: this.runs,
      clock,
      masker,
      dropResponse,
      room,
      keepDays,
      ended: sentEnded
    })
    const saved = { shelves, clock, masker, changed: parts.savedChanged ?? (() => undefined) }
    this.saved = new SavedLibrary(saved)
    this.shared = new SharedRequests(saved, this.saved)
    this.tabs = new OpenTabStore(shelves, masker)
    this.variables = new Variables(shelves, masker)
    this.shelfFiles = new ShelfFiles(shelves)
    this.values = new ConnectorValues(shelves, masker, clock)
    this.exchange = new FolderExchange({ saved: this.saved, dialogs, masker })
  }

  keeping(): LibraryKeeping {
    return this.shelves.keeping()
  }

  encrypting(): Promise<Encryption | null> {
    return this.shelves.encrypting()
  }

  encryptToo(other: EncryptedToo): void {
    this.others.push(other)
  }

  async settledKeeping(): Promise<LibraryKeeping> {
    await this.shelves.settled()
    return this.keeping()
  }

  /** A new key also encrypts what the operator saved in this run. Earlier sends stay in memory, as the window said. */
  async keychainSaid(state: KeychainState): Promise<void> {
    if (await this.shelves.keychainSaid(state)) await this.encryptFromMemory()
  }

  /** Call after start and daily. */
  async tidy(): Promise<void> {
    // Against a temporary database, every file would look like an orphan.
    const { keeping, setAside } = this.parts.keeping()
    if (keeping === 'yes' && setAside === null) await this.files.sweep(() => this.parts.store.sentFiles())
    await this.history.pruneNow()
  }

  /** @throws AppError outdated while the key is not lost */
  async startOver(): Promise<LibraryKeeping> {
    if (!this.shelves.isLost) throw new AppError('outdated', 'The key is not lost: nothing needs to be given up.')
    await this.files.remove(await this.parts.store.removeEncrypted())
    for (const other of this.others) await other.forgetEncrypted()
    await this.shelves.startOver()
    await this.encryptFromMemory()
    return this.keeping()
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    await this.history.forgetAll(workspaceId)
    await this.shelves.ask(async ({ store, files }) => files.remove(await store.removeLibrary({ workspaceId })))
  }

  private async encryptFromMemory(): Promise<void> {
    for (const kept of [this.saved, this.tabs, this.values, this.shelfFiles, ...this.others])
      await kept.encryptFromMemory()
  }
}

/** If the settings cannot be written, the next run finds the key without them. */
export function keyFlagIn(settings: SettingsStore): KeyFlag {
  return {
    get: () => settings.get().historyKeyStored,
    set: (historyKeyStored) => settings.update({ historyKeyStored }, 'for-now')
  }
}
