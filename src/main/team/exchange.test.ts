import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { Masker } from '../secrets/masker'
import { madeUpRow } from '../testing/made-up-rows'
import type { TeamChange } from './change'
import { Exchange } from './exchange'

const service = 'https://api.example.com'
const asleep = { status: 'RELINK_NEEDED', relink_needed_at: new Date(start - 3_600_000).toISOString() }

let test: TestHistory
beforeEach(() => (test = testHistory()))
afterEach(() => test.remove())

function reader() {
  const feed: { seq: string }[] = []
  const seen = { questions: 0, told: 0 }
  const add = (subject: string, field: string, value: unknown) => {
    const seq = String(feed.length + 1)
    const by = { id: randomUUID(), desk: randomUUID(), account: 'ada', operator: 'Ada', service, kind: 'case' }
    feed.push({ ...by, seq, subject, field, at: start, value: JSON.stringify(value) } as { seq: string })
  }
  const parts = {
    ...{ store: promised(() => test.history), masker: new Masker(), operator: () => 'Vera', address: { user: 'vera' } },
    places: () => [{ ...place, service }],
    assigned: () => undefined,
    library: {
      ...{ contentOf: async () => null, take: async () => false },
      ...{ shelfOf: async () => null, takeShelf: async () => false },
      ...{ contactsOf: async () => null, takeContacts: async () => false, exchanged: async () => undefined }
    },
    broadcast: (event: string) => void (seen.told += Number(event === 'team:issuesChanged'))
  }
  const query = async (_: string, values?: unknown[]) => {
    seen.questions++
    const after = Number(values?.[0])
    return feed.slice(after, after + 500) as never
  }
  const run = async () => {
    Object.assign(seen, { questions: 0, told: 0 })
    await new Exchange(parts, { query }, false).run(false)
    return { ...seen }
  }
  return { add, run }
}

it('takes one question for what is new, and hundreds of changes are told of once', async () => {
  test.refresh([madeUpRow('a', start, asleep)], start)
  test.history.issueList({ place, now: start })
  test.history.joinTeam({ team: randomUUID(), writes: false, newsAfter: 0 })
  const { add, run } = reader()
  const subject = randomUUID()
  add(subject, 'opened', { connector: 'HRIS:a', cause: 'relink' })
  await run()

  add(subject, 'owner', 'Grace')
  expect(await run()).toEqual({ questions: 1, told: 1 })
  for (let at = 0; at < 1_200; at++) add(subject, 'owner', `Owner ${at}`)
  expect(await run()).toEqual({ questions: 3, told: 1 })
  expect(test.history.connector({ place, key: 'HRIS:a', now: start })?.issues[0]?.owner).toBe('Owner 1199')
  expect(await run()).toEqual({ questions: 1, told: 0 })
})

interface Step {
  what: 'opened' | 'closed' | 'owner' | 'note' | 'snoozedUntil' | 'tagged'
  connector: string
  subject: number
  value: number
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('opened', 'closed', 'owner', 'note', 'snoozedUntil', 'tagged'),
  connector: fc.constantFrom('HRIS:a', 'HRIS:b'),
  subject: fc.nat(5),
  value: fc.nat(3)
})

/** Of an issue that is over: the next one of the connector takes it over. */
const lateWord: Step[] = [
  { what: 'closed', connector: 'HRIS:a', subject: 0, value: 0 },
  { what: 'owner', connector: 'HRIS:a', subject: 0, value: 1 },
  { what: 'opened', connector: 'HRIS:a', subject: 2, value: 0 }
]

function valueOf({ what, connector, value }: Step): unknown {
  if (what === 'opened') return { connector, cause: 'relink' }
  if (what === 'closed') return 'recovered'
  return what === 'snoozedUntil' ? start + (value + 1) * 3_600_000 : `Value ${value}`
}

it('a page of changes leaves what the same changes leave one by one', () => {
  const rows = ['a', 'b'].map((id) => madeUpRow(id, start, asleep))
  const reader = { account: 'vera', operator: 'Vera' }
  const leaves = (steps: readonly Step[], atOnce: number) => {
    const one = testHistory()
    try {
      one.refresh(rows, start)
      one.history.issueList({ place, now: start })
      one.history.joinTeam({ team: randomUUID(), writes: true, newsAfter: 0 })
      one.history.takeUpIssues({ places: [{ ...place, service }], writes: true })
      const subjects = ['HRIS:a', 'HRIS:b'].map((key) => one.history.sharedIssue({ ...place, key })?.subject ?? '')
      const nameOf = (at: number) => subjects[at] ?? `00000000-0000-4000-8000-00000000000${at}`
      // The issues here come back from the team.
      const own = one.history.waitingChanges({ limit: 10 }).changes.map((change) => ({
        ...{ ...change, value: JSON.parse(change.value) as unknown },
        ...{ desk: 'here', account: 'vera', operator: 'Vera' }
      }))
      const others = steps.map((step) => ({
        ...{ id: randomUUID(), desk: 'other', account: 'ada', operator: 'Ada', service },
        ...{ kind: 'case', subject: nameOf(step.subject), field: step.what, value: valueOf(step) }
      }))
      const changes = [...own, ...others].map((change, at) => ({
        ...change,
        seq: at + 1,
        at: start + at
      })) as TeamChange[]
      for (let from = 0, to = own.length; from < changes.length; from = to, to += atOnce) {
        const page = changes.slice(from, to)
        one.history.receiveChanges({ changes: page, unread: [], readTo: page.at(-1)?.seq ?? null, reader })
      }
      return ['HRIS:a', 'HRIS:b'].map((key) => one.history.connector({ place, key, now: start })?.issues)
    } finally {
      one.remove()
    }
  }
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      expect(leaves(steps, 500)).toEqual(leaves(steps, 1))
    }),
    { numRuns: 30, examples: [[lateWord]] }
  )
})
