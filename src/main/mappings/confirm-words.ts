import type { LedgerEntry } from '../../shared/model/ledger'
import type { Act as Confirmed } from '../guard/confirmer'
import type { Leaving } from '../guard/grant'
import { placeOf } from '../../shared/model/place'
import type { Act } from './act'

const verbs: Record<LedgerEntry['act'], string> = {
  'create-field': 'Create field',
  'change-field': 'Save field',
  'delete-field': 'Delete field',
  'create-mapping': 'Save mapping',
  'change-mapping': 'Save mapping',
  'delete-mapping': 'Delete mapping'
}

/** What the operator is asked before a write. */
export function wordsOf({ target, noted, subject, impact }: Act, leaving: Leaving): Confirmed {
  const { act, field, mapping, cascade } = noted
  const name = field.name ?? field.id ?? ''
  const deletesField = act === 'delete-field'
  const going = cascade.map((one): [string, string] => ['Goes with it', `${one.scopeName}: ${one.expression}`])
  const facts: [string, string | null | undefined][] = [
    ['Field', name],
    ['Model', [field.model, field.category].filter(Boolean).join(', ')],
    ['Scope', mapping?.scopeName],
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
    typed: deletesField ? { label: `Type the field’s ${field.name ? 'name' : 'id'}`, text: name } : null,
    requests: [{ leaving }]
  }
}

function noteOf(act: LedgerEntry['act'], scope: 'integration' | 'connector' | undefined): string {
  if (act === 'delete-field')
    return 'Every mapping of the field goes with it, and reads no longer carry the field. It cannot be undone.'
  if (act !== 'delete-mapping') return 'Customers’ reads carry it after their next sync.'
  return scope === 'integration'
    ? 'The field stays. Connectors of this integration read null, but for those with a mapping of their own.'
    : 'The field stays. The mapping of its integration, if there is one, takes over on this connector.'
}
