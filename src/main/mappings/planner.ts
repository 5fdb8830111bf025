import { placeOf, type Place } from '../../shared/workspaces/place'
import { toAppError } from '../../shared/errors'
import type { PlanStep } from '../../shared/mappings/change-log'
import type { Lookups } from '../../shared/lookups/lookup'
import type { CustomField, MappingOperations } from '../../shared/mappings/mapping'
import type { Target } from '../http/call'
import type { OpenedField } from './field-book'
import type { FieldDraft, WantedScope } from './requests'
import type { Desk } from './desk'
import { quietly } from './parts'
import { isScope, type FieldInEffect, type MappingInEffect } from './in-effect'
import { categories } from '../../shared/connectors/category'
import { readConnector } from '../../shared/connectors/connector'

export type Making =
  | { kind: 'create-field'; draft: FieldDraft }
  /** `field`: its id, or the step that creates it. */
  | { kind: 'create-mapping'; field: { id: string } | { step: string }; scope: WantedScope; expression: string }
  | {
      kind: 'change-mapping'
      fieldId: string
      mappingId: string
      scope: WantedScope
      before: string
      expression: string
    }

export interface PreparedStep {
  step: PlanStep
  /** null if it exists already or cannot be replayed */
  make: Making | null
}

const chunk = 5_000

/** Finds the connector of the same customer and integration at another place, in the last refresh of that place. */
class ConnectorTwins {
  private index: Promise<Map<string, string[]>> | undefined

  constructor(
    private readonly desk: Pick<Desk, 'history' | 'names'>,
    private readonly from: Place,
    private readonly to: Place
  ) {}

  /** @returns the key, or why there is none */
  async of(key: string | null): Promise<{ key: string } | { why: string }> {
    if (key === null) return { why: 'The connector it was made for is unknown.' }
    const { originId, integrationSlug } = await this.desk.names.connector(this.from, key)
    if (originId === null || integrationSlug === null)
      return { why: 'The origin ID or integration of its connector is unknown.' }
    this.index ??= this.read()
    const category = categories.find((one) => key.startsWith(`${one}:`)) ?? ''
    const index = await this.index
    if (index.size === 0) return { why: 'No connectors are loaded there yet: refresh them first.' }
    const found = index.get(nameOf(category, originId, integrationSlug)) ?? []
    const [twin] = found
    if (twin !== undefined && found.length === 1) return { key: twin }
    const integration = await this.desk.names.integration(this.from, integrationSlug)
    if (twin === undefined) return { why: `There is no ${integration} connector for origin ID ${originId} there.` }
    return { why: `${originId} has ${found.length} ${integration} connectors there.` }
  }

  private async read(): Promise<Map<string, string[]>> {
    const index = new Map<string, string[]>()
    for (let after: number | null = 0; after !== null;) {
      const { rows, next }: Awaited<ReturnType<Desk['history']['lastRows']>> = await this.desk.history.lastRows({
        place: this.to,
        after,
        limit: chunk
      })
      for (const { key, category, record } of rows) {
        const { originId, integrationSlug } = readConnector(record)
        if (originId === null) continue
        const name = nameOf(category, originId, integrationSlug)
        index.set(name, [...(index.get(name) ?? []), key])
      }
      after = next
    }
    return index
  }
}

const nameOf = (...parts: string[]) => JSON.stringify(parts)

interface Destination {
  target: Target
  operations: MappingOperations
  lookups: Lookups
  fields: CustomField[]
  twins: ConnectorTwins
}

/** Writes nothing. */
export class Planner {
  constructor(private readonly desk: Desk) {}

  async prepare(from: Place, to: Place, signal: AbortSignal): Promise<PreparedStep[]> {
    const { book, changeLog, lookups, operations, workspaces } = this.desk
    const standing = await changeLog.inEffect(from)
    const target = await workspaces.target(to.workspaceId, to.region)
    const there: Destination = {
      target,
      operations: await operations.of(target),
      lookups: await lookups.read(to, true, signal),
      fields: (await book.list(target, signal)).fields,
      twins: new ConnectorTwins(this.desk, from, to)
    }
    const descriptions = await this.descriptions(from, signal)
    const fields = new Map(
      [...standing.mappings.map(({ field }) => field), ...standing.fields].map((one) => [one.id, one])
    )
    const steps: PreparedStep[] = []
    const add = (prepared: (id: string) => PreparedStep) => {
      const made = prepared(String(steps.length + 1))
      steps.push(made)
      return made
    }
    for (const field of fields.values()) {
      const found = there.fields.filter((one) => isTwin(one, field))
      const ofField = add((id) => fieldStep(id, field, descriptions.get(field.id) ?? '', found, there))
      const mappings = standing.mappings.filter((one) => one.field.id === field.id)
      const wanted: { mapping: MappingInEffect; scope: WantedScope | string }[] = []
      for (const mapping of mappings) wanted.push({ mapping, scope: await this.scopeThere(mapping, there, signal) })
      // After their tokens are known: before, a mapping of a connector would belong to none.
      const opened = found.length === 1 && found[0] ? await book.open(target, found[0].id, signal) : null
      for (const { mapping, scope } of wanted)
        add((id) => mappingStep(id, mapping, ofField, opened, scope, there.operations))
    }
    return steps
  }

