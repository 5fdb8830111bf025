import type { Request, Response } from '../../../shared/ipc'
import { AppError } from '../../../shared/errors'
import type { Place } from '../../../shared/workspaces/place'
import type { RecoveryProgress, RecoveryWindow } from '../../../shared/webhooks/recovery'
import type { ConnectorStore } from '../../connectors/store'
import type { Masker } from '../../secrets/masker'
import { connectorNameOf } from '../../data/connector-name'
import { Spill } from '../../data/spill'
import type { ManyParts } from '../../data/fetch-many'
import { fetchesOf } from './check-window'
import { columns } from './recovered-rows'
import { Recovery } from './recovery'

export interface RecoveriesParts extends ManyParts {
  history: Pick<ConnectorStore, 'lastRecord'>
  masker: Masker
  dialogs: {
    chooseFile(suggestedName: string): Promise<string | null>
  }
  /** The data room empties this folder at a start. */
  spillFolder: string
}

/** One recovery for each place, until the next one or the end of the app. */
export class Recoveries {
  private readonly open = new Map<string, Recovery>()

  constructor(private readonly parts: RecoveriesParts) {}

  /** `run` starts it. @throws AppError invalid-input with `fields`, no-token, errors of making its file */
  async begin(
    { recoveryId, place, window }: { recoveryId: string; place: Place; window: RecoveryWindow },
    signal: AbortSignal,
    tell: (progress: RecoveryProgress) => void
  ): Promise<Recovery> {
    const fetches = fetchesOf(window)
    // A place without a token fails here once, not in each fetch.
    await this.parts.workspaces.target(place.workspaceId, place.region)
    const keys = [...new Set(fetches.map(({ key }) => key))]
    const names = await Promise.all(
      keys.map(async (key) => [key, await connectorNameOf(this.parts.history, place, key)] as const)
    )
    const before = [...this.open].filter(([, one]) => isOf(one, place))
    await Promise.all(before.map(([id]) => this.close(id)))
    const spill = await Spill.make(this.parts.spillFolder, recoveryId)
    const { from, to } = window
    const of = { ...{ recoveryId, place, from, to, fetches }, names: Object.fromEntries(names) }
    const recovery = new Recovery(this.parts, spill, this.parts.masker, of, tell)
    signal.addEventListener('abort', () => recovery.cancel())
    if (signal.aborted) recovery.cancel()
    this.open.set(recoveryId, recovery)
    return recovery
  }

  current(place: Place): RecoveryProgress | null {
    return [...this.open.values()].find((one) => isOf(one, place))?.progress ?? null
  }

  rows({
    recoveryId,
    part,
    from,
    count
  }: Request<'webhooks:recoveredRows'>): Promise<Response<'webhooks:recoveredRows'>> {
    return this.get(recoveryId).rows.read(part, from, count)
  }

  async export({
    recoveryId,
    format
  }: Request<'webhooks:exportRecovery'>): Promise<Response<'webhooks:exportRecovery'>> {
    const day = new Date(this.get(recoveryId).progress.from).toISOString().slice(0, 10)
    const file = await this.parts.dialogs.chooseFile(`changed-since-${day}.${format}`)
    return file === null ? null : this.get(recoveryId).exports.begin(file, format, columns)
  }

  cancelExport(recoveryId: string, exportId: string): void {
    this.get(recoveryId).exports.cancel(exportId)
  }

  async close(recoveryId: string): Promise<void> {
    const recovery = this.get(recoveryId)
    this.open.delete(recoveryId)
    await recovery.close()
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    const its = [...this.open].filter(([, one]) => one.progress.workspaceId === workspaceId)
    await Promise.all(its.map(([id]) => this.close(id)))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open.keys()].map((id) => this.close(id)))
  }

  private get(recoveryId: string): Recovery {
    const recovery = this.open.get(recoveryId)
    if (!recovery) throw new AppError('not-found', 'This recovery was closed.')
    return recovery
  }
}

function isOf({ progress }: Recovery, { workspaceId, region }: Place): boolean {
  return progress.workspaceId === workspaceId && progress.region === region
}
