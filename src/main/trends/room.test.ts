import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import type { DueTimes } from '../../shared/issues/due-times'
import { trendChannels } from '../../shared/trends/channels'
import type { TrendsReport } from '../../shared/trends/report'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { maskerOf } from '../secrets/testing'
import { FakeClock } from '../testing/fakes'
import { openTrends } from './room'

const asked = { ...place, zone: 'Europe/Berlin', span: 12 as const }
let test: TestHistory
let saved: { name: string; content: string | Uint8Array }[]
let printed: TrendsReport[]
let chosen: string | null
const always = { from: 0, to: 1_440 }
const dueTimes: DueTimes = {
  calendar: { zone: 'UTC', week: [always, always, always, always, always, always, always], holidays: [] },
  tiers: [],
  targets: [{ cause: 'relink', tier: null, hours: 24 }]
}
beforeEach(() => {
  test = testHistory()
  saved = []
  printed = []
  chosen = import.meta.filename
})
afterEach(() => test.remove())

function made() {
  const { handlers } = openTrends({
    history: { trends: async (of) => test.history.trends(of) },
    clock: new FakeClock(start),
    masker: maskerOf(),
    workspaces: { nameOf: () => 'Harbour Line', dueTimesOf: () => dueTimes },
    async print(report) {
      printed.push(report)
      return new Uint8Array([37])
    },
    async save(name, content) {
      saved.push({ name, content })
      return chosen
    }
  })
  return handlers as { [C in keyof typeof handlers]: (request: unknown) => ReturnType<(typeof handlers)[C]> }
}

function history() {
  const record = (status: string) => ({
    ...{ id: 'a', status, is_active: true, sync_status: 'Done', integration_slug: '=cmd', end_user: 'Acme' },
    ...{
      last_sync_start_time: '2026-03-10T00:30:00Z',
      relink_needed_at: status === 'COMPLETE' ? null : '2026-03-09T00:30:00Z'
    }
  })
  const row = (status: string) => ({ key: 'HRIS:a', category: 'HRIS' as const, record: record(status) })
  const refresh = (at: number, status: string) => {
    test.refresh([row(status)], at)
    test.history.issueList({ place, now: at })
  }
  refresh(start - 30 * 3_600_000, 'COMPLETE')
  refresh(start - 29 * 3_600_000, 'COMPLETE')
  refresh(start - 28 * 3_600_000, 'RELINK_NEEDED')
  refresh(start - 1_000, 'COMPLETE')
}

it('reads the figures as the contract says', async () => {
  history()
  const answer = trendChannels['trends:read'].response.parse(await made()['trends:read'](asked))
  expect(answer.weeks.map(({ relinks }) => relinks)).toEqual([{ opened: 1, closed: 1, deleted: 0, open: 0 }])
  await expect(made()['trends:read']({ ...asked, zone: 'Mars/Olympus' })).rejects.toThrow(AppError)
})

it.each([
  ['weeks', ['week,relinks_opened,relinks_closed,of_those_deleted,relinks_open', '2026-03-09,1,1,0,0']],
  ['integrations', ['integration,relinked,median_hours,p90_hours,open,oldest_open_since', "'=cmd,1,28,28,0,"]],
  ['customers', ['customer,relinked,median_hours,p90_hours,open,oldest_open_since', 'Acme,1,28,28,0,']],
  [
    'good',
    [
      'last_good_sync,connectors,share_percent,refreshed_at',
      'today,1,100,2026-03-10T11:59:59.000Z',
      ...['yesterday', 'week', 'older', 'never'].map((age) => `${age},0,0,2026-03-10T11:59:59.000Z`)
    ]
  ],
  ['owners', ['owner,open_issues,closed_issues,closed_in_week_of_2026-03-09', ',0,1,1']],
  ['due', ['cause,over_due_time,ended_in_time,over_in_week_of_2026-03-09', 'relink,1,0,1']]
] as const)('saves the table %s as CSV', async (table, lines) => {
  history()
  expect(await made()['trends:exportTable']({ ...asked, table })).toEqual({ file: chosen })
  expect(saved[0]?.name).toBe(`trends-${table}-harbour-line-default-2026-03-10.csv`)
  expect(String(saved[0]?.content)).toBe(`\ufeff${lines.map((line) => `${line}\r\n`).join('')}`)
})

it('prints what the view shows, and saves it', async () => {
  history()
  const handlers = made()
  const names = { bamboohr: 'BambooHR' }
  expect(await handlers['trends:saveReport']({ ...asked, names })).toEqual({ file: chosen })
  const trends = await handlers['trends:read'](asked)
  expect(printed).toEqual([{ workspace: 'Harbour Line', region: 'default', trends, names }])
  expect(saved).toEqual([{ name: 'trends-harbour-line-default-2026-03-10.pdf', content: new Uint8Array([37]) }])
})

it('saves nothing where the operator cancels', async () => {
  chosen = null
  expect(await made()['trends:exportTable']({ ...asked, table: 'weeks' })).toBeNull()
})
