import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { categories } from '../../shared/connectors/category'
import { saidOf } from '../../shared/mappings/drift-words'
import type { ProfileNumbers } from '../../shared/mappings/mapping-issue'
import { readConnector, type Connector } from '../../shared/connectors/connector'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { AppError } from '../../shared/errors'
import { accessWords } from '../../shared/issues/access'
import { diagnosisNames, fillWords, type LastGoodSync } from '../../shared/issues/diagnosis'
import type { Issue, IssueList } from '../../shared/issues/issue'
import type { Runbook, RunbookHead } from '../../shared/issues/runbook'
import type { ChosenConnector, Pair } from '../../shared/passthrough/passthrough'
import type { Place } from '../../shared/workspaces/place'
import type { Context, Handlers } from '../base/room'
import type { ConnectorStore } from '../connectors/store'
import type { IssueStore } from '../issues/store'
import { usualPace } from '../../shared/passthrough/many'
import { msOf, type Asked, type Input } from './contract'
import type { Telling } from './told'

export interface ReadParts {
  /** What the window is answered, too: the reads ask nothing else, and nothing that leads to the service. */
  handlers: Pick<
    Handlers,
    | 'activity:list'
    | 'issues:runbook'
    | 'issues:runbooks'
    | 'issues:runbooksFor'
    | 'mappings:dropSet'
    | 'mappings:evaluate'
    | 'mappings:known'
    | 'mappings:takePaste'
    | 'passthrough:planMany'
    | 'passthrough:shelfFiles'
    | 'passthrough:shelfOperation'
    | 'passthrough:shelfOperations'
    | 'trends:read'
  >
  history: Pick<ConnectorStore, 'connector' | 'lastRows' | 'names' | 'placesOf'> & Pick<IssueStore, 'issueList'>
  /**
   * Markdown about issues, without known tokens.
   * @param told what may be told of its content
   * @throws AppError not-found, leak-refused
   */
  evidence(place: Place, keys: readonly string[], told: <T>(content: T) => T): Promise<string>
  now(): number
}

/** One question, in its place. */
export interface Reading {
  parts: ReadParts
  place: Place
  tell: Telling
  signal: AbortSignal
}

type Run<A extends Asked> = (of: Reading, input: Input<A>) => Promise<unknown>
export type Reads = { [A in Exclude<Asked, 'workspaces' | `draft_${string}`>]: Run<A> }

/** Jobs of no window. */
const outsideOwner = -1
const context: Context = { owner: outsideOwner, emit: () => undefined }

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const utc = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A list cut to its limit. @param row what is told of each that is left: hiding names in it takes time */
const listed = <T, R>(all: readonly T[], limit: number, row: (one: T) => R) => ({
  rows: all.slice(0, limit).map(row),
  more: Math.max(0, all.length - limit)
})
const same = <T>(one: T) => one

const good = ({ time, kind }: Pick<LastGoodSync, 'time' | 'kind'>) => ({ time: iso(time), kind })
const idOf = (key: string) => key.slice(key.indexOf(':') + 1)

/** Of an ID as answers give it. @throws AppError not-found */
export async function keyOf({ parts, place }: Pick<Reading, 'parts' | 'place'>, typed: string): Promise<string> {
  const category = categories.find((one) => typed.startsWith(`${one}:`))
  const found = await parts.history.placesOf({ places: [place], id: category ? idOf(typed) : typed })
  const one = category ? found.find(({ key }) => key === typed) : found[0]
  if (!one) throw new AppError('not-found', 'This workspace knows no connector of this ID.')
  return one.key
}

async function eachConnector(of: Pick<Reading, 'parts' | 'place'>, take: (key: string, one: Connector) => void) {
  for (let after: number | null = 0; after !== null;) {
    const { rows, next } = await of.parts.history.lastRows({ place: of.place, after, limit: 2_000 })
    for (const { key, record } of rows) take(key, readConnector(record))
    after = next
  }
}

const openIssues = ({ groups, tests: _ }: IssueList): Issue[] =>
  groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations].flatMap(({ issues }) => issues))

const openDrifts = ({ mappings }: Pick<IssueList, 'mappings'>) => mappings.filter(({ closed }) => closed === null)

/** Counts and lengths: no value was kept. */
const numbersOf = ({ at, records, filled, types, distinct, lengths }: ProfileNumbers) => ({
  ...{ at: iso(at), records, filled, types, distinct, lengths }
})

