import { AppError } from '../../shared/errors'
import type { ChangeOutcome } from '../../shared/connectors/channels'
import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import type { Mapping, MappingScope } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { Place } from '../../shared/workspaces/place'
import { checkedExpression, checkedId, checkedText, refused } from './checks'
import type { Grant } from '../guard/grant'
import { changedMapping, mappingPath, newMapping, type WantedScope } from './requests'
import type { OpenedField } from './field-book'
import type { Desk } from './desk'
import type { OfMapping } from './encrypted-items'
import { scopeKeyOf } from './guards'
import type { Impact, Wanted } from './impact'
import { lookedFor, lookSignal, quietly } from './parts'
import { isScope } from './in-effect'
import type { FoundMapping } from './service-json'

/** @throws AppError outdated if the change to undo is not the one saved now */
function checkStill({ mapping }: ChangeLogEntry, now: Mapping | null): void {
  if (now && now.expression === mapping?.before)
    throw new AppError('outdated', 'It is already as it was before. Nothing was sent.')
  if (now?.expression !== mapping?.expression) throw changedSince(now)
}

/**
 * @param found null if the service cannot list the mappings
 * @throws AppError outdated if this scope has a mapping that somebody else made
 */
function checkFree(found: readonly FoundMapping[] | null | undefined, scope: MappingScope): void {
  const there = found?.find(({ mapping }) => mapping.from === 'service' && isScope(mapping.scope, scope))
  if (there) throw changedSince(there.mapping)
}

function changedSince(now: Mapping | null): AppError {
  const what = now ? `Something else has been saved since: ${now.expression}` : 'This mapping no longer exists.'
  return new AppError('outdated', `${what} Nothing was sent.`)
}

export interface WriteOptions {
  /** Set for a step of a list that was confirmed as a whole. */
  grant?: Grant
  sampleId?: string | null
  undoes?: ChangeLogEntry
}

/** The app knows only this computer's changes, so a confirmed change may replace somebody else's. */
const notListed =
  'The API does not list this mapping, so the app cannot check whether somebody else has changed it since it was saved from this computer.'

const untried = { tried: 0, closed: 0 }

export class MappingDesk {
  constructor(private readonly desk: Desk) {}

  /**
   * @throws AppError invalid-input with `fields`; validation with `fields`; outdated if the scope has a mapping by now;
   * the errors of finding a connector's token
   */
  async create(
    place: Place,
    typedFieldId: string,
    wanted: WantedScope,
    typed: string,
    signal: AbortSignal,
    { grant, sampleId = null }: WriteOptions = {}
  ) {
    const fieldId = checkedId('customFieldId', typedFieldId)
    const scope = checkedScope(wanted)
    const expression = await checkedExpression(typed, this.desk.check)
    const of = { fieldId, scope: scopeKeyOf(scope) }
    const samples = await this.desk.guards.check(place, of, expression, signal)
    const target = await this.target(place)
    const token = scope.kind === 'connector' ? await this.tokenOf(place, target, scope.key, signal) : null
    const opened = await quietly(this.desk.book.open(target, fieldId, signal))
    checkFree(opened?.mappings, scope)
    const field = fieldIn(opened, fieldId)
    const scopeName = await this.desk.names.of(place, scope)
    const about = { id: null, scope, scopeName, expression, before: null }
    const acted = await this.desk.writer.carryOut({
      target,
      noted: { act: 'create-mapping', field, mapping: about, cascade: [] },
      subject: `Map ${field.name ?? fieldId} for ${scopeName}`,
      impact: grant
        ? undefined
        : await this.impact(place, opened, { scope, expression, sampleId, samples, of }, signal),
      still: async () => checkFree(await this.look(target, fieldId, { scope, token }), scope),
      request: newMapping(fieldId, scope, token, expression),
      grant,
      token,
      signal
    })
    const { outcome } = acted.change
    const { entryId } = acted
    if (outcome === 'refused') return { ...acted.change, entryId, mapping: null }
    if (outcome === 'done') await quietly(this.desk.guards.saved(place, { ...of, field }, expression, sampleId))
    const answered = outcome === 'done' ? this.answeredOf(target, acted.json, fieldId) : null
    // The service answers with an id and a status only.
    const look = await this.look(target, fieldId, { scope, token })
    const found = look?.find(({ mapping }) =>
      answered ? mapping.id === answered.id : isScope(mapping.scope, scope)
    )?.mapping
    const made = found && (outcome === 'done' || found.expression === expression) ? found : answered
    const mapping = made && { ...made, fieldId, scope, expression: made.expression || expression }
    const stillListed = outcome === 'unknown' && look ? mapping !== null : null
    const change = await acted.settle({
      stillListed,
      ...(mapping && { noted: { mapping: { ...about, id: mapping.id } } }),
      ...(outcome === 'unknown' && { message: lookedFor(stillListed) })
    })
    return { ...change, entryId, mapping }
  }

