import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkKinds, type LinkKind } from '../../shared/desktop/link'
import { AppError } from '../../shared/errors'
import type { Region } from '../../shared/workspaces/region'
import type { Workspace } from '../../shared/workspaces/workspace'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { linkAmong, LinkInbox } from './link-inbox'
import { arrivalOf, writtenLink } from './room'

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

/** What the library keeps, by workspace; a test may take it away. */
let library: () => Record<string, string[]>
beforeEach(() => (library = () => ({ [place.workspaceId]: [id(5)], [other.workspaceId]: [id(6)] })))

function parts(list: Workspace[], activeId: string | null) {
  const kept = async ({ workspaceId }: { workspaceId: string }) =>
    (library()[workspaceId] ?? []).map((id) => ({ id }) as never)
  return {
    ...{ inbox, workspaces: { list: () => list, activeId }, history: promised(() => test.history) },
    answers: () => ({
      'passthrough:listSaved': async (of: { workspaceId: string }) => ({ folders: [], requests: await kept(of) }),
      'passthrough:listMany': kept,
      'issues:runbook': async (of: { workspaceId: string; id: string }) =>
        (((await kept(of)) as { id: string }[]).find((one) => one.id === of.id) as never) ?? null
    })
  }
}
function arrival(list = [workspace({}), staging], activeId: string | null = place.workspaceId) {
  return arrivalOf(inbox, parts(list, activeId))
}

/** As a colleague's app writes it, whose workspaces have ids of their own. */
function copied(kind: LinkKind, key: string, of: Partial<Workspace> = {}, region: Region = 'default') {
  const theirs = workspace({ id: id(8), ...of })
  return writtenLink(parts([theirs], theirs.id), { workspaceId: theirs.id, region, kind, key })
}

