import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { Masker } from '../secrets/masker'
import { madeUpRow } from '../testing/made-up-rows'
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
