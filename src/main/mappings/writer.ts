import type { ChangeOutcome } from '../../shared/connectors/channels'
import { toAppError } from '../../shared/errors'
import { type Place, placeOf } from '../../shared/workspaces/place'
import type { ActConnector, Confirmer } from '../guard/confirmer'
import type { Grant } from '../guard/grant'
import type { Call } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { write } from '../http/write'
import type { Act } from './act'
import type { ChangeLog, Noted } from './change-log'
import type { OfferedOperations } from './operations'
import { wordsOf } from './confirm-words'
import type { WriteRequest } from './requests'
import { atControls, saidBy } from './refusal'

export interface Acted {
  change: ChangeOutcome
  /** What the service answered; undefined where that was empty or unreadable. */
  json: unknown
  /** Of the ledger. */
  entryId: number
  /** Adds what was found out afterwards to the ledger, and answers the outcome with it. */
  settle(found: { noted?: Partial<Noted>; message?: string; stillListed?: boolean | null }): Promise<ChangeOutcome>
}

/** Sends writes, each once, and keeps the ledger of them. */
export class MappingWriter {
  constructor(
    private readonly client: Client,
    private readonly changeLog: ChangeLog,
    private readonly operations: OfferedOperations,
    private readonly confirmer: Confirmer,
    private readonly whose: (place: Place, key: string) => Promise<ActConnector>
  ) {}

  /**
   * @throws AppError validation with `fields` for a 422; cancelled, before it left, also where it was not confirmed;
   * internal where the ledger cannot be written: then nothing leaves
   */
  async carryOut(act: Act): Promise<Acted> {
    const { target, noted, subject, operation, signal } = act
    const connectorKey = noted.mapping?.scope.kind === 'connector' ? noted.mapping.scope.key : null
    const call = { ...callOf(act.request, subject, signal), ...(connectorKey && { connectorKey }) }
    const grant = act.grant ?? (await this.confirmed(act, call, connectorKey))
    if (!act.grant) await act.still?.()
    const id = await this.changeLog.begin(target, { ...noted, outcome: 'unknown', message: '' })
    const written = await write(this.client, target, { ...call, grant }).catch(async (thrown: unknown) => {
      await this.changeLog.end(id, { ...noted, outcome: 'refused', message: toAppError(thrown).message })
      throw thrown
    })
    const { error } = written
    const said = error && Array.isArray(error.info.detail) ? saidBy(error) : written.change.message
    const change: ChangeOutcome = { ...written.change, message: said }
    const { outcome, message } = change
    await this.changeLog.end(id, { ...noted, outcome, message })
    if (error && operation) await this.operations.heard(target, operation, error)
    if (error?.code === 'validation') throw atControls(error)
    return {
      change,
      json: written.json,
      entryId: id,
      settle: async ({ noted: more, message: added, stillListed = null }) => {
        const fullMessage = [message, added].filter(Boolean).join(' ')
        await this.changeLog.end(id, { ...noted, ...more, outcome, message: fullMessage })
        return { outcome, message: fullMessage, stillListed }
      }
    }
  }

  private async confirmed(act: Act, call: Call, key: string | null): Promise<Grant> {
    const { target, signal } = act
    const connector = key === null ? null : await this.whose(placeOf(target), key)
    return this.confirmer.confirm({ ...wordsOf(act, leavingOf(target, call)), connector }, signal)
  }
}

/** A write as the client sends it. */
export function callOf({ method, path, body }: WriteRequest, subject: string, signal: AbortSignal): Call {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return { asker: 'mappings', subject, method, path, signal, ...json }
}
