import type { MappingOperations, CustomField, EffectiveField, Mapping } from '../../shared/mappings/mapping'
import type { Place } from '../../shared/workspaces/place'
import { shownConnector } from '../connectors/shown-connector'
import { mappingDraft, type MappingDraft } from '../../shared/mappings/mapping'
import { EncryptedItems } from './encrypted-items'
import { Guards } from './guards'
import { FieldBook } from './field-book'
import { FieldDesk } from './field-desk'
import { Impacts } from './impact'
import { ChangeLog } from './change-log'
import { MappingDesk } from './mapping-desk'
import { OfferedOperations } from './operations'
import type { Desk } from './desk'
import { type MappingParts, quietly } from './parts'
import { MappingReader } from './reader'
import { Replay } from './replay'
import { ScopeNames } from './scope-names'
import { MappingWriter } from './writer'
import { refused, checkedText } from './checks'
import { cancelled } from '../base/clock'
import { byteOrderMark, csvLines } from '../base/csv'
import type { Target } from '../http/call'

/** An undo is a write like any other: confirmed and recorded. */
class Undo {
  constructor(
    private readonly changeLog: ChangeLog,
    private readonly mappings: MappingDesk
  ) {}

  /**
   * Saves the earlier mapping, or deletes a new one.
   * @throws AppError outdated if something else is saved by now; not-found; invalid-input; the errors of the write
   */
  async act(place: Place, entryId: number, sampleId: string | null, signal: AbortSignal) {
    const undoes = await this.changeLog.entry(place, entryId)
    const { act, field, mapping, outcome } = undoes
    const [fieldId, id] = [field.id, mapping?.id]
    const before = act === 'change-mapping' ? (mapping?.before ?? null) : null
    if (outcome === 'refused' || !fieldId || !id || (before === null && act !== 'create-mapping'))
      throw refused(null, 'Only a mapping that was saved can be undone here.')
    const options = { sampleId, undoes }
    if (before !== null) return this.mappings.change(place, fieldId, id, before, signal, options)
    return { ...(await this.mappings.delete(place, fieldId, id, signal, options)), mapping: null }
  }
}

/** Each field's source on one connector: as the service says, else by the app's own rules. */
class EffectiveFields {
  constructor(private readonly desk: Desk) {}

  /** @throws AppError invalid-input with `fields`; the errors of finding a connector's token */
  async of(place: Place, key: string, typedModel: string, signal: AbortSignal) {
    const model = checkedText('model', typedModel, 'a model')
    const [, category] = /^(HRIS|ATS|LMS):./.exec(key) ?? []
    if (category === undefined) throw refused('scope', 'Choose a connector.')
    const target = await this.desk.workspaces.target(place.workspaceId, place.region)
    const { token } = await this.desk.finder.find(place, target, key, signal)
    const asked = { connector_token: token, category, model }
    const configured = await this.desk.reader.configuration(target, asked, signal)
    if (configured) return { fields: configured, complete: true }

    const list = await this.desk.book.list(target, signal)
    const fields = list.fields.filter(
      (one) => (one.category ?? category) === category && (one.model ?? model) === model
    )
    const { integrationSlug } = await this.desk.names.connector(place, key)
    const listed = await this.listed(target, token, integrationSlug, signal)
    const mappings = listed ?? (await this.opened(target, fields, signal))
    const complete = list.complete && listed !== null && integrationSlug !== null
    return { fields: fields.map((field) => winner(field, mappings, key, integrationSlug)), complete }
  }

  private async listed(target: Target, token: string, slug: string | null, signal: AbortSignal) {
    const own = await this.desk.reader.mappings(target, { connector_token: token }, signal)
    if (!own || slug === null) return own && own.map(({ mapping }) => mapping)
    const shared = await this.desk.reader.mappings(target, { integration_slug: slug }, signal)
    return shared && [...own, ...shared].map(({ mapping }) => mapping)
  }

  private async opened(target: Target, fields: readonly CustomField[], signal: AbortSignal): Promise<Mapping[]> {
    const mappings: Mapping[] = []
    for (const { id } of fields) {
      if (signal.aborted) throw cancelled()
      const opened = await quietly(this.desk.book.open(target, id, signal))
      mappings.push(...(opened?.mappings ?? []).map(({ mapping }) => mapping))
    }
    return mappings
  }
}

/** A connector's own mapping wins over its integration's. */
function winner(
  { id, name, category, model }: CustomField,
  mappings: readonly Mapping[],
  key: string,
  slug: string | null
): EffectiveField {
  const of = mappings.filter(({ fieldId }) => fieldId === id)
  const own = of.find(({ scope }) => scope.kind === 'connector' && scope.key === key)
  const shared = of.find(({ scope }) => scope.kind === 'integration' && scope.slug === slug)
  const found = own ?? shared
  const source = own ? 'connector' : shared ? 'integration' : null
  const about = { fieldId: id, name, category, model, source } as const
  return { ...about, expression: found?.expression ?? null, mappingId: found?.id ?? null }
}

export class Mappings {
  readonly fields: FieldDesk
  readonly mappings: MappingDesk
  readonly undo: Undo
  readonly effective: EffectiveFields
  readonly changeLog: ChangeLog
  readonly replay: Replay
  readonly drafts: EncryptedItems<MappingDraft>
  readonly guards: Guards
  private readonly offered: OfferedOperations

  constructor(private readonly parts: MappingParts) {
    const operations = new OfferedOperations(parts.client)
    const reader = new MappingReader(parts.client, operations, parts.tokens)
    const changeLog = new ChangeLog(
      parts.history,
      parts.now,
      parts.save,
      parts.masker,
      parts.operator,
      parts.changeLogChanged
    )
    const names = new ScopeNames(parts)
    const known = { ...parts, operations, reader, changeLog, names, impacts: new Impacts(parts, names) }
    const whose = (place: Place, key: string) => shownConnector(parts, place, key)
    const writer = new MappingWriter(parts.client, changeLog, operations, parts.confirmer, whose)
    const book = new FieldBook(known)
    const guards = new Guards(parts, names, async ({ workspaceId, region }, { fieldId, scope }, signal, reads) =>
      book.saved(await parts.workspaces.target(workspaceId, region), fieldId, scope, signal, reads)
    )
    const desk: Desk = { ...known, writer, guards, book }
    this.offered = operations
    this.drafts = new EncryptedItems(parts.history, parts.encrypting, { kind: 'draft', content: mappingDraft })
    this.guards = guards
    this.changeLog = changeLog
    this.fields = new FieldDesk(desk)
    this.mappings = new MappingDesk(desk)
    this.undo = new Undo(changeLog, this.mappings)
    this.effective = new EffectiveFields(desk)
    this.replay = new Replay(desk, this.fields, this.mappings)
  }

  async exportMatrix(lines: readonly (readonly string[])[]): Promise<{ file: string } | null> {
    const name = `mappings-matrix-${new Date(this.parts.now()).toISOString().slice(0, 10)}.csv`
    const file = await this.parts.save(name, byteOrderMark + csvLines(lines))
    return file === null ? null : { file }
  }

  async operations({ workspaceId, region }: Place): Promise<MappingOperations> {
    return this.offered.of(await this.parts.workspaces.target(workspaceId, region))
  }
}
