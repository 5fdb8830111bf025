import type { ChangeOutcome } from '../../shared/ipc-actions'
import { toAppError } from '../../shared/errors'
import type { MappingOperation } from '../../shared/model/mapping'
import type { Client, Target } from '../http/client'
import { write } from '../http/write'
import type { Ledger, Noted } from './ledger'
import type { OfferedOperations } from './operations'
import { atControls, saidBy, withoutToken, withoutTokenIn } from './refusal'

/** One write at the service, and what is written down of it. */
export interface Act {
  target: Target
  noted: Omit<Noted, 'outcome' | 'message'>
  /** In the operator's words. */
  subject: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Of the connector it is about: taken out of all words. */
  token: string | null
  /** Where it is one of the optional operations. */
  operation?: MappingOperation
  signal: AbortSignal
}

export interface Acted {
  change: ChangeOutcome
  /** What the service answered; undefined where that was empty or unreadable. */
  json: unknown
  /** Adds what was found out afterwards to the ledger, and answers the outcome with it. */
  settle(found: { noted?: Partial<Noted>; message?: string; stillListed?: boolean | null }): Promise<ChangeOutcome>
}

/** Sends writes, each once, and keeps the ledger of them. */
export class MappingWriter {
  constructor(
    private readonly client: Client,
    private readonly ledger: Ledger,
    private readonly operations: OfferedOperations
  ) {}

  /**
   * @throws AppError validation with `fields` for a 422; cancelled, before it left; internal where the ledger cannot
   * be written: then nothing leaves
   */
  async carryOut(act: Act): Promise<Acted> {
    const { target, noted, subject, method, path, body, token, operation, signal } = act
    const id = await this.ledger.begin(target, { ...noted, outcome: 'unknown', message: '' })
    const connectorKey = noted.mapping?.scope.kind === 'connector' ? noted.mapping.scope.key : null
    const call = { asker: 'mappings' as const, subject, method, path, signal, ...(connectorKey && { connectorKey }) }
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const written = await write(this.client, target, { ...call, ...json }).catch(async (thrown: unknown) => {
      await this.ledger.end(id, { ...noted, outcome: 'refused', message: toAppError(thrown).message })
      throw thrown
    })
    const error = written.error && withoutToken(written.error, token)
    const said = error && Array.isArray(error.info.detail) ? saidBy(error) : written.change.message
    const change: ChangeOutcome = { ...written.change, message: withoutTokenIn(said, token) }
    const { outcome, message } = change
    await this.ledger.end(id, { ...noted, outcome, message })
    if (error && operation) await this.operations.heard(target, operation, error)
    if (error?.code === 'validation') throw atControls(error)
    return {
      change,
      json: written.json,
      settle: async ({ noted: more, message: added, stillListed = null }) => {
        const told = [message, added].filter(Boolean).join(' ')
        await this.ledger.end(id, { ...noted, ...more, outcome, message: told })
        return { outcome, message: told, stillListed }
      }
    }
  }
}
