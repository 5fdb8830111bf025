import { ageBucket } from '../../../shared/issues/age'
import type { IssueRecord, OutageGroup, IssueList, Issue } from '../../../shared/issues/issue'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import type { Snapshot } from '../../../shared/connectors/snapshot'
import { issueCauses, type IssueCause } from '../../../shared/issues/diagnosis'
import type { MappingIssue } from '../../../shared/mappings/mapping-issue'
import type { WebhookIssue } from '../../../shared/webhooks/webhook-issue'
import { appState } from './made-up'
import { FakeClient } from './fake-client'

export const hour = 3_600_000
export const day = 24 * hour

/** Has waited for `ms`. */
export function madeUpIssue(id: string, ms = 2 * hour, change: Partial<Issue> = {}): Issue {
  const since = Date.now() - ms
  return {
    key: `HRIS:${id}`,
    category: 'HRIS',
    integrationSlug: 'bamboohr',
    endUser: `Customer ${id}`,
    originId: `origin-${id}`,
    cause: 'relink',
    short: 'Sign-in failed {since}',
    since,
    ageFrom: since,
    age: ageBucket(ms),
    lastGoodSync: { time: since - 6 * hour, kind: 'seen-done' },
    employees: 100,
    others: 0,
    othersTroubled: 0,
    owner: '',
    hasNote: false,
    snoozedUntil: null,
    tags: [],
    requestedAt: null,
    ...change
  }
}

/** 18 of 20 deliveries failed, the newest with 503. */
export function madeUpWebhookIssue(change: Partial<WebhookIssue> = {}): WebhookIssue {
  const now = Date.now()
  const recent = Array.from({ length: 20 }, (_, n) => ({
    ...{
      at: now - (n + 1) * 60_000,
      failed: n < 18,
      code: n === 1 ? null : n < 18 ? 503 : 200,
      attempts: n < 18 ? 5 : 1
    },
    ...{ action: 'connector_synced', endUser: `Customer ${n}` }
  }))
  return {
    ...{ id: 1, since: now - 18 * 60_000, closed: null, owner: '', note: '', snoozedUntil: null },
    facts: {
      ...{ name: 'Old HR export', url: 'https://export.legacy.example/hook?key=…', webhooks: 1, webhookId: 'wh-1' },
      ...{ newest: { deliveries: 20, failed: 18 }, day: { deliveries: 60, failed: 40 }, recent },
      codes: [
        { code: 503, count: 17 },
        { code: null, count: 1 }
      ],
      actions: [{ action: 'connector_synced', count: 18 }],
      ...{ judgedAt: now, lines: 212, from: now - day, to: now - 60_000 }
    },
    ...change
  }
}

export function madeUpDrift(change: Partial<MappingIssue> = {}): MappingIssue {
  const look = { at: Date.now() - 60_000, records: 200, filled: 8, problems: 0, distinct: 2, lengths: null }
  const kept = { ...look, at: Date.now() - day, filled: 192, types: [{ type: 'string', count: 192 }] }
  return {
    ...{ id: 7, since: Date.now() - hour, closed: null, owner: '', note: '', snoozedUntil: null },
    facts: {
      ...{ fieldId: 'f-1', field: 'cost_center', scope: 'integration:bamboohr', scopeName: 'BambooHR' },
      ...{ kept, look: { ...look, types: [{ type: 'string', count: 8 }] }, reasons: [{ kind: 'fill' as const }] },
      source: { key: 'HRIS:b1', name: 'Brightwater Clinics', path: '/api/hris/v1/employees' }
    },
    ...change
  }
}

export function madeUpIncident(issues: Issue[], change: Partial<OutageGroup> = {}): OutageGroup {
  const first = Date.now() - 3 * hour
  return {
    integrationSlug: 'workday',
    first,
    last: first + hour / 2,
    times: issues.map((_, at) => first + at * 60_000),
    total: 31,
    stillRun: 24,
    employees: 18_420,
    endUsers: issues.length,
    title: `${issues.length} of 31 connectors failed within 30 min`,
    words: 'Most likely the provider, not the customers. The other 24 still sync.',
    issues,
    ...change
  }
}

export function madeUpIssues(open: Issue[], change: Partial<IssueList> = {}): IssueList {
  const of = (cause: IssueCause) => open.filter((one) => one.cause === cause)
  return {
    at: Date.now(),
    providersDown: [],
    groups: issueCauses
      .filter((cause) => of(cause).length > 0)
      .map((cause) => ({
        cause,
        count: of(cause).length,
        words: `What ${cause} is about.`,
        incidents: cause === 'incident' ? [madeUpIncident(of(cause))] : [],
        integrations:
          cause === 'incident'
            ? []
            : [...new Set(of(cause).map(({ integrationSlug }) => integrationSlug))].map((integrationSlug) => ({
                integrationSlug,
                total: 41,
                issues: of(cause).filter((one) => one.integrationSlug === integrationSlug)
              }))
      })),
    snoozed: [],
    tests: [],
    webhooks: [],
    mappings: [],
    counts: { issues: open.length, snoozed: 0, fine: 1_142, tests: 0, connectors: 1_204 },
    byCause: [],
    byIntegration: [],
    ...change
  }
}

