import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { teamKinds } from '../../shared/team/kinds'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { TokenFinder } from '../connectors/token-finder'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { RateLimits } from '../http/rate-limit'
import type { Subject } from '../issues/triage/subject'
import type { OfMapping } from '../mappings/encrypted-items'
import { FieldBook } from '../mappings/field-book'
import { Guards, scopeOf } from '../mappings/guards'
import { profileOf } from '../mappings/lab/guard-run'
import { ServiceSamples } from '../mappings/lab/service-samples'
import { LabSets } from '../mappings/lab/sets'
import { isMissing, offeredAll } from '../mappings/operations'
import { MappingReader } from '../mappings/reader'
import { CheckSchedule } from '../mappings/schedule'
import { ScopeNames } from '../mappings/scope-names'
import { ConnectorTokens } from '../secrets/connector-tokens'
import type { Masker } from '../secrets/masker'
import type { GuardTold, SharedGuardRow } from '../store/tables/mappings/shared-guards'
import { guardId, lookId } from '../store/tables/team/outbox'
import { insertChanges } from '../team/exchange'
import type { Session } from './session'

/** ms for one record: it shares its thread with the lease and the metrics, and a usual one takes some hundredths. */
const recordMs = 25

const readRows = `
  SELECT DISTINCT ON (subject) subject AS id, field AS kind, left(operator, 200) AS maker, value::text AS content,
    floor(extract(epoch FROM at) * 1000)::float8 AS "toldAt"
    FROM connector_desk.change
    WHERE kind = 'guard' AND service = $1 AND field IN ('expected', 'looked', 'dropped') AND pg_column_size(value) <= 20000
    ORDER BY subject, seq DESC LIMIT 20000`

const readEnd = `
  SELECT field FROM connector_desk.change WHERE kind = 'guard' AND service = $1 AND subject = $2 ORDER BY seq DESC LIMIT 1`

/** `toldAt`: by the server's clock. */
type ReadRow = Pick<SharedGuardRow, 'id' | 'maker' | 'content'> & { kind: string; toldAt: number }

export interface WalkerMappingParts {
  client: Client
  clock: Clock
  masker: Masker
  rateLimits: Pick<RateLimits, 'list'>
  target: Target
  everyHours: number
  say: (line: string) => void
}

/** Checks what a team keeps mappings right by, as a desk does; of records it keeps nothing, and writes counts. */
export class WalkerMappings {
  private readonly guards: Guards
  private readonly schedule: CheckSchedule
  /** By key, of the last whole refresh; null before. */
  private connectors: ReadonlyMap<string, { origin_id: string | null }> | null = null
  private session: Session | null = null
  private rows: SharedGuardRow[] = []
  private drifted = 0
  private missed: string[] = []

  constructor(private readonly parts: WalkerMappingParts) {
    const { client, clock, masker, rateLimits, target, everyHours } = parts
    const { now } = clock
    const workspaces = { target: async () => target, list: () => [{ id: target.workspaceId }] as never }
    const history = {
      lastRecord: async ({ key }: { key: string }) => (this.connectors?.get(key) ?? null) as never,
      placesOf: async ({ places, id }: { places: Place[]; id: string }) => {
        const keys = ['HRIS', 'ATS', 'LMS'].map((category) => `${category}:${id}`)
        const isThere = (key: string) => !this.connectors || this.connectors.has(key)
        return places.flatMap((place) => keys.filter(isThere).map((key) => ({ place, key, hasIssue: false })))
      }
    }
    const tokens = new ConnectorTokens(masker)
    const finder = new TokenFinder({ client, tokens, history, pins: { read: async () => null } })
    const operations = { of: async () => offeredAll, heard: async (_: Target, of: never, error: AppError) => isMissing(of, error) } // prettier-ignore
    const book = new FieldBook({
      ...{ tokens, operations, now, reader: new MappingReader(client, operations, tokens) },
      history: { pastedFields: async () => [] },
      lookups: { read: () => Promise.reject(new AppError('unsupported', 'A walker reads no lookups.')) },
      changeLog: { inEffect: async () => ({ fields: [], mappings: this.expected() }) }
    })
    const names = new ScopeNames({ history, integrationName: async (_, slug) => slug })
    const guards = (this.guards = new Guards(
      {
        ...{ masker, now, encrypting: async () => null, teamKey: async () => null },
        ...{ driftChanged: () => undefined, forgetToo: async () => undefined, teamTold: () => undefined },
        lab: {
          engine: {
            results: async () => [],
            profile: async (of) => {
              const answer = profileOf({ ...of, recordMs })
              if ('refused' in answer) throw new AppError('bad-response', answer.refused)
              return answer.profile
            },
            anonymized: async (record) => record
          },
          held: () => {
            throw new AppError('not-found', 'A walker holds no samples.')
          },
          service: new ServiceSamples({
            ...{ client, workspaces, finder, masker, now, sets: new LabSets() },
            slugOf: async () => '',
            take: () => Promise.reject(new AppError('unsupported', 'A walker takes no samples.'))
          })
        },
        history: {
          ...{ ...history, encryptedItem: async () => null, encryptedItems: async () => [] },
          ...{ putEncryptedItem: async () => undefined, removeEncryptedItem: async () => undefined },
          ...{ removeEncryptedItems: async () => undefined, settleMappings: async () => false },
          ...{ forgottenConnectors: async () => [], removeForgotten: async () => undefined },
          sharedGuards: async ({ place, of }) =>
            place.region !== target.region
              ? null
              : {
                  ...{ team: '', service: this.session?.of.service ?? '', samples: false, writes: true, mark: '' },
                  rows: this.rows.filter(({ field, scope }) => !of || (of.fieldId === field && of.scope === scope))
                },
          tellGuards: ({ told }) => this.tell(told)
        }
      },
      names,
      async (place, { fieldId, scope }, signal, reads) => {
        const of = scopeOf(scope)
        // Mappings name a connector by its token.
        if (of.kind === 'connector' && of.key !== null) await finder.find(place, target, of.key, signal)
        return book.saved(target, fieldId, scope, signal, reads)
      }
    ))
    const settings = { get: () => ({ preferences: { mappingHours: everyHours } }) }
    const failed = (error: unknown) => parts.say(`Mappings were not checked: ${(error as Error).message}`)
    const missed = (whys: string[]) => void (this.missed = [...new Set(whys)])
    this.schedule = new CheckSchedule({
      ...{ guards, workspaces, settings, rateLimits, failed, missed, now },
      lock: { state: null }
    })
  }