const issueRow = ({ tell, parts }: Reading, one: Issue) => ({
  ...{ connector: tell.name(one.key), category: one.category, integration: tell.name(one.integrationSlug) },
  customer: tell.customer(one.endUser),
  cause: one.cause,
  says: tell.plain(fillWords(one.short, { since: one.since, good: one.lastGoodSync.time }, utc)),
  since: iso(one.since),
  ageDays: Math.round((parts.now() - one.ageFrom) / 8_640_000) / 10,
  lastGoodSync: good(one.lastGoodSync),
  employees: one.employees,
  owner: tell.person(one.owner),
  tags: one.tags.map((tag) => tell.by('team', tag)),
  snoozedUntil: iso(one.snoozedUntil),
  relinkRequested: iso(one.requestedAt)
})

function healthOf({ tell }: Reading, health: ConnectorHealth) {
  const { diagnosis, timeline, runs, headcounts, access, issues } = health
  const fill = (words: string) =>
    tell.plain(fillWords(words, { since: diagnosis.since, good: diagnosis.lastGoodSync.time }, utc))
  const field = (name: string) => health.fields.find((one) => one.field === name)?.value
  const named = new Set(['end_user', 'origin_id'])
  const fields = ({ field, value, reading, odd }: ConnectorHealth['fields'][number]) => ({
    field,
    value: named.has(field) ? tell.customer(typeof value === 'string' ? value : '') : tell.value(value ?? null),
    reading: tell.plain(reading),
    odd
  })
  return {
    connector: tell.name(health.key),
    customer: tell.customer(typeof field('end_user') === 'string' ? String(field('end_user')) : ''),
    integration: tell.value(field('integration_slug') ?? null),
    diagnosis: diagnosis.kind,
    name: diagnosisNames[diagnosis.kind],
    words: fill(diagnosis.words),
    since: iso(diagnosis.since),
    who: diagnosis.action.who,
    what: fill(diagnosis.action.what),
    lastGoodSync: { ...good(diagnosis.lastGoodSync), why: fill(diagnosis.lastGoodSync.why) },
    notes: diagnosis.notes.map(fill),
    facts: diagnosis.evidence.map(fields),
    record: health.fields.map(fields),
    seen: { first: iso(health.firstSeenAt), last: iso(health.lastSeenAt), gone: iso(health.goneAt) },
    touches: health.touches,
    history: timeline.slice(0, 100).map(({ at, kind, words }) => ({ at: iso(at), kind, words: tell.plain(words) })),
    syncs: { everyMs: runs.cadence, ...runs.counts },
    headcounts: headcounts.slice(-30).map((one) => ({ ...one, first: iso(one.first), last: iso(one.last) })),
    access: access.map(({ at, said, status }) => ({ at: iso(at), said: accessWords[said], status })),
    issues: issues.slice(0, 20).map((one) => ({
      ...{ cause: one.cause, opened: iso(one.openedAt), closed: iso(one.closedAt) },
      ...{ owner: tell.person(one.owner), snoozedUntil: iso(one.snoozedUntil) },
      note: one.note === '' ? null : tell.by('team', one.note)
    }))
  }
}

function headOf({ tell }: Reading, { id, title, integration, cause, at, by, hasLetter }: RunbookHead) {
  return {
    id,
    title: tell.by('team', title),
    integration: integration === null ? null : tell.name(integration),
    cause,
    changed: iso(at),
    by: tell.person(by),
    hasLetter
  }
}

function runbookOf({ tell }: Reading, { id, at, by, content }: Runbook) {
  const { title, integration, cause, matches, steps, letter } = content
  return {
    ...{
      id,
      title: tell.by('team', title),
      integration: integration === null ? null : tell.name(integration),
      cause,
      changed: iso(at),
      by: tell.person(by)
    },
    matches: matches.map((one) => tell.by('team', one)),
    steps: tell.whole('team', steps),
    letter: letter === '' ? null : tell.whole('team', letter)
  }
}

