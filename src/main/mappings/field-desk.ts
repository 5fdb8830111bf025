import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/errors'
import type { CustomField, FieldDetail } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { Place } from '../../shared/workspaces/place'
import { checkedDraft, checkedId, checkedName, refused } from './checks'
import type { Grant } from '../guard/grant'
import { base, isRouteless } from './operations'
import { scopeKeyOf } from './guards'
import type { Desk } from './desk'
import { newField, type FieldDraft } from './requests'
import { lookedFor, lookSignal, quietly } from './parts'
import { readField, type FoundMapping } from './service-json'
import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import type { ListedScope } from './reader'
import type { ScopeNames } from './scope-names'

/** The most connector names to look up for the change log. */
const mostNamed = 50

async function cascadeOf(
  names: ScopeNames,
  place: Place,
  mappings: readonly FoundMapping[]
): Promise<ChangeLogEntry['cascade']> {
  return Promise.all(
    mappings.map(async ({ mapping: { id, expression, scope } }, at) => {
      const unnamed = scope.kind === 'connector' && at >= mostNamed
      return { mappingId: id, expression, scopeName: unnamed ? (scope.key ?? '') : await names.of(place, scope) }
    })
  )
}

/** Ids of the mappings that remain after a deletion. `asked`: the service listed every scope that held one. */
async function leftOf(
  { reader, tokens }: Pick<Desk, 'reader' | 'tokens'>,
  target: Target,
  fieldId: string,
  before: readonly FoundMapping[]
): Promise<{ left: Set<string>; asked: boolean }> {
  const left = new Set<string>()
  const signal = lookSignal()
  const scopes = new Map<string, ListedScope | null>()
  for (const { mapping, token } of before) {
    const { scope } = mapping
    if (scope.kind === 'integration') {
      scopes.set(`i ${scope.slug}`, { integration_slug: scope.slug })
      continue
    }
    const held = token ?? (scope.key === null ? null : tokens.find({ ...target, key: scope.key })?.token)
    scopes.set(held ? `c ${held}` : '', held ? { connector_token: held } : null)
  }
  let asked = true
  for (const scope of scopes.values()) {
    const listed = scope && (await quietly(reader.mappings(target, scope, signal)))
    if (!listed) asked = false
    for (const { mapping } of listed ?? []) if ([fieldId, ''].includes(mapping.fieldId)) left.add(mapping.id)
  }
  return { left, asked }
}

/** null if the service cannot say */
async function isListed({ reader }: Pick<Desk, 'reader'>, target: Target, id: string): Promise<boolean | null> {
  const signal = lookSignal()
  const listed = await quietly(reader.fields(target, signal))
  if (listed) return listed.some((one) => one.id === id)
  return reader.field(target, id, signal).then(
    (read) => (read ? true : null),
    (thrown: unknown) => {
      const isGone = thrown instanceof AppError && thrown.code === 'not-found' && !isRouteless(thrown.info)
      return isGone ? false : null
    }
  )
}

export interface FieldWishes {
  name: string
  description: string
  shown: { name: string; description: string }
}

export class FieldDesk {
  constructor(private readonly desk: Desk) {}

  async list(place: Place, signal: AbortSignal) {
    return this.desk.book.list(await this.target(place), signal)
  }

  /** @throws AppError not-found */
  async read(place: Place, id: string, signal: AbortSignal): Promise<FieldDetail> {
    const { mappings, ...opened } = await this.desk.book.open(await this.target(place), id, signal)
    return { ...opened, mappings: mappings.map(({ mapping }) => mapping) }
  }

  /** For a service without a list. @throws AppError invalid-input with `fields.id` */
  async remember(place: Place, typedId: string, name: string): Promise<CustomField> {
    const id = checkedId('id', typedId)
    await this.desk.history.putPastedField({ place, id, name: name.trim(), at: this.desk.now() })
    const blank = { description: null, category: null, model: null, source: null, createdAt: null }
    return { ...blank, id, name: name.trim() || null, from: 'pasted' }
  }

  async forget(place: Place, typedId: string): Promise<void> {
    await this.desk.history.removePastedField({ place, id: checkedId('id', typedId) })
  }

  async create(place: Place, typed: FieldDraft, signal: AbortSignal, grant?: Grant) {
    const draft = checkedDraft(typed)
    const { name, category, model } = draft
    const target = await this.target(place)
    const { createField } = await this.desk.operations.of(target)
    if (!createField) throw new AppError('unsupported', 'The API does not offer to create custom fields.')
    const field = { id: null, name, category, model }
    const acted = await this.desk.writer.carryOut({
      target,
      noted: { act: 'create-field', field, mapping: null, cascade: [] },
      subject: `Create custom field ${name} (${category} ${model})`,
      request: newField(draft),
      grant,
      token: null,
      operation: 'createField',
      signal
    })
    const { outcome } = acted.change
    if (outcome === 'refused') return { ...acted.change, field: null }
    // The service answers with an id and a status only: the rest comes from the next read, or from the request.
    const answered = outcome === 'done' ? asFieldOrNull(acted.json) : null
    const read = answered && (await quietly(this.desk.reader.field(target, answered.id, lookSignal())))
    const listed = answered ? null : await quietly(this.desk.reader.fields(target, lookSignal()))
    const made = answered
      ? (read?.field ?? { ...answered, name, category, model, description: draft.description || null })
      : listed?.find((one) => one.name === name && one.category === category && one.model === model)
    const stillListed = outcome === 'unknown' && listed ? made !== undefined : null
    const change = await acted.settle({
      stillListed,
      ...(made && { noted: { field: { ...field, id: made.id } } }),
      ...(outcome === 'unknown' && { message: lookedFor(stillListed) })
    })
    return { ...change, field: made ?? null }
  }

