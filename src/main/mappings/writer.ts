import type { ChangeOutcome } from '../../shared/connectors/channels'
import { toAppError } from '../../shared/errors'
import { type Place, placeOf } from '../../shared/workspaces/place'
import { type ActConnector, type Confirmer, nameToType, type Act as Confirmed } from '../guard/confirmer'
import type { Grant, Leaving } from '../guard/grant'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { write } from '../http/write'
import type { ChangeLog, Noted } from './change-log'
import type { OfferedOperations } from './operations'
import type { WriteRequest } from './requests'
import { atControls } from './refusal'
import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import type { MappingOperation } from '../../shared/mappings/mapping'
import type { Impact } from './impact'

const verbs: Record<ChangeLogEntry['act'], string> = {
  'create-field': 'Create field',
  'change-field': 'Save field',
  'delete-field': 'Delete field',
  'create-mapping': 'Save mapping',
  'change-mapping': 'Save mapping',
  'delete-mapping': 'Delete mapping'
}

/** One write at the service. */
interface Act {
  target: Target
  noted: Omit<Noted, 'outcome' | 'message'>
  /** Keys of connectors that the confirmation names, beside the mapping's own. */
  about?: string[]
  subject: string
  request: WriteRequest
  impact?: Impact | undefined
  /**
   * Runs after the confirmation, because a person may take their time. Throws if the write must not be sent any more.
   */
  still?: (() => Promise<void>) | undefined
  /** Set for a step of a list that was confirmed as a whole. */
  grant?: Grant | undefined
  token: string | null
  operation?: MappingOperation
  signal: AbortSignal
}

function wordsOf(
  { about = [], target, noted, subject, request: { secrets = [] }, impact }: Act,
  leaving: Leaving
): Confirmed {
  const { act, field, mapping, cascade } = noted
  const name = field.name ?? field.id ?? ''
  const going = cascade.map((one): [string, string] => ['Also deleted', `${one.scopeName}: ${one.expression}`])
  const facts: [string, string | null | undefined][] = [
    ['Field', name],
    ['Model', [field.model, field.category].filter(Boolean).join(', ')],
    // The head of the confirmation already names the connector.
    ['Applies to', mapping?.scope.kind === 'connector' && mapping.scope.key !== null ? null : mapping?.scopeName],
    ['Expression', mapping?.expression],
    ['Before', mapping?.before],
    ...(impact?.facts ?? []),
    ...going
  ]
  return {
    place: placeOf(target),
    title: `${subject}?`,
    verb: verbs[act],
    danger: act.startsWith('delete'),
    note: noteOf(act, mapping?.scope.kind),
    warnings: impact?.warnings ?? [],
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    typed: typedOf(noted),
    // A field's deletion takes its mappings of whole integrations along.
    second: act === 'delete-field' || mapping?.scope.kind === 'integration' ? 'integration-mapping' : undefined,
    requests: [{ leaving, secrets, about: [...about, ...(impact?.about ?? [])] }]
  }
}

/** The operator types a name for deletions and for changes that reach all customers of an integration. */
function typedOf({ act, field, mapping }: Act['noted']): NonNullable<Confirmed['typed']> | null {
  const scope = act === 'delete-field' ? null : mapping?.scope
  if (scope?.kind === 'integration') return nameToType('integration', mapping?.scopeName ?? '', scope.slug)
  return act.startsWith('delete') ? nameToType('field', field.name ?? '', field.id ?? '') : null
}

function noteOf(act: ChangeLogEntry['act'], scope: 'integration' | 'connector' | undefined): string {
  if (act === 'delete-field')
    return 'All its mappings are deleted, too, and API responses no longer include the field. This cannot be undone.'
  if (act !== 'delete-mapping') return 'Data shows it after the next sync of each connector.'
  return scope === 'integration'
    ? 'The field stays. Connectors of this integration will read null, except those with a mapping of their own.'
    : 'The field stays. The mapping of the integration, if there is one, applies to this connector again.'
}

export interface Acted {
  change: ChangeOutcome
  json: unknown
  entryId: number
  /** Adds later findings to the change log. */
  settle(found: { noted?: Partial<Noted>; message?: string; stillListed?: boolean | null }): Promise<ChangeOutcome>
}

export class MappingWriter {
  constructor(
    private readonly client: Client,
    private readonly changeLog: ChangeLog,
    private readonly operations: OfferedOperations,
    private readonly confirmer: Confirmer,
    private readonly whose: (place: Place, key: string) => Promise<ActConnector>
  ) {}

  /**
   * @throws AppError validation with `fields` for a 422; cancelled before anything left; internal if the change log
   * cannot be written: then nothing leaves
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
    const { change, error } = written
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
        return { ...change, message: fullMessage, stillListed }
      }
    }
  }

  private async confirmed(act: Act, call: Call, key: string | null): Promise<Grant> {
    const { target, signal } = act
    const connector = key === null ? null : await this.whose(placeOf(target), key)
    return this.confirmer.confirm({ ...wordsOf(act, leavingOf(target, call)), connector }, signal)
  }
}

export function callOf({ method, path, body }: WriteRequest, subject: string, signal: AbortSignal): Call {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return { asker: 'mappings', subject, method, path, signal, ...json }
}
