import type { ChangeLogEntry } from '../../shared/mappings/change-log'
import { nameToType, type Act as Confirmed } from '../guard/confirmer'
import type { Leaving } from '../guard/grant'
import { placeOf } from '../../shared/workspaces/place'
import type { Act } from './act'

const verbs: Record<ChangeLogEntry['act'], string> = {
  'create-field': 'Create field',
  'change-field': 'Save field',
  'delete-field': 'Delete field',
  'create-mapping': 'Save mapping',
  'change-mapping': 'Save mapping',
  'delete-mapping': 'Delete mapping'
}

/** What the operator is asked before a write. */
export function wordsOf(
  { target, noted, subject, request: { secrets = [] }, impact }: Act,
  leaving: Leaving
): Confirmed {
  const { act, field, mapping, cascade } = noted
  const name = field.name ?? field.id ?? ''
  const going = cascade.map((one): [string, string] => ['Also deleted', `${one.scopeName}: ${one.expression}`])
  const facts: [string, string | null | undefined][] = [
    ['Field', name],
    ['Model', [field.model, field.category].filter(Boolean).join(', ')],
    // Of a connector the head says it.
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
    requests: [{ leaving, secrets }]
  }
}

/** Deletes, and whatever reaches all customers of an integration, are agreed to by name. */
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