export function madeUpRecord(one: Issue, note = ''): IssueRecord {
  const { key, cause, owner, ageFrom, snoozedUntil, tags } = one
  return { id: 1, key, cause, openedAt: ageFrom, closedAt: null, owner, note, snoozedUntil, tags, events: [] }
}

export function madeUpHealth(one: Issue, note = '', change: Partial<ConnectorHealth> = {}): ConnectorHealth {
  return {
    key: one.key,
    diagnosis: {
      key: one.key,
      category: one.category,
      kind: one.cause,
      isTest: false,
      words: 'The credentials stopped working {since}; the run before was good.',
      short: one.short,
      since: one.since,
      evidence: [
        { field: 'status', value: 'RELINK_NEEDED', time: null, reading: 'no longer work', odd: false },
        { field: 'total_employees', value: -3, time: null, reading: 'cannot be read', odd: true }
      ],
      action: { who: 'customer', what: 'Ask the customer’s administrator to relink.' },
      lastGoodSync: { ...one.lastGoodSync, why: 'An earlier walk saw the run Done.' },
      notes: []
    },
    fields: [{ field: 'end_user', value: one.endUser, time: null, reading: '', odd: false }],
    access: [],
    firstSeenAt: Date.now() - 30 * day,
    lastSeenAt: Date.now() - 60_000,
    goneAt: null,
    touches: {
      employees: 1_284,
      activeEmployees: 1_201,
      others: 2,
      othersTroubled: 0,
      integrationTotal: 41,
      integrationTroubled: 6
    },
    siblings: [],
    headcounts: [],
    timeline: [
      { at: Date.now() - hour, kind: 'walk', words: 'Still RELINK_NEEDED', source: 'walk', good: false },
      {
        at: Date.now() - 9 * hour,
        kind: 'run-done',
        words: 'Sync Done: last good sync',
        source: 'field',
        good: true
      }
    ],
    refreshes: 41,
    runs: { cadence: null, bars: [], counts: { seen: 0, failed: 0, missing: 0 } },
    issues: [madeUpRecord(one, note)],
    ...change
  }
}

export function madeUpSnapshot(endedAt = Date.now() - 60_000): Snapshot {
  const parts = (['HRIS', 'ATS', 'LMS'] as const).map((category) => ({
    category,
    state: 'done' as const,
    items: 400,
    repeated: 0
  }))
  return { id: 7, startedAt: endedAt - 20_000, endedAt, ended: 'complete', parts }
}

/** Stores issues: changes appear in the next list. */
export function issuesClient(open: Issue[], change: Partial<IssueList> = {}): FakeClient {
  const client = new FakeClient(appState())
  const issues = new Map([...open, ...(change.snoozed ?? []), ...(change.tests ?? [])].map((one) => [one.key, one]))
  const notes = new Map<string, string>()
  const requests = new Map(
    [...issues.values()].map(({ key, requestedAt }) => [key, requestedAt === null ? [] : [requestedAt]])
  )
  const now = (key: string) => issues.get(key) as Issue
  client.answer('app:keeping', () => ({ keeping: 'yes', reason: null, message: '', setAside: null }))
  client.answer('connectors:snapshots', () => (open.length > 0 || change.counts ? [madeUpSnapshot()] : []))
  client.answer('issues:relinks', () => [])
  client.answerIssues(() => {
    const awake = open.map(({ key }) => now(key)).filter(({ snoozedUntil }) => snoozedUntil === null)
    const asleep = open.map(({ key }) => now(key)).filter(({ snoozedUntil }) => snoozedUntil !== null)
    return madeUpIssues(awake, { snoozed: asleep, ...change })
  })
  client.answer('connectors:health', ({ key }) =>
    issues.has(key) ? madeUpHealth(now(key), notes.get(key) ?? '') : null
  )
  client.answer('issues:change', ({ keys, change }) => {
    // Main writes one time for all of a change.
    const at = Date.now()
    return keys.map((key) => {
      const { owner, note, appended, snoozedUntil, wakes, tagged, untagged, requested, unrequested } = change
      const before = requests.get(key) ?? []
      const all = requested ? [...before, at] : before.filter((one) => one !== unrequested)
      requests.set(key, all)
      const others = now(key).tags.filter((tag) => tag !== tagged && tag !== untagged)
      if (note !== undefined) notes.set(key, note)
      if (appended !== undefined) notes.set(key, [notes.get(key), appended].filter(Boolean).join('\n'))
      const { wakes: waited, ...was } = now(key)
      const waits = snoozedUntil === undefined ? waited : wakes
      issues.set(key, {
        ...was,
        ...(waits && { wakes: waits }),
        hasNote: Boolean(notes.get(key)),
        ...(owner === undefined ? {} : { owner }),
        ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
        tags: tagged === undefined ? others : [...others, tagged],
        ...((requested || unrequested) && { requestedAt: all.at(-1) ?? null })
      })
      const asked = all.map((at) => ({ at, kind: 'requested' as const, detail: 'file', operator: null }))
      const isBack = unrequested !== undefined && before.includes(unrequested)
      const back = { at, kind: 'unrequested' as const, detail: String(unrequested), operator: null }
      return { ...madeUpRecord(now(key), notes.get(key)), events: isBack ? [...asked, back] : asked }
    })
  })
  return client
}
