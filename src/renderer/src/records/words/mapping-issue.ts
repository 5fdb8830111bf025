import type {
  LookSource,
  MappingEnd,
  MappingFacts,
  MappingIssue,
  ProfileNumbers
} from '../../../../shared/mappings/mapping-issue'
import { filledOf, lengthsOf, saidOf, typesOf } from '../../../../shared/mappings/drift-words'
import { count } from '../../kit/format'

const ends: Record<MappingEnd, string> = {
  fits: 'a later look fits again',
  saved: 'the mapping was saved again',
  gone: 'the mapping was deleted'
}

export const driftWords = {
  name: 'Mapping drift',
  one: 'Mapping drift',
  closedOne: 'Mapping drift, closed',
  about: 'A mapping gives something else than at its save.',
  columns: { what: 'Mapping', result: 'Difference', age: 'Age', state: 'State' },
  of: ({ field, scopeName }: Pick<MappingFacts, 'field' | 'scopeName'>) => `${field}, ${scopeName}`,
  closed: (why: MappingEnd, at: string) => `Closed ${at}: ${ends[why]}`,
  show: 'Open mapping',
  copy: 'Copy facts',
  copied: 'Copied',
  notCopied: 'Not copied: the clipboard is not available',
  diagnosis: 'Diagnosis',
  since: (at: string) => `Found first ${at}.`,
  compared: (source: LookSource, look: string, kept: string) =>
    `Compared ${look} with ${kept}, by records of ${source.name}. Only counts and lengths are kept for this.`,
  advice:
    'Open the mapping, check fresh records, and correct the expression. Tell the customer if the field was empty meanwhile.',
  closes: 'It closes once a look fits again or the mapping is saved again.',
  numbers: 'Then and now',
  facts: {
    records: 'Records',
    filled: 'Filled',
    types: 'Types',
    distinct: 'Different values',
    lengths: 'Length of texts',
    then: 'At the save',
    now: 'Now'
  },
  changed: 'Kept samples that changed',
  changedMore: (more: number) => `and ${count(more)} more`,
  noneKept: 'No kept sample is among the fetched records.',
  names: 'Names in the records',
  gone: (names: string) => `Gone: ${names}`,
  fresh: (names: string) => `New: ${names}`,
  loading: 'Reading what is kept…'
}

/** As rows of a table: what, then, now. */
export function numbersOf({ kept, look }: Pick<MappingFacts, 'kept' | 'look'>): [string, string, string][] {
  const { facts } = driftWords
  const of = (name: string, write: (one: ProfileNumbers) => string): [string, string, string] => [
    name,
    write(kept),
    write(look)
  ]
  return [
    of(facts.records, ({ records }) => count(records)),
    of(facts.filled, (one) => `${count(one.filled)}, ${filledOf(one)}`),
    of(facts.types, typesOf),
    of(facts.distinct, ({ distinct }) => count(distinct)),
    of(facts.lengths, lengthsOf)
  ]
}

/** For a ticket; no value is in it. @param write writes ms since 1970 */
export function driftText({ since, facts, closed }: MappingIssue, write: (ms: number) => string): string {
  const { source, look, kept } = facts
  return [
    `${driftWords.one}: ${driftWords.of(facts)}`,
    saidOf(facts),
    driftWords.since(write(since)),
    driftWords.compared(source, write(look.at), write(kept.at)),
    ...(closed ? [driftWords.closed(closed.why, write(closed.at))] : []),
    ...numbersOf(facts).map((row) => row.join('\t'))
  ].join('\n')
}
