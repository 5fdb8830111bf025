import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import type { CustomField, KnownMapping, Mapping, MappingScope } from '../../shared/mappings/mapping'

export type FieldInEffect = ChangeLogEntry['field'] & { id: string; at: number }

export interface MappingInEffect {
  /** null if the service did not say which mapping it made */
  id: string | null
  field: FieldInEffect
  scope: MappingScope
  scopeName: string
  expression: string
  at: number
  /** Its last change got no answer: its value on the service is unknown. */
  uncertain: boolean
}

/** Fields and mappings that this computer made or changed and did not delete. */
export interface InEffect {
  fields: FieldInEffect[]
  mappings: MappingInEffect[]
}

/**
 * Oldest first. A refused change counts as nothing. Without an answer, a creation counts if a lookup found it, a
 * deletion counts as done (the operator wants it gone), and a change makes its mapping uncertain.
 */
export function inEffect(entries: readonly ChangeLogEntry[]): InEffect {
  const fields = new Map<string, FieldInEffect>()
  let mappings: MappingInEffect[] = []
  for (const { act, outcome, at, field, mapping } of entries) {
    const unknown = outcome === 'unknown'
    if (outcome === 'refused' || field.id === null) continue
    const known: FieldInEffect = { ...field, id: field.id, at: fields.get(field.id)?.at ?? at }
    const others = () => mappings.filter((one) => one.field.id !== known.id || !isReplaced(one, act, mapping))
    if (act === 'delete-field') {
      fields.delete(known.id)
      mappings = mappings.filter((one) => one.field.id !== known.id)
    } else if (act === 'create-field' || act === 'change-field') {
      if (unknown && act === 'change-field') continue
      fields.set(known.id, known)
      mappings = mappings.map((one) => (one.field.id === known.id ? { ...one, field: known } : one))
    } else if (mapping && act === 'delete-mapping') {
      mappings = others()
    } else if (mapping && !(unknown && act === 'create-mapping' && mapping.id === null)) {
      const { id, scope, scopeName, expression } = mapping
      const uncertain = unknown && act === 'change-mapping'
      mappings = [...others(), { id, field: known, scope, scopeName, expression, at, uncertain }]
    }
  }
  return { fields: [...fields.values()], mappings }
}

export function asField({ id, name, category, model, at }: FieldInEffect): CustomField {
  return { id, name, description: null, category, model, source: null, createdAt: at, from: 'ledger' }
}

/** Leaves out a mapping without an id: the window cannot name it. */
export function asMappings(standing: readonly MappingInEffect[]): Mapping[] {
  return standing.flatMap(({ id, field, scope, expression, at }) =>
    id === null
      ? []
      : [{ id, fieldId: field.id, scope, expression, createdAt: at, updatedAt: null, from: 'ledger' as const }]
  )
}

/** Newest change first. */
export function asKnown(standing: readonly MappingInEffect[]): KnownMapping[] {
  return standing
    .map(({ field, scope, expression, at, uncertain }) => ({
      ...{ fieldId: field.id, fieldName: field.name, category: field.category },
      ...{ scope, expression, at, uncertain }
    }))
    .sort((a, b) => b.at - a.at)
}

/** A field has one mapping in each scope: where another is made there, the one before was deleted elsewhere. */
const isReplaced = (one: MappingInEffect, act: ChangeLogEntry['act'], mapping: ChangeLogEntry['mapping']) =>
  isSame(one, mapping) || (act === 'create-mapping' && mapping !== null && isScope(one.scope, mapping.scope))

/** Compares ids, or scopes if an id is unknown: a field has one mapping in each scope. */
function isSame(one: MappingInEffect, mapping: ChangeLogEntry['mapping']): boolean {
  if (!mapping) return false
  if (one.id !== null && mapping.id !== null) return one.id === mapping.id
  return isScope(one.scope, mapping.scope)
}

export function isScope(one: MappingScope, other: MappingScope): boolean {
  if (one.kind === 'integration') return other.kind === 'integration' && one.slug === other.slug
  return other.kind === 'connector' && one.key !== null && one.key === other.key
}