const pairs = (params: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(params).map(([name, value]) => ({ name, value, enabled: true }))

/** Nothing of it was touched but what is given. */
export const draftOf = (
  { workspaceId, region }: Place,
  { method, path, params }: Pick<Input<'plan_many'>, 'method' | 'path' | 'params'>
) => ({
  ...{ workspaceId, region, connector: null, method, path, params: pairs(params), headers: [] },
  ...{ body: { kind: 'none' as const }, requestFormat: null, responseFormat: null, timeout: '' }
})

/** @throws AppError not-found */
export async function chosenOf(of: Pick<Reading, 'parts' | 'place'>, typed: string): Promise<ChosenConnector> {
  const key = await keyOf(of, typed)
  const { parts, place } = of
  const health = await parts.history.connector({ place, key, now: parts.now() })
  const record = Object.fromEntries(health?.fields.map(({ field, value }) => [field, value]) ?? [])
  return chosen(key, readConnector({ ...record, id: idOf(key) }))
}

const chosen = (key: string, { originId, endUser, integrationSlug, isTest }: Connector): ChosenConnector => ({
  ...{ key, tokenRef: null, originId, endUser, integrationSlug, isTest }
})

async function askedConnectors(of: Reading, { integration, connectors }: Input<'plan_many'>) {
  if (connectors) {
    const all: ChosenConnector[] = []
    for (const typed of connectors) all.push(await chosenOf(of, typed))
    return all
  }
  const all: ChosenConnector[] = []
  await eachConnector(of, (key, one) => {
    if (one.isTest || (integration !== undefined && one.integrationSlug !== integration)) return
    all.push(chosen(key, one))
  })
  return all
}

/** @param text JSON, perhaps cut with an ellipsis */
function isSame(text: string, expected: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), expected)
  } catch {
    return text.endsWith('…') && JSON.stringify(expected).startsWith(text.slice(0, -1))
  }
}

/** Calls among which words are looked for where names are hidden: the newest. */
const longestActivity = 500

