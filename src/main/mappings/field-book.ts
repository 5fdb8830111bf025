import { placeOf } from '../../shared/workspaces/place'
import { AppError, toAppError } from '../../shared/errors'
import type { CustomField, FieldDetail, Mapping } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { checkedId } from './checks'
import type { ChangeLog } from './change-log'
import { scopeKeyOf, scopeOf } from './guards'
import { isRouteless, type OfferedOperations } from './operations'
import type { MappingParts } from './parts'
import type { MappingReader } from './reader'
import type { FieldReads, ListedScope, ReadDetail } from './reader'
import { asField, asMappings, type MappingInEffect } from './in-effect'
import type { FoundMapping } from './service-json'

/** For main only: the mappings include their tokens. */
export interface OpenedField extends Omit<FieldDetail, 'mappings'> {
  mappings: FoundMapping[]
}

interface BookParts extends Pick<MappingParts, 'tokens' | 'now'> {
  history: Pick<MappingParts['history'], 'pastedFields'>
  lookups: Pick<MappingParts['lookups'], 'read'>
  reader: MappingReader
  changeLog: Pick<ChangeLog, 'inEffect'>
  operations: Pick<OfferedOperations, 'of'>
}

/** Fields and mappings, from the service if it offers them, else from this computer. */
export class FieldBook {
  constructor(private readonly parts: BookParts) {}

  async list(target: Target, signal: AbortSignal) {
    const listed = await this.parts.reader.fields(target, signal)
    const known = await this.known(target)
    const fields = new Map(known.filter(({ from }) => !listed || from === 'pasted').map((one) => [one.id, one]))
    for (const field of listed ?? []) fields.set(field.id, field)
    return { fields: [...fields.values()], complete: listed !== null, readAt: this.parts.now() }
  }

  /** @throws AppError invalid-input, not-found */
  async open(target: Target, typedId: string, signal: AbortSignal): Promise<OpenedField> {
    const id = checkedId('customFieldId', typedId)
    const read = await this.read(target, id, signal)
    const field = read?.field ?? (await this.list(target, signal)).fields.find((one) => one.id === id)
    if (!field) throw new AppError('not-found', 'This field is not known here.')
    const own = (await this.parts.changeLog.inEffect(target)).mappings.filter((one) => one.field.id === id)
    const counts = read?.counts ?? null
    if (read?.mappings) return { field, mappings: withKeys(read.mappings, own), complete: true, counts }
    return { field, mappings: await this.byScope(target, field, own, signal), complete: false, counts }
  }

  /**
   * The expression saved for one scope, `integration:<slug>` or `connector:<key>`; asks for no other scope.
   * @param reads of fields, which mappings of one run share
   * @returns null for none
   * @throws AppError invalid-input, not-found
   */
  async saved(target: Target, typedId: string, scope: string, signal: AbortSignal, reads: FieldReads = new Map()) {
    const id = checkedId('customFieldId', typedId)
    const own = (await this.parts.changeLog.inEffect(target)).mappings.filter((one) => one.field.id === id)
    const reading = reads.get(id) ?? this.read(target, id, signal)
    reads.set(id, reading)
    const read = await reading
    const found =
      read?.mappings ??
      (await this.listed(target, id, scope, signal)) ??
      asMappings(own).map((mapping) => ({ mapping, token: null }))
    const saved = withKeys(found, own).find(({ mapping }) => scopeKeyOf(mapping.scope) === scope)
    return saved ? { expression: saved.mapping.expression, field: read?.field.name ?? null } : null
  }

  private async listed(target: Target, id: string, scope: string, signal: AbortSignal): Promise<FoundMapping[] | null> {
    const of = scopeOf(scope)
    const held = of.kind === 'connector' && of.key !== null && this.parts.tokens.find({ ...target, key: of.key })
    const asked = of.kind === 'integration' ? { integration_slug: of.slug } : held && { connector_token: held.token }
    const found = asked && (await this.mappingsIn(target, asked, signal))
    return found ? found.filter(({ mapping }) => mapping.fieldId === id) : null
  }