  /**
   * Sends what differs from `shown`, which the operator saw: the rest may have been changed elsewhere since.
   * @throws AppError outdated where what differs was changed elsewhere, too
   */
  async change(place: Place, typedId: string, { shown, ...wanted }: FieldWishes, signal: AbortSignal) {
    const id = checkedId('customFieldId', typedId)
    const target = await this.target(place)
    const { changeField } = await this.desk.operations.of(target)
    if (!changeField) throw new AppError('unsupported', 'The API does not offer to change custom fields.')
    const before = await this.field(target, id, signal)
    const textOf = ({ description }: { description: string | null }) => description?.trim() || null
    const description = textOf(wanted)
    const body = {
      ...(wanted.name !== shown.name && { name: checkedName(wanted.name) }),
      ...(description !== textOf(shown) && { description })
    }
    if (Object.keys(body).length === 0) throw refused('name', 'Nothing was changed.')
    if (
      ('name' in body && (before.name ?? '') !== shown.name) ||
      ('description' in body && textOf(before) !== textOf(shown))
    )
      throw new AppError(
        'outdated',
        'Somebody changed this field meanwhile. Nothing was sent: reload it and look again.'
      )
    const name = body.name ?? before.name
    const { category, model } = before
    const acted = await this.desk.writer.carryOut({
      target,
      noted: { act: 'change-field', field: { id, name, category, model }, mapping: null, cascade: [] },
      subject: `Change custom field ${before.name ?? id}`,
      request: { method: 'PATCH', path: `${base}/${id}`, body },
      token: null,
      operation: 'changeField',
      signal
    })
    const { outcome } = acted.change
    if (outcome === 'refused') return { ...acted.change, field: null }
    const answered = outcome === 'done' ? asFieldOrNull(acted.json) : null
    const field = answered ?? (await quietly(this.field(target, id, lookSignal())))
    if (outcome === 'done') return { ...acted.change, field }
    const seen = field?.from === 'service' ? field : null
    const stillListed = seen && seen.name === name && (!('description' in body) || textOf(seen) === description)
    return { ...(await acted.settle({ stillListed, message: lookedFor(stillListed) })), field: seen }
  }

  /**
   * Deletes a field and its mappings after the operator typed its name, and checks that they are gone.
   * @throws AppError not-found; cancelled if the operator does not confirm
   */
  async delete(place: Place, typedId: string, signal: AbortSignal) {
    const id = checkedId('customFieldId', typedId)
    const target = await this.target(place)
    const { field, mappings, complete } = await this.desk.book.open(target, id, signal)
    const { name, category, model } = field
    const acted = await this.desk.writer.carryOut({
      target,
      noted: {
        act: 'delete-field',
        field: { id, name, category, model },
        mapping: null,
        cascade: await cascadeOf(this.desk.names, place, mappings)
      },
      about: mappings.flatMap(({ mapping: { scope } }) => (scope.kind === 'connector' && scope.key) || []),
      subject: `Delete custom field ${name ?? id} with ${mappings.length} known mappings`,
      still: () => this.stillMapped(target, id, mappings, signal),
      request: { method: 'DELETE', path: `${base}/${id}` },
      token: null,
      signal
    })
    const all = mappings.map(({ mapping }) => mapping)
    if (acted.change.outcome === 'refused') return { ...acted.change, gone: [], left: all, verified: false }
    const look = await leftOf(this.desk, target, id, mappings)
    const stillListed = await isListed(this.desk, target, id)
    const verified = look.asked && (mappings.length > 0 || complete)
    const left = all.filter((one) => look.left.has(one.id))
    const unknown = acted.change.outcome === 'unknown'
    const change = await acted.settle({ stillListed, ...(unknown && { message: lookedFor(stillListed) }) })
    if (!unknown || stillListed === false) await quietly(this.desk.history.removePastedField({ place, id }))
    // Without an answer and a lookup, nothing is known about them.
    const gone = unknown && !verified ? [] : all.filter((one) => !look.left.has(one.id))
    const removed = gone.map(({ scope }) => ({ fieldId: id, scope: scopeKeyOf(scope) }))
    await quietly(this.desk.guards.removed(place, removed))
    const isGone = unknown ? stillListed === false : stillListed !== true
    if (isGone) await quietly(this.desk.guards.removedField(place, id))
    return { ...change, gone, left, verified }
  }

  /** Deletes only what the confirmation showed. @throws AppError outdated; not-found */
  private async stillMapped(target: Target, id: string, shown: readonly FoundMapping[], signal: AbortSignal) {
    const { mappings } = await this.desk.book.open(target, id, signal)
    const listOf = (found: readonly FoundMapping[]) =>
      found.map(({ mapping }) => `${mapping.id} ${mapping.expression}`).sort()
    if (isDeepStrictEqual(listOf(mappings), listOf(shown))) return
    throw new AppError('outdated', 'Its mappings have changed since the confirmation was shown. Nothing was sent.')
  }

  private async field(target: Target, id: string, signal: AbortSignal): Promise<CustomField> {
    return (await this.desk.book.open(target, id, signal)).field
  }

  private target({ workspaceId, region }: Place): Promise<Target> {
    return this.desk.workspaces.target(workspaceId, region)
  }
}

function asFieldOrNull(json: unknown): CustomField | null {
  try {
    return readField(json)
  } catch {
    return null
  }
}
