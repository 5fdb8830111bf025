import type { ManyAnswer, ManyShape } from '../../../../shared/passthrough/many'

/** How the structure of an answer differs at one place. null: absent there. */
export interface Difference {
  place: string
  usual: string | null
  found: string | null
}

/**
 * `alike`: as most answers are. `content`: another kind of body than theirs. `status` and `all`: answers that are not
 * grouped by shape.
 */
export type GroupKind =
  'page' | 'reported' | 'failed' | 'cut' | 'content' | 'unlike' | 'much' | 'alike' | 'status' | 'all'

export interface Group {
  /** Tells groups apart, and stays while answers come. */
  key: string
  kind: GroupKind
  /** By place. */
  answers: readonly ManyAnswer[]
  /** How its answers differ from those that are alike; empty in `much`, where each differs in its own way. */
  differences: readonly Difference[]
}

export interface Shapes {
  groups: readonly Group[]
  /** Of this answer against those that are alike. */
  differencesOf(answer: ManyAnswer): readonly Difference[]
}

/** Answers with more differences than this share a group. */
export const mostNamed = 8

type Types = ReadonlyMap<string, ReadonlySet<string>>

/** What an operator would ask again. */
export function isFailed({ outcome, providerError, content, complete }: ManyAnswer): boolean {
  return outcome !== 'answered' || providerError !== null || content === 'page' || !complete
}

/** Fewest first, the answers that are alike last. */
export function byShape(answers: readonly ManyAnswer[], shapes: readonly ManyShape[]): Shapes {
  const fields = new Map(shapes.map((one) => [one.key, one.fields]))
  const structured = answers.filter((one) => isStructured(one))
  const usual = mostCommon(structured, fields)
  const usualTypes = typesOf(fields.get(usual ?? ''))
  const known = new Map<string, readonly Difference[]>()
  const differencesOf = ({ shape }: ManyAnswer) => {
    if (shape === null || usualTypes === null || shape === usual) return []
    const before = known.get(shape)
    if (before) return before
    const found = differences(usualTypes, typesOf(fields.get(shape)) ?? new Map<string, Set<string>>())
    known.set(shape, found)
    return found
  }
  const groups = collect(answers, (answer): Pick<Group, 'key' | 'kind' | 'differences'> => {
    const { outcome, status, providerError, content, shape, error } = answer
    const plain = (kind: GroupKind, of: string | number | null = '') => ({
      key: `${kind} ${of}`,
      kind,
      differences: []
    })
    if (content === 'page') return plain('page')
    // A 429 of the API itself is no answer: its place is asked again.
    if (status === 429) return plain('reported', 429)
    if (providerError) return plain('reported', providerError.status ?? providerError.code)
    if (outcome !== 'answered') return plain('failed', error?.code ?? status ?? outcome)
    if (!isStructured(answer)) return plain('cut')
    if (structureOf(answer) === usual) return plain('alike')
    if (usualTypes === null || shape === null) return plain('content', content)
    const found = differencesOf(answer)
    if (found.length === 0) return plain('alike')
    if (found.length > mostNamed) return plain('much')
    return { key: `unlike ${JSON.stringify(found)}`, kind: 'unlike', differences: found }
  })
  return { groups, differencesOf }
}

/** Fewest first. */
export function byStatus(answers: readonly ManyAnswer[]): readonly Group[] {
  return collect(answers, ({ providerError, status, error, outcome, content }) => {
    const own = providerError
      ? `reported ${providerError.status ?? providerError.code}`
      : `${status ?? error?.code ?? outcome}`
    return { key: `status ${content === 'page' ? 'page ' : ''}${own}`, kind: 'status', differences: [] }
  })
}

export function ungrouped(answers: readonly ManyAnswer[]): readonly Group[] {
  return answers.length === 0 ? [] : [{ key: 'all', kind: 'all', answers: byPlace(answers), differences: [] }]
}

function collect(
  answers: readonly ManyAnswer[],
  of: (answer: ManyAnswer) => Pick<Group, 'key' | 'kind' | 'differences'>
): readonly Group[] {
  const groups = new Map<string, Group & { answers: ManyAnswer[] }>()
  for (const answer of byPlace(answers)) {
    const group = of(answer)
    const known = groups.get(group.key)
    if (known) known.answers.push(answer)
    else groups.set(group.key, { ...group, answers: [answer] })
  }
  const last = ({ kind }: Group) => (kind === 'alike' ? 1 : 0)
  // Equal ones stay in the order of their first places.
  return [...groups.values()].sort((a, b) => last(a) - last(b) || a.answers.length - b.answers.length)
}

const byPlace = (answers: readonly ManyAnswer[]) => answers.toSorted((a, b) => a.place - b.place)

const isStructured = ({ outcome, providerError, content, shape, complete }: ManyAnswer) =>
  outcome === 'answered' &&
  providerError === null &&
  content !== 'page' &&
  complete &&
  (content !== 'json' || shape !== null)

/** A body that is not JSON is alike by its kind. */
const structureOf = ({ shape, content }: ManyAnswer) => shape ?? `content ${content}`

/** The most frequent structure; of equally frequent ones the richest. */
function mostCommon(answers: readonly ManyAnswer[], fields: ReadonlyMap<string, ManyShape['fields']>): string | null {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(structureOf(answer), (counts.get(structureOf(answer)) ?? 0) + 1)
  const rich = (key: string) => fields.get(key)?.length ?? -1
  const [first] = [...counts].sort(([a, of], [b, others]) => others - of || rich(b) - rich(a) || (a < b ? -1 : 1))
  return first?.[0] ?? null
}

function typesOf(fields: ManyShape['fields'] | undefined): Types | null {
  if (!fields) return null
  const types = new Map<string, Set<string>>()
  for (const [place, type] of fields) types.set(place, (types.get(place) ?? new Set<string>()).add(type))
  return types
}

/** Places that differ, without what lies below one of them. null fits every type. */
function differences(usual: Types, own: Types): readonly Difference[] {
  const found: Difference[] = []
  const closed: string[] = []
  for (const place of new Set([...usual.keys(), ...own.keys()])) {
    if (closed.some((above) => isBelow(place, above))) continue
    const [before, now] = [said(usual.get(place)), said(own.get(place))]
    if (before === now) continue
    closed.push(place)
    if (before !== '' && now !== '') found.push({ place, usual: before, found: now })
  }
  return found
}

/** '' for null alone; null if absent. */
const said = (types: ReadonlySet<string> | undefined): string | null =>
  types
    ? [...types]
        .filter((type) => type !== 'null')
        .sort()
        .join(' or ')
    : null

const isBelow = (place: string, above: string) =>
  above === '' ? place !== '' : place.startsWith(above) && /^[.[{]/.test(place.slice(above.length))