  /** The change log has no descriptions. */
  private async descriptions(from: Place, signal: AbortSignal): Promise<Map<string, string>> {
    const source = await quietly(this.desk.workspaces.target(from.workspaceId, from.region))
    const listed = source && (await quietly(this.desk.book.list(source, signal)))
    return new Map(listed?.fields.map(({ id, description }) => [id, description ?? '']))
  }

  private async scopeThere(
    { scope }: MappingInEffect,
    { target, lookups, twins }: Destination,
    signal: AbortSignal
  ): Promise<WantedScope | string> {
    if (scope.kind === 'integration') {
      if (lookups.readAt === null) return 'The integrations there could not be read.'
      if (lookups.integrations.some(({ slug }) => slug === scope.slug)) return scope
      return 'There is no such integration there.'
    }
    const twin = await twins.of(scope.key)
    if ('why' in twin) return twin.why
    // The connector's token tells its mappings from those of other connectors.
    return this.desk.finder.find(placeOf(target), target, twin.key, signal).then(
      () => ({ kind: 'connector' as const, key: twin.key }),
      (thrown: unknown) => toAppError(thrown).message
    )
  }
}

/** Unknown properties of a pasted field do not count as a difference. */
function isTwin(there: CustomField, { name, category, model }: FieldInEffect): boolean {
  const agrees = (one: string | null, other: string | null) => one === null || other === null || one === other
  return name !== null && there.name === name && agrees(there.category, category) && agrees(there.model, model)
}

function fieldStep(
  id: string,
  { name, category, model, ...field }: FieldInEffect,
  description: string,
  found: readonly CustomField[],
  { operations, lookups }: Destination
): PreparedStep {
  const about = { id, fieldName: name ?? field.id, category, model, scopeName: null, expression: null, before: null }
  const blocked = (why: string): PreparedStep => ({ step: { ...about, kind: 'blocked', why }, make: null })
  if (name === null) return blocked('The name of this field is unknown, so it cannot be found there.')
  if (found.length > 1) return blocked(`There are ${found.length} fields of this name there.`)
  if (found.length === 1) return { step: { ...about, kind: 'same', why: 'The field is already there.' }, make: null }
  if (!operations.createField)
    return blocked('There is no field of this name, and the API does not offer to create one.')
  if (category === null || model === null) return blocked('The category or model of this field is unknown.')
  const known = lookups.models.some((one) => one.slug === model && one.category === category)
  if (lookups.readAt !== null && !known) return blocked('There is no such model there.')
  const why = 'The field is not there yet.'
  const make = { kind: 'create-field' as const, draft: { name, description, category, model } }
  return { step: { ...about, kind: 'create-field', why }, make }
}

function mappingStep(
  id: string,
  { field, scopeName, expression, uncertain }: MappingInEffect,
  ofField: PreparedStep,
  opened: OpenedField | null,
  scope: WantedScope | string,
  operations: MappingOperations
): PreparedStep {
  const { name, category, model } = field
  const about = { id, fieldName: name ?? field.id, category, model, scopeName, expression, before: null }
  const blocked = (why: string, before: string | null = null): PreparedStep => ({
    step: { ...about, before, kind: 'blocked', why },
    make: null
  })
  if (ofField.step.kind === 'blocked') return blocked('Its field cannot be copied.')
  if (uncertain) return blocked('The outcome of its last change is unknown. Check it and save it again first.')
  if (typeof scope === 'string') return blocked(scope)
  if (!opened) {
    const make = { kind: 'create-mapping' as const, field: { step: ofField.step.id }, scope, expression }
    return { step: { ...about, kind: 'create-mapping', why: 'Its field is created first.' }, make }
  }
  const there = opened.mappings.find(({ mapping }) => isScope(mapping.scope, scope))?.mapping
  if (!there) {
    const make = { kind: 'create-mapping' as const, field: { id: opened.field.id }, scope, expression }
    const why = opened.complete ? 'There is no mapping in this scope.' : 'No mapping in this scope is known there.'
    return { step: { ...about, kind: 'create-mapping', why }, make }
  }
  const before = there.expression
  if (before === expression)
    return { step: { ...about, kind: 'same', why: 'It is already mapped like this.' }, make: null }
  if (!operations.changeMapping)
    return blocked('It is mapped differently, and the API does not offer to change mappings.', before)
  const fieldId = opened.field.id
  const make = { kind: 'change-mapping' as const, fieldId, mappingId: there.id, scope, before, expression }
  return { step: { ...about, before, kind: 'change-mapping', why: 'It is mapped differently.' }, make }
}