  /**
   * @throws AppError unsupported if the service does not offer it; outdated if something else was saved before the
   * confirmation; invalid-input; validation
   */
  async change(
    place: Place,
    typedFieldId: string,
    typedId: string,
    typed: string,
    signal: AbortSignal,
    { grant, sampleId = null, undoes }: WriteOptions = {}
  ) {
    const fieldId = checkedId('customFieldId', typedFieldId)
    const id = checkedId(null, typedId)
    const expression = await checkedExpression(typed, this.desk.check)
    const target = await this.target(place)
    const { changeMapping } = await this.desk.operations.of(target)
    if (!changeMapping) throw new AppError('unsupported', 'The API does not offer to change mappings.')
    const { about, field, before, token, opened } = await this.before(place, target, { fieldId, id, undoes }, signal)
    const of = before && { fieldId, scope: scopeKeyOf(before.scope) }
    if (!of) await this.desk.guards.checkBare(place, fieldId)
    // What was in force before is let back: its samples may be newer.
    const samples = of && !undoes ? await this.desk.guards.check(place, of, expression, signal) : untried
    const acted = await this.desk.writer.carryOut({
      target,
      noted: {
        act: 'change-mapping',
        field,
        mapping: { ...about, expression, before: before?.expression ?? null },
        cascade: []
      },
      subject: `${undoes ? 'Undo the change of' : 'Change'} the mapping of ${field.name ?? fieldId} for ${about.scopeName || 'an unknown scope'}`,
      impact: grant
        ? undefined
        : await this.impact(place, opened, { scope: about.scope, expression, sampleId, samples, of }, signal, before),
      still: before ? () => this.stillSaved(target, before, signal) : undefined,
      request: changedMapping(id, expression),
      grant,
      token,
      operation: 'changeMapping',
      signal
    })
    const { outcome } = acted.change
    const { entryId } = acted
    if (outcome === 'refused') return { ...acted.change, entryId, mapping: null }
    if (outcome === 'done' && of) await quietly(this.desk.guards.saved(place, { ...of, field }, expression, sampleId))
    const answered = outcome === 'done' ? this.answeredOf(target, acted.json, fieldId) : null
    const look = answered ? null : await this.look(target, fieldId, { scope: about.scope, token })
    const seen = answered ?? look?.find(({ mapping }) => mapping.id === id)?.mapping ?? null
    const mapping = seen && { ...seen, fieldId, ...(before && { scope: before.scope }) }
    if (outcome === 'done') return { ...acted.change, entryId, mapping }
    const stillListed = look && mapping?.expression === expression
    return { ...(await acted.settle({ stillListed, message: lookedFor(stillListed) })), entryId, mapping }
  }

  /** The field itself stays. @throws AppError outdated as in `change`, for an undo of a creation */
  async delete(
    place: Place,
    typedFieldId: string,
    typedId: string,
    signal: AbortSignal,
    { sampleId = null, undoes }: WriteOptions = {}
  ): Promise<ChangeOutcome & { entryId: number }> {
    const fieldId = checkedId('customFieldId', typedFieldId)
    const id = checkedId(null, typedId)
    const target = await this.target(place)
    const { about, field, before, token, opened } = await this.before(place, target, { fieldId, id, undoes }, signal)
    const acted = await this.desk.writer.carryOut({
      target,
      noted: { act: 'delete-mapping', field, mapping: about, cascade: [] },
      subject: `${undoes ? 'Undo the creation of' : 'Delete'} the mapping of ${field.name ?? fieldId} for ${about.scopeName || 'an unknown scope'}`,
      impact: before
        ? await this.impact(
            place,
            opened,
            { scope: about.scope, expression: null, sampleId, samples: untried },
            signal,
            before
          )
        : undefined,
      still: before ? () => this.stillSaved(target, before, signal) : undefined,
      request: { method: 'DELETE', path: `${mappingPath}/${id}` },
      token,
      signal
    })
    const { entryId } = acted
    if (acted.change.outcome === 'refused') return { ...acted.change, entryId }
    const look = await this.look(target, fieldId, { scope: about.scope, token })
    const stillListed = look && look.some(({ mapping }) => mapping.id === id)
    const unknown = acted.change.outcome === 'unknown'
    if (before && (!unknown || stillListed === false))
      await quietly(this.desk.guards.removed(place, [{ fieldId, scope: scopeKeyOf(before.scope) }]))
    return { ...(await acted.settle({ stillListed, ...(unknown && { message: lookedFor(stillListed) }) })), entryId }
  }