  /** @param subjects all of the service */
  know(subjects: readonly Subject[]): void {
    this.connectors = new Map(subjects.map(({ key, connector }) => [key, { origin_id: connector.originId || null }]))
  }

  /** What is due. Never throws: a refresh must not fail of it. */
  async check(session: Session, signal: AbortSignal): Promise<void> {
    const stop = () => this.schedule.standBack()
    signal.addEventListener('abort', stop)
    try {
      this.session = session
      const { connection, of } = session
      const rows = await connection.query<ReadRow>(readRows, [of.service])
      this.rows = rows.flatMap((row) => rowOf(of.service, row) ?? [])
      // Only the team knows what still is: mappings are deleted, and customers forgotten.
      this.guards.items.forgetWorkspace(this.parts.target.workspaceId)
      this.drifted = 0
      this.missed = []
      signal.throwIfAborted()
      const checked = await this.schedule.run()
      const words = [`Mappings checked: ${checked}, drifted: ${this.drifted}.`, ...this.missed]
      if (checked > 0 || this.missed.length > 0) this.parts.say(`${this.parts.target.baseUrl}: ${words.join(' ')}`)
    } catch (thrown) {
      if (!signal.aborted) this.parts.say(`Mappings were not checked: ${(thrown as Error).message}`)
    } finally {
      signal.removeEventListener('abort', stop)
      this.session = null
    }
  }

  /** Where the service does not list mappings, those that the team saved. */
  private expected() {
    return this.rows.flatMap(({ id, kind, field, scope, content, at }) => {
      const { expression } = kind === 'expected' ? teamKinds.guard.expected.parse(JSON.parse(content)) : {}
      if (expression === undefined) return []
      const of = { id: field, name: null, category: null, model: null, at }
      return { id, field: of, scope: scopeOf(scope), scopeName: '', expression, at, uncertain: false }
    })
  }

  private async tell(told: readonly GuardTold[]): Promise<void> {
    const { session } = this
    // Only what a check counted: nothing is dropped from here.
    const isNew = ({ subject, at }: GuardTold) => !this.rows.some((row) => row.id === subject && row.at >= at)
    const counted = told.filter((one) => (one.field === 'expected' || one.field === 'looked') && isNew(one))
    if (!session || counted.length === 0) return
    const { connection, of } = session
    const { fieldId, scope } = counted[0]?.value as OfMapping
    const [end] = await connection.query<{ field: string }>(readEnd, [of.service, guardId(of.service, fieldId, scope)])
    if (end?.field === 'dropped') return
    const changes = counted.map(({ field, subject, value }) => {
      const change = { id: randomUUID(), service: of.service, kind: 'guard', subject, field }
      return { ...change, value: JSON.stringify(value) }
    })
    await connection.query(insertChanges, [JSON.stringify(changes), of.desk, of.name])
    const rows = changes.flatMap(({ subject: id, field: kind, value }) => rowOf(of.service, { id, kind, maker: null, content: value, toldAt: Infinity }) ?? []) // prettier-ignore
    const ids = new Set(rows.map(({ id }) => id))
    this.rows = [...this.rows.filter(({ id }) => !ids.has(id)), ...rows]
    for (const { field, value } of counted)
      if (field === 'looked' && (value as { reasons: unknown[] }).reasons.length > 0) this.drifted++
  }
}

/** null for what was dropped, and for what anyone wrote under another's name */
function rowOf(service: string, { id, kind, maker, content: told, toldAt }: ReadRow): SharedGuardRow | null {
  if (kind !== 'expected' && kind !== 'looked') return null
  const read = teamKinds.guard[kind].safeParse(JSON.parse(told))
  if (!read.success) return null
  const { fieldId: field, scope, key } = read.data
  const at = kind === 'looked' ? Math.min(read.data.at, toldAt) : read.data.at
  const content = JSON.stringify({ ...read.data, at })
  const isOwn = id === (kind === 'expected' ? guardId : lookId)(service, field, scope)
  return isOwn ? { id, kind, field, scope, key, at, content, maker } : null
}