export const reads: Reads = {
  async issues(of, { cause, older, integration, customer, snoozed, limit }) {
    const { parts, place, tell } = of
    const list = await parts.history.issueList({ place, now: parts.now() })
    const eldest = older === undefined ? Infinity : parts.now() - msOf(older)
    const found = [...openIssues(list), ...(snoozed ? list.snoozed : [])].filter(
      (one) =>
        (cause === undefined || one.cause === cause) &&
        (integration === undefined || one.integrationSlug === integration) &&
        (older === undefined || one.ageFrom <= eldest) &&
        (customer === undefined || tell.isCustomer(one.endUser, customer))
    )
    found.sort((one, other) => one.ageFrom - other.ageFrom)
    const counts = { ...list.counts, webhooks: list.webhooks.length, mappings: openDrifts(list).length }
    return { counts, ...listed(found, limit, (one) => issueRow(of, one)) }
  },

  async connector(of, { connector }) {
    const { parts, place } = of
    const key = await keyOf(of, connector)
    const health = await parts.history.connector({ place, key, now: parts.now() })
    if (!health) throw new AppError('not-found', 'This workspace knows no connector of this ID.')
    return healthOf(of, health)
  },

  async customers(of, { search, troubled, limit }) {
    const { parts, place, tell } = of
    const issues = openIssues(await parts.history.issueList({ place, now: parts.now() }))
    const inTrouble = new Set(issues.map(({ key }) => key))
    const all = new Map<string, { name: string; connectors: string[]; integrations: Set<string>; issues: number }>()
    await eachConnector(of, (key, { endUser, originId, integrationSlug, isTest }) => {
      if (isTest) return
      const id = originId ?? endUser
      const one = all.get(id) ?? { name: endUser, connectors: [], integrations: new Set(), issues: 0 }
      one.connectors.push(key)
      one.integrations.add(integrationSlug)
      if (inTrouble.has(key)) one.issues++
      all.set(id, one)
    })
    const found = [...all.values()].filter(
      ({ name, issues }) => (!troubled || issues > 0) && (search === undefined || tell.isCustomer(name, search, true))
    )
    found.sort((one, other) => other.issues - one.issues || other.connectors.length - one.connectors.length)
    return listed(found, limit, ({ name, connectors, integrations, issues }) => ({
      ...{ customer: tell.customer(name), issues, connectors: connectors.slice(0, 50).map((key) => tell.name(key)) },
      integrations: [...integrations].sort().map((slug) => tell.name(slug))
    }))
  },

  async mappings({ parts, place, tell }, { limit }) {
    const known = await parts.handlers['mappings:known'](place, context)
    const rows = listed(known, limit, ({ fieldId, fieldName, category, scope, expression, at, uncertain }) => ({
      ...{ field: fieldId, name: fieldName === null ? null : tell.by('team', fieldName), category },
      ...{ integration: scope.kind === 'integration' ? tell.name(scope.slug) : null },
      ...{ connector: scope.kind === 'connector' && scope.key !== null ? tell.name(scope.key) : null },
      expression: tell.whole('team', expression),
      ...{ changed: iso(at), uncertain }
    }))
    const { mappings } = await parts.history.issueList({ place, now: parts.now() })
    const nameIn = (scope: string, kind: string) =>
      scope.startsWith(kind) ? tell.name(scope.slice(kind.length)) : null
    const drifted = openDrifts({ mappings }).slice(0, limit)
    return {
      ...rows,
      drifted: drifted.map(({ since, owner, facts }) => ({
        ...{ field: facts.fieldId, name: tell.by('team', facts.field) },
        ...{ integration: nameIn(facts.scope, 'integration:'), connector: nameIn(facts.scope, 'connector:') },
        ...{ since: iso(since), owner: tell.person(owner), difference: saidOf(facts) },
        ...{ then: numbersOf(facts.kept), now: numbersOf(facts.look) }
      }))
    }
  },

  async test_mapping({ parts, place, tell, signal }, { expression, records, expected }) {
    const { handlers } = parts
    // One a line: a list would be one payload.
    const text = records.map((one) => JSON.stringify(one)).join('\n')
    const set = await handlers['mappings:takePaste']({ ...place, text, name: 'records of a test' }, context)
    try {
      const asked = { requestId: randomUUID(), expression, saved: null, setIds: [set.id], front: null }
      const { problem, lints, sets } = await handlers['mappings:evaluate'](asked, context)
      signal.throwIfAborted()
      const [result] = sets
      const rows = (result?.values ?? []).map(({ index, text, type, problem }) => ({
        ...{ record: index, type, problem: problem && tell.plain(problem.message) },
        result: tell.by('provider', text),
        ...(expected &&
          index < expected.length && { asExpected: problem === null && isSame(text, expected[index] ?? null) })
      }))
      const passed = problem === null && rows.every((one) => one.problem === null && one.asExpected !== false)
      return {
        ...{ passed, problem: problem && tell.plain(problem.message), hints: lints.map(({ message }) => message) },
        ...{ records: result?.records ?? 0, filled: result?.filled ?? 0, problems: result?.problems ?? 0 },
        rows
      }
    } finally {
      await handlers['mappings:dropSet']({ setId: set.id }, context)
    }
  },

  async activity({ parts, place, tell }, { since, outcome, text, changes, limit }) {
    // Found in what is not told, a word would tell a name by its rows.
    const words = tell.hidesNames && text !== undefined ? text.toLowerCase().split(/\s+/) : null
    const filters = {
      region: place.region,
      ...(outcome && { outcome }),
      ...(text !== undefined && !words && { text }),
      ...(changes && { mutationsOnly: true }),
      ...(since !== undefined && { since: parts.now() - msOf(since) })
    }
    const { workspaceId } = place
    const most = words ? longestActivity : limit
    const { calls, total } = await parts.handlers['activity:list']({ workspaceId, filters, limit: most }, context)
    const all = calls.map((one) => ({
      ...{ at: iso(one.at), asker: one.asker, method: one.method, path: tell.by('team', one.path) },
      ...{ status: one.status, error: one.error, tries: one.tries, tookMs: one.durationMs },
      ...{ changes: one.mutation, outcomeUnknown: one.unknown },
      about: one.subject === '' ? null : tell.by('team', one.subject),
      forwarded: one.forwarded === '' ? null : tell.by('team', one.forwarded),
      connector: one.connectorKey === '' ? null : tell.name(one.connectorKey),
      operator: tell.person(one.operator)
    }))
    if (!words) return { rows: all, more: Math.max(0, total - all.length) }
    const texts = ({ method, path, about, forwarded }: (typeof all)[number]) =>
      [method, path.text, about?.text, forwarded?.text].join(' ').toLowerCase()
    return listed(
      all.filter((one) => words.every((word) => texts(one).includes(word))),
      limit,
      same
    )
  },

  async trends({ parts, place, tell }, { weeks }) {
    const asked = { ...place, zone: 'UTC', span: weeks }
    const { since, source, total, good, ...read } = await parts.handlers['trends:read'](asked, context)
    const times = ({ name: _, oldest, ...one }: typeof total) => ({ ...one, oldest: iso(oldest) })
    return {
      ...{ since: iso(since), source, total: times(total) },
      rows: read.weeks.map(({ start, relinks }) => ({ week: iso(start)?.slice(0, 10), ...relinks })),
      integrations: read.integrations.rows.map((one) => ({ integration: tell.name(one.name), ...times(one) })),
      customers: read.customers.rows.map((one) => ({ customer: tell.customer(one.name), ...times(one) })),
      lastGoodSync: { ...good, at: iso(good.at) },
      owners: read.owners.rows.map(({ owner, open, closed }) => ({ owner: tell.person(owner), open, closed }))
    }
  },

  async shelf({ parts, place, tell }, { integration, operation, search, limit }) {
    const { workspaceId } = place
    const { handlers } = parts
    if (integration === undefined) {
      const files = await handlers['passthrough:shelfFiles']({ workspaceId }, context)
      return listed(files, limit, ({ integration, current }) => ({
        ...{
          integration: tell.name(integration),
          title: tell.by('provider', current.title),
          version: tell.by('provider', current.version)
        },
        ...{ format: current.format, operations: current.operations, imported: iso(current.importedAt) }
      }))
    }
    if (operation !== undefined) {
      const found = await handlers['passthrough:shelfOperation']({ workspaceId, integration, id: operation }, context)
      const { id, method, path, name, text, fields, body, answer } = found
      return {
        ...{ id: tell.by('provider', id), method, path: tell.by('provider', path) },
        ...{ name: tell.by('provider', name), text: tell.by('provider', text) },
        fields: fields.map((one) => ({
          ...{ name: tell.by('provider', one.name), in: one.in, required: one.required },
          ...{ type: tell.by('provider', one.type), hint: tell.by('provider', one.hint) },
          text: tell.by('provider', one.text)
        })),
        body: body && tell.value(body),
        answer: answer && { status: tell.name(answer.status), lines: tell.whole('provider', answer.lines.join('\n')) }
      }
    }
    const all = await handlers['passthrough:shelfOperations']({ workspaceId, integration }, context)
    const wanted = search?.toLowerCase() ?? ''
    const found = all.filter(({ method, path, name }) => `${method} ${path} ${name}`.toLowerCase().includes(wanted))
    return listed(found, limit, ({ id, method, path, name, writes }) => ({
      ...{ id: tell.by('provider', id), method, name: tell.by('provider', name) },
      ...{ path: tell.by('provider', path), changesData: writes ?? false }
    }))
  },

  async runbooks(of, { connector, id }) {
    const { parts, place, tell } = of
    const { handlers } = parts
    const { workspaceId } = place
    if (id !== undefined) {
      const found = await handlers['issues:runbook']({ workspaceId, id }, context)
      if (!found) throw new AppError('not-found', 'This workspace has no runbook of this ID.')
      return runbookOf(of, found)
    }
    if (connector === undefined) {
      const { runbooks } = await handlers['issues:runbooks']({ workspaceId }, context)
      return { rows: runbooks.map((one) => headOf(of, one)), more: 0 }
    }
    const found = await handlers['issues:runbooksFor']({ ...place, key: await keyOf(of, connector) }, context)
    return {
      ...{ integration: found ? tell.name(found.integration) : null, cause: found?.cause ?? null },
      first: found?.first ? runbookOf(of, found.first.runbook) : null,
      rows: found?.others.map(({ head }) => headOf(of, head)) ?? [],
      more: 0
    }
  },

  async evidence(of, { connectors }) {
    const keys: string[] = []
    for (const typed of connectors) keys.push(await keyOf(of, typed))
    return {
      markdown: of.tell.whole('provider', await of.parts.evidence(of.place, keys, (content) => of.tell.within(content)))
    }
  },

  async plan_many(of, input) {
    const { parts, place, tell } = of
    const asked = await askedConnectors(of, input)
    if (asked.length === 0) throw new AppError('not-found', 'No connector is of this integration.')
    if (asked.length > 5_000)
      throw new AppError('invalid-input', 'A run asks at most 5,000 connectors: name an integration.')
    const setup = {
      ...{ ...place, name: 'a plan', draft: draftOf(place, input), columns: [], pace: usualPace },
      asked: asked.map((connector) => ({ connector }))
    }
    const plan = await parts.handlers['passthrough:planMany']({ ...setup, requestId: randomUUID() }, context)
    const left = new Map(plan.leftOut.map((one) => [one.place, one]))
    const isAsked = (at: number) => plan.problems.length === 0 && !left.has(at)
    const wouldAsk = asked.filter((_, at) => isAsked(at)).length
    return {
      ...{ sent: 0, wouldAsk, takesMs: Math.round(plan.takesMs), problems: plan.problems },
      variables: plan.variables.map(({ name, known }) => ({ name, known })),
      ...listed([...asked.entries()], 1_000, ([at, { key, endUser, integrationSlug }]) => ({
        ...{ connector: tell.name(key), customer: tell.customer(endUser), integration: tell.name(integrationSlug) },
        ...{ asked: isAsked(at), why: left.get(at)?.message ?? null }
      }))
    }
  }
}