describe('a link', () => {
  it('opens a connector and a case that the open workspace knows, once', async () => {
    inbox.receive(`connector-desk://connector/${fine}`)
    expect(await arrival()).toEqual({ found: 'here', kind: 'connector', key: `HRIS:${fine}` })
    expect(await arrival()).toBeNull()
    inbox.receive(`connector-desk://case/${relink}`)
    expect(await arrival()).toEqual({ found: 'here', kind: 'issue', key: `HRIS:${relink}` })
  })

  it('to a case of a connector that has none says so', async () => {
    inbox.receive(`connector-desk://case/${fine}`)
    expect(await arrival()).toEqual({ found: 'no-issue', key: `HRIS:${fine}` })
  })

  it('to what no walk has seen, or what is gone, is unknown', async () => {
    for (const one of [strange, gone]) {
      inbox.receive(`connector-desk://connector/${one}`)
      expect(await arrival()).toEqual({ found: 'unknown', kind: 'connector', name: null })
    }
  })

  it('@attack is unknown without a workspace, and in one that was removed', async () => {
    for (const list of [[], [staging]]) {
      inbox.receive(`connector-desk://case/${relink}`)
      expect(await arrival(list, null)).toEqual({ found: 'unknown', kind: 'issue', name: null })
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
    expect(await arrival(without)).toEqual({ found: 'unknown', kind: 'connector', name: null })
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
      expect(await arrival()).toEqual({ found: 'unknown', kind: 'filter', name: null })
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

describe('a link that names a service', () => {
  const inLibrary = ['request', 'run', 'runbook'] as const

  it.each(['connector', 'customer'] as const)('opens a %s in the workspace of that address', async (kind) => {
    inbox.receive(copied(kind, `HRIS:${fine}`))
    expect(await arrival()).toEqual({ found: 'here', kind, key: `HRIS:${fine}` })
  })

  it('opens an issue, and says where it is closed', async () => {
    inbox.receive(copied('issue', `HRIS:${relink}`))
    expect(await arrival()).toEqual({ found: 'here', kind: 'issue', key: `HRIS:${relink}` })
    inbox.receive(copied('issue', `HRIS:${fine}`))
    expect(await arrival()).toEqual({ found: 'no-issue', key: `HRIS:${fine}` })
  })

  it.each(inLibrary)('opens a %s that the workspace keeps, in either region', async (kind) => {
    inbox.receive(copied(kind, id(5)))
    expect(await arrival()).toEqual({ found: 'here', kind, key: id(5) })
    const eu = workspace({ euBaseUrl: 'https://eu.example', region: 'eu' })
    inbox.receive(copied(kind, id(5)))
    expect(await arrival([eu])).toEqual({ found: 'here', kind, key: id(5) })
  })

  it.each(inLibrary)('to a %s that is gone names the workspace that should have it', async (kind) => {
    inbox.receive(copied(kind, id(7)))
    expect(await arrival([workspace({})])).toEqual({ found: 'unknown', kind, name: 'Production' })
  })

  it.each(inLibrary)('to a %s that cannot be read now is left to the window', async (kind) => {
    library = () => {
      throw new AppError('keychain-locked', 'The keychain is locked.')
    }
    inbox.receive(copied(kind, id(5)))
    expect(await arrival()).toMatchObject({ found: 'here', kind })
  })

  it.each([
    ['mapping', `${id(5)}/bamboohr`],
    ['delivery', id(5)]
  ] as const)('to a %s, which only the service knows, is left to the window', async (kind, key) => {
    inbox.receive(copied(kind, key))
    expect(await arrival()).toEqual({ found: 'here', kind, key })
  })

  it.each(linkKinds)(
    'to a %s of a service that no workspace has says so, whatever is known of its id',
    async (kind) => {
      const key = kind === 'mapping' ? `${id(5)}/bamboohr` : fine
      inbox.receive(copied(kind, key, { baseUrl: 'https://elsewhere.example' }))
      expect(await arrival()).toEqual({ found: 'no-workspace', kind })
      inbox.receive(copied(kind, key))
      expect(await arrival([], null)).toEqual({ found: 'no-workspace', kind })
    }
  )

  it('never opens what another workspace has of the same id', async () => {
    test.refresh([madeUpRow(strange, start)], start, { place: other })
    inbox.receive(copied('connector', `HRIS:${strange}`))
    expect(await arrival([workspace({}), { ...staging, baseUrl: 'https://staging.example' }])).toEqual({
      ...{ found: 'unknown', kind: 'connector', name: 'Production' }
    })
  })

  it('tells regions apart', async () => {
    test.refresh([madeUpRow(strange, start)], start, { place: other })
    const link = copied('connector', `HRIS:${strange}`, { euBaseUrl: 'https://eu.example' }, 'eu')
    inbox.receive(link)
    expect(await arrival()).toEqual({
      ...{ found: 'elsewhere', kind: 'connector' },
      places: [{ ...other, name: 'Staging', key: `HRIS:${strange}` }]
    })
    inbox.receive(copied('connector', `HRIS:${strange}`))
    expect(await arrival()).toMatchObject({ found: 'unknown' })
  })

  it('of two workspaces of one address opens in the open one, else in the one that knows it', async () => {
    const second = { ...staging, euBaseUrl: null, region: 'default' as const }
    test.refresh([madeUpRow(strange, start)], start, { place: { ...other, region: 'default' } })
    test.refresh([madeUpRow(fine, start)], start, { place: { ...other, region: 'default' } })
    inbox.receive(copied('connector', `HRIS:${fine}`))
    expect(await arrival([workspace({}), second], second.id)).toMatchObject({ found: 'here' })
    inbox.receive(copied('request', id(6)))
    expect(await arrival([workspace({}), second])).toMatchObject({
      ...{ found: 'elsewhere', places: [{ name: 'Staging', key: id(6) }] }
    })
    inbox.receive(copied('connector', `HRIS:${id(7)}`))
    expect(await arrival([workspace({}), second])).toEqual({ found: 'unknown', kind: 'connector', name: null })
    inbox.receive(copied('delivery', id(5)))
    expect(
      await arrival([workspace({ id: id(8) }), second, workspace({ id: id(7), baseUrl: 'https://b.example' })], id(7))
    ).toMatchObject({
      ...{ found: 'elsewhere', places: [{ workspaceId: id(8) }, { workspaceId: second.id }] }
    })
  })

  it('of a practice workspace opens in the practice workspace of any computer, whatever its port', async () => {
    const practice = workspace({ kind: 'practice', baseUrl: 'http://127.0.0.1:4000' })
    inbox.receive(copied('connector', `HRIS:${fine}`, { kind: 'practice', baseUrl: 'http://127.0.0.1:5000' }))
    expect(await arrival([practice])).toMatchObject({ found: 'here' })
    inbox.receive(copied('connector', `HRIS:${fine}`, { baseUrl: 'http://127.0.0.1:4000' }))
    expect(await arrival([practice])).toEqual({ found: 'no-workspace', kind: 'connector' })
  })

  it('holds neither the address nor a name, and is not written for what is malformed or gone', () => {
    const link = copied('filter', id(5))
    expect(link).toMatch(/^connector-desk:\/\/filter\/[0-9a-f]{16}\/[0-9a-f-]{36}$/)
    expect(() => copied('connector', 'HRIS:a')).toThrow('A link cannot name this.')
    expect(() => copied('connector', `HRIS:${fine}`, {}, 'eu')).toThrow('This workspace is gone.')
    const of = { workspaceId: id(7), region: 'default', kind: 'connector', key: fine } as const
    expect(() => writtenLink(parts([workspace({})], null), of)).toThrow('This workspace is gone.')
  })
})

it('a notification opens its case where it is, never one of the same id elsewhere', async () => {
  test.refresh([madeUpRow(relink, start)], start, { place: other })
  inbox.openIssue(other, `HRIS:${relink}`)
  expect(await arrival()).toMatchObject({
    found: 'elsewhere',
    kind: 'issue',
    places: [{ name: 'Staging', region: 'eu' }]
  })
  inbox.openIssue(place, `HRIS:${relink}`)
  expect(await arrival()).toEqual({ found: 'here', kind: 'issue', key: `HRIS:${relink}` })
})

it.each([
  [['/opt/app', '--no-sandbox'], null],
  [['/opt/app', 'connector-desk://case/a'], 'connector-desk://case/a'],
  [['/opt/app', 'CONNECTOR-DESK:x', '--flag'], 'CONNECTOR-DESK:x'],
  [['connector-desk://case/a', 'connector-desk://case/b'], 'connector-desk://case/b'],
  [['https://example.com/?connector-desk://case/a', '--url=connector-desk://case/a'], null]
])('%#: the link among the arguments of a start', (args, link) => expect(linkAmong(args)).toBe(link))