  /** Fields of the change log and pasted fields. A typed name counts only if the change log has none. */
  private async known(target: Target): Promise<CustomField[]> {
    const { fields } = await this.parts.changeLog.inEffect(target)
    const known = new Map(fields.map((field) => [field.id, asField(field)]))
    for (const { id, name } of await this.parts.history.pastedFields({ place: placeOf(target) })) {
      const blank = { description: null, category: null, model: null, source: null, createdAt: null }
      known.set(id, { ...blank, id, ...known.get(id), name: known.get(id)?.name || name || null, from: 'pasted' })
    }
    return [...known.values()]
  }

  /**
   * null if the service cannot read one field. A list with the field shows that a 404 means a missing route; without a
   * list, the 404's text decides.
   */
  private async read(target: Target, id: string, signal: AbortSignal): Promise<ReadDetail | null> {
    try {
      return await this.parts.reader.field(target, id, signal)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code !== 'not-found') throw error
      const listed = await this.parts.reader.fields(target, signal)
      if (listed ? listed.some((one) => one.id === id) : isRouteless(error.info)) return null
      throw new AppError('not-found', 'This field does not exist.', error.info)
    }
  }

  /**
   * Only integrations of the field's category and connectors that this computer mapped: the service lists no others.
   */
  private async byScope(
    target: Target,
    field: CustomField,
    own: readonly MappingInEffect[],
    signal: AbortSignal
  ): Promise<FoundMapping[]> {
    const found = new Map(asMappings(own).map((mapping) => [mapping.id, { mapping, token: null } as FoundMapping]))
    if (!(await this.parts.operations.of(target)).listMappings) return [...found.values()]
    for (const scope of await this.scopesOf(target, field, own, signal)) {
      const listed = await this.mappingsIn(target, scope, signal)
      if (!listed) break
      // The service's answer for this scope replaces the change log's entry.
      for (const [id, { mapping }] of found) if (isIn(mapping, scope, target, this.parts.tokens)) found.delete(id)
      for (const one of listed) if (one.mapping.fieldId === field.id) found.set(one.mapping.id, one)
    }
    return withKeys([...found.values()], own)
  }

  private async scopesOf(
    target: Target,
    field: CustomField,
    own: readonly MappingInEffect[],
    signal: AbortSignal
  ): Promise<ListedScope[]> {
    const { integrations } = await this.parts.lookups.read(placeOf(target), false, signal)
    const slugs = new Set(
      integrations
        .filter(
          ({ categories }) => field.category === null || categories.length === 0 || categories.includes(field.category)
        )
        .map(({ slug }) => slug)
    )
    const tokens = new Set<string>()
    for (const { scope } of own) {
      if (scope.kind === 'integration') slugs.add(scope.slug)
      const held = scope.kind === 'connector' && scope.key && this.parts.tokens.find({ ...target, key: scope.key })
      if (held) tokens.add(held.token)
    }
    return [
      ...[...slugs].map((slug) => ({ integration_slug: slug })),
      ...[...tokens].map((token) => ({ connector_token: token }))
    ]
  }

  /** An integration or connector that the service no longer has holds no mappings. */
  private async mappingsIn(target: Target, scope: ListedScope, signal: AbortSignal): Promise<FoundMapping[] | null> {
    return this.parts.reader.mappings(target, scope, signal).catch((thrown: unknown) => {
      if (toAppError(thrown).code === 'not-found') return []
      throw thrown
    })
  }
}

/** The change log knows the connector even if this session has not listed it. */
function withKeys(found: readonly FoundMapping[], own: readonly MappingInEffect[]): FoundMapping[] {
  return found.map((one) => {
    const { scope } = one.mapping
    const remembered = own.find(({ id }) => id === one.mapping.id)?.scope
    const lost = scope.kind === 'connector' && scope.key === null && remembered?.kind === 'connector'
    return lost ? { ...one, mapping: { ...one.mapping, scope: remembered } } : one
  })
}

function isIn({ scope }: Mapping, of: ListedScope, target: Target, tokens: ConnectorTokens): boolean {
  if (scope.kind === 'integration') return 'integration_slug' in of && of.integration_slug === scope.slug
  return 'connector_token' in of && scope.key !== null && tokens.keyOf(target, of.connector_token) === scope.key
}
