import type { DriftReason, MappingFacts, MappingIssue, ProfileNumbers } from './mapping-issue'

// The window, evidence files and what assistants read say the same of a drift; no value is in it.

const count = (many: number) => many.toLocaleString('en')
const percent = (part: number, of: number) => `${of === 0 ? 0 : Math.round((part / of) * 100)} %`
export const filledOf = ({ filled, records }: ProfileNumbers) => percent(filled, records)
export const typesOf = ({ types }: ProfileNumbers) =>
  types.map(({ type, count: many }) => `${type} ${count(many)}`).join(', ') || 'no value'
export const lengthsOf = ({ lengths }: ProfileNumbers) =>
  lengths === null
    ? 'no text'
    : lengths.least === lengths.most
      ? count(lengths.least)
      : `${count(lengths.least)} to ${count(lengths.most)}`

/** Both numbers of one difference. */
export function reasonWords(reason: DriftReason, kept: ProfileNumbers, look: ProfileNumbers): string {
  switch (reason.kind) {
    case 'fill':
      return `Fill rate ${filledOf(kept)} → ${filledOf(look)}`
    case 'type':
      return `Type ${typesOf(kept)} → ${typesOf(look)}`
    case 'values':
      return `${count(reason.count)} ${reason.count === 1 ? 'record' : 'records'} with a value that was not among the ${count(kept.distinct)} before`
    case 'length':
      return `Length ${lengthsOf(kept)} → ${lengthsOf(look)} characters`
  }
}

export const saidOf = ({ reasons, kept, look }: Pick<MappingFacts, 'reasons' | 'kept' | 'look'>): string =>
  reasons.map((reason) => reasonWords(reason, kept, look)).join('; ')

/** Of a connector's evidence: which customer's records showed it may be another one, so no source is in it. */
export interface ConnectorDrift {
  field: string
  /** The integration, or this connector. */
  of: string
  /** ms since 1970 */
  since: number
  difference: string
  kept: ProfileNumbers
  look: ProfileNumbers
}

const numbersOf = ({ at, records, filled, problems, types, distinct, lengths }: ProfileNumbers): ProfileNumbers => ({
  ...{ at, records, filled, problems, types, distinct, lengths }
})

/** Open issues of mappings that give this connector its values. @param key `<category>:<id>` */
export function driftsOf(issues: readonly MappingIssue[], key: string, slug: string | null): ConnectorDrift[] {
  const category = key.slice(0, key.indexOf(':') + 1)
  return issues.flatMap(({ closed, since, facts }) => {
    const { field, scope, scopeName, source, kept, look } = facts
    const isOwn = scope === `connector:${key}`
    const isShared = scope === `integration:${slug}` && source.key.startsWith(category)
    if (closed !== null || !(isOwn || isShared)) return []
    const numbers = { kept: numbersOf(kept), look: numbersOf(look) }
    return { field, of: isOwn ? 'this connector' : scopeName, since, difference: saidOf(facts), ...numbers }
  })
}