  /** @throws AppError outdated */
  private async stillSaved(target: Target, before: Mapping, signal: AbortSignal): Promise<void> {
    const { mappings } = await this.desk.book.open(target, before.fieldId, signal)
    const now = mappings.find(({ mapping }) => mapping.id === before.id)?.mapping ?? null
    if (now?.expression !== before.expression) throw changedSince(now)
  }

  /** A field that cannot be read gives fewer facts. */
  private async impact(
    place: Place,
    opened: OpenedField | null,
    wanted: Pick<Wanted, 'scope' | 'expression' | 'sampleId' | 'samples'> & { of?: OfMapping | null },
    signal: AbortSignal,
    before: Mapping | null = null
  ): Promise<Impact> {
    const mappings = (opened?.mappings ?? []).map(({ mapping }) => mapping)
    const category = opened?.field.category ?? null
    const model = opened?.field.model ?? null
    const impact = await this.desk.impacts.of({ place, category, model, mappings, ...wanted }, signal)
    const { of, expression, sampleId } = wanted
    const isCompared = of && expression !== null && sampleId !== null
    const differs = isCompared ? await this.desk.guards.differences(place, of, expression, sampleId) : []
    const warnings = [...(before?.from === 'ledger' ? [notListed] : []), ...impact.warnings, ...differs]
    return { ...impact, warnings }
  }

  /** @throws AppError outdated if the change to undo is not the one saved now; the reason if that cannot be read */
  private async before(
    place: Place,
    target: Target,
    { fieldId, id, undoes }: { fieldId: string; id: string; undoes: ChangeLogEntry | undefined },
    signal: AbortSignal
  ) {
    const opening = this.desk.book.open(target, fieldId, signal)
    const opened = undoes ? await opening : await quietly(opening)
    const found = opened?.mappings.find(({ mapping }) => mapping.id === id)
    const before = found?.mapping ?? null
    if (undoes) checkStill(undoes, before)
    const scope: MappingScope = before?.scope ?? { kind: 'connector', key: null }
    const scopeName = before ? await this.desk.names.of(place, scope) : ''
    const about = { id, scope, scopeName, expression: before?.expression ?? '', before: null }
    return { about, field: fieldIn(opened, fieldId), before, token: found?.token ?? null, opened }
  }

  private async look(
    target: Target,
    fieldId: string,
    { scope, token }: { scope: MappingScope; token: string | null }
  ): Promise<FoundMapping[] | null> {
    const signal = lookSignal()
    const read = await quietly(this.desk.reader.field(target, fieldId, signal))
    if (read?.mappings) return read.mappings
    const asked = scope.kind === 'integration' ? { integration_slug: scope.slug } : token && { connector_token: token }
    const listed = asked && (await quietly(this.desk.reader.mappings(target, asked, signal)))
    return listed ? listed.filter(({ mapping }) => mapping.fieldId === fieldId) : null
  }

  private answeredOf(target: Target, json: unknown, fieldId: string): Mapping | null {
    try {
      return this.desk.reader.mapping(target, json, fieldId).mapping
    } catch {
      return null
    }
  }

  private async tokenOf(place: Place, target: Target, key: string, signal: AbortSignal): Promise<string> {
    return (await this.desk.finder.find(place, target, key, signal)).token
  }

  private target({ workspaceId, region }: Place): Promise<Target> {
    return this.desk.workspaces.target(workspaceId, region)
  }
}

/** @throws AppError invalid-input with `fields.scope` */
function checkedScope(wanted: WantedScope): WantedScope {
  if (wanted.kind === 'integration')
    return { kind: 'integration', slug: checkedText('scope', wanted.slug, 'an integration or a connector') }
  if (/^(HRIS|ATS|LMS):./.test(wanted.key)) return wanted
  throw refused('scope', 'Choose an integration or a connector.')
}

function fieldIn(opened: OpenedField | null, id: string) {
  const { name = null, category = null, model = null } = opened?.field ?? {}
  return { id, name, category, model }
}
