import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../shared/workspaces/workspace'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { linkAmong, LinkInbox } from './link-inbox'
import { arrivalOf } from './room'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const [relink, fine, gone, strange] = [id(1), id(2), id(3), id(9)]
const other = { workspaceId: '00000000-0000-4000-8000-0000000000aa', region: 'eu' as const }

const workspace = (change: Partial<Workspace>): Workspace => ({
  id: place.workspaceId,
  name: 'Production',
  kind: 'live',
  baseUrl: 'https://api.example',
  euBaseUrl: null,
  region: 'default',
  tokens: { default: 'keychain', eu: 'none' },
  ...change
})
const staging = workspace({ id: other.workspaceId, name: 'Staging', euBaseUrl: 'https://eu.example' })

let test: TestHistory
let inbox: LinkInbox
beforeEach(() => {
  test = testHistory()
  inbox = new LinkInbox()
  test.refresh(
    [madeUpRow(relink, start, { status: 'RELINK_NEEDED' }), madeUpRow(fine, start), madeUpRow(gone, start)],
    start
  )
  test.refresh([madeUpRow(relink, start, { status: 'RELINK_NEEDED' }), madeUpRow(fine, start)], start + 1)
  test.history.issueList({ place, now: start + 1 })
})
afterEach(() => test.remove())

function arrival(list = [workspace({}), staging], activeId: string | null = place.workspaceId) {
  return arrivalOf(inbox, { workspaces: { list: () => list, activeId }, history: promised(() => test.history) })
}

describe('a link', () => {
  it('opens a connector and a case that the open workspace knows, once', async () => {
    inbox.receive(`connector-desk://connector/${fine}`)
    expect(await arrival()).toEqual({ found: 'here', kind: 'connector', key: `HRIS:${fine}` })
    expect(await arrival()).toBeNull()
    inbox.receive(`connector-desk://case/${relink}`)
    expect(await arrival()).toEqual({ found: 'here', kind: 'case', key: `HRIS:${relink}` })
  })

  it('to a case of a connector that has none says so', async () => {
    inbox.receive(`connector-desk://case/${fine}`)
    expect(await arrival()).toEqual({ found: 'no-case', key: `HRIS:${fine}` })
  })

  it('to what no walk has seen, or what is gone, is unknown', async () => {
    for (const one of [strange, gone]) {
      inbox.receive(`connector-desk://connector/${one}`)
      expect(await arrival()).toEqual({ found: 'unknown', kind: 'connector' })
    }
  })

  it('@attack is unknown without a workspace, and in one that was removed', async () => {
    for (const list of [[], [staging]]) {
      inbox.receive(`connector-desk://case/${relink}`)
      expect(await arrival(list, null)).toEqual({ found: 'unknown', kind: 'case' })
    }
  })

  it('to another workspace or region names it, and leaves the choice to the operator', async () => {
    test.refresh([madeUpRow(strange, start)], start, { place: other })
    inbox.receive(`connector-desk://connector/${strange}`)
    const places = [{ ...other, name: 'Staging', key: `HRIS:${strange}` }]
    expect(await arrival()).toEqual({ found: 'elsewhere', kind: 'connector', places })
    inbox.receive(`connector-desk://connector/${strange}`)
    expect(await arrival(undefined, staging.id)).toEqual({ found: 'elsewhere', kind: 'connector', places })
    inbox.receive(`connector-desk://connector/${strange}`)
    const switched = [workspace({}), { ...staging, region: 'eu' as const }]
    expect(await arrival(switched, staging.id)).toEqual({ found: 'here', kind: 'connector', key: `HRIS:${strange}` })
  })

  it('to a region that has no address any more is unknown', async () => {
    test.refresh([madeUpRow(strange, start)], start, { place: other })
    inbox.receive(`connector-desk://connector/${strange}`)
    const without = [workspace({}), { ...staging, euBaseUrl: null }]
    expect(await arrival(without)).toEqual({ found: 'unknown', kind: 'connector' })
  })

  it('opens a saved filter of the open workspace; one of another workspace is named, one that is gone is unknown', async () => {
    const filters = { place: 'issues' as const, cause: 'relink' as const }
    test.history.saveFilter({ workspaceId: place.workspaceId, id: id(5), name: 'Relinks', filters })
    test.history.saveFilter({ workspaceId: other.workspaceId, id: id(6), name: 'Theirs', filters: { text: 'a' } })
    inbox.receive(`connector-desk://filter/${id(5)}`)
    expect(await arrival()).toEqual({ found: 'here', kind: 'filter', key: id(5) })
    inbox.receive(`connector-desk://filter/${id(6)}`)
    const places = [{ workspaceId: other.workspaceId, region: 'default', name: 'Staging', key: id(6) }]
    expect(await arrival()).toEqual({ found: 'elsewhere', kind: 'filter', places })
    test.history.removeFilter({ workspaceId: place.workspaceId, id: id(5) })
    for (const gone of [id(5), relink]) {
      inbox.receive(`connector-desk://filter/${gone}`)
      expect(await arrival()).toEqual({ found: 'unknown', kind: 'filter' })
    }
  })

  it('is not handed to a page that is about to go', async () => {
    inbox.receive(`connector-desk://connector/${fine}`)
    inbox.hold()
    expect(await arrival()).toBeNull()
    inbox.release()
    expect(await arrival()).toMatchObject({ key: `HRIS:${fine}` })
  })

  it('@attack of a flood the last one counts, also where that one is malformed', async () => {
    let came = 0
    inbox.came = () => came++
    for (const one of [relink, fine]) inbox.receive(`connector-desk://connector/${one}`)
    expect(await arrival()).toMatchObject({ key: `HRIS:${fine}` })
    inbox.receive(`connector-desk://connector/${relink}`)
    inbox.receive(`connector-desk://connector/${relink}?send=1`)
    expect(await arrival()).toEqual({ found: 'malformed' })
    expect(await arrival()).toBeNull()
    expect(came).toBe(4)
  })
})

it('a notification opens its case where it is, never one of the same id elsewhere', async () => {
  test.refresh([madeUpRow(relink, start)], start, { place: other })
  inbox.openIssue(other, `HRIS:${relink}`)
  expect(await arrival()).toMatchObject({
    found: 'elsewhere',
    kind: 'case',
    places: [{ name: 'Staging', region: 'eu' }]
  })
  inbox.openIssue(place, `HRIS:${relink}`)
  expect(await arrival()).toEqual({ found: 'here', kind: 'case', key: `HRIS:${relink}` })
})

it.each([
  [['/opt/app', '--no-sandbox'], null],
  [['/opt/app', 'connector-desk://case/a'], 'connector-desk://case/a'],
  [['/opt/app', 'CONNECTOR-DESK:x', '--flag'], 'CONNECTOR-DESK:x'],
  [['connector-desk://case/a', 'connector-desk://case/b'], 'connector-desk://case/b'],
  [['https://example.com/?connector-desk://case/a', '--url=connector-desk://case/a'], null]
])('%#: the link among the arguments of a start', (args, link) => expect(linkAmong(args)).toBe(link))
