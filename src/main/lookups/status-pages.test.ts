import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PolicySettings } from '../../shared/policy/file'
import { providerSays, readStatusAddress, type StatusPage } from '../../shared/lookups/status-page'
import { Outside } from '../base/outside'
import { personWho } from '../guard/testing'
import type { LoggedCall } from '../http/call-log'
import { undiciTransport } from '../http/transport'
import { Policy } from '../policy/policy'
import { FakeClock } from '../testing/fakes'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { promised } from '../base/promised'
import { StatusPages, type StatusPageParts } from './status-pages'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const minute = 60_000
const agent = new Agent()
let test: TestHistory
let serve: Serve
let requests: IncomingMessage[]
let host: string
let clock: FakeClock
let calls: LoggedCall[]
let opened: string[]
let close: () => unknown
beforeEach(async () => {
  test = testHistory()
  clock = new FakeClock(start)
  requests = []
  calls = []
  opened = []
  const server = createServer((request, response) => {
    requests.push(request)
    serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => {
  close()
  test.remove()
})

function pagesWith(more: Partial<StatusPageParts> & { settings?: PolicySettings } = {}) {
  const { settings = {}, ...parts } = more
  const person = personWho()
  const pages = new StatusPages({
    store: promised(() => test.history),
    transport: undiciTransport(async () => agent),
    policy: new Policy({ source: '/p', problems: [], settings }),
    confirmer: person.confirmer,
    integrationName: async (_, slug) => slug,
    workspaces: { list: () => [] },
    outside: new Outside(async (address) => void opened.push(address)),
    clock,
    log: (call) => calls.push(call),
    failed: () => (error) => {
      throw error
    },
    ...parts
  })
  return { pages, person }
}

/** Its page was agreed to and read once. */
async function readOnce(
  answer: Serve | string,
  path = '/feed',
  more: Partial<StatusPageParts> = {}
): Promise<StatusPage> {
  serve = typeof answer === 'string' ? (_, response) => response.end(answer) : answer
  const { pages } = pagesWith(more)
  await pages.set(place, 'personio', host + path)
  return (await pages.read(place, 'personio')) as StatusPage
}

const at = (ms: number) => new Date(ms).toISOString()
const incident = {
  ...{
    id: 'p31zjtct2jer',
    name: 'Sign-in fails',
    status: 'investigating',
    impact: 'major',
    shortlink: 'https://stspg.io/x'
  },
  ...{
    created_at: at(start - 40 * minute),
    started_at: at(start - 42 * minute),
    updated_at: at(start),
    resolved_at: null
  },
  incident_updates: [
    { body: 'We look\ninto <b>it</b> &amp; more.', display_at: at(start - 5 * minute) },
    { body: 'Older.', display_at: at(start - 40 * minute) }
  ]
}
const over = { ...incident, id: 'b', name: 'Slow', status: 'resolved', resolved_at: at(start - 10 * minute) }
const json = (...incidents: object[]) => JSON.stringify({ page: { name: 'P' }, incidents, scheduled_maintenances: [] })
const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>P status</title><link>${host}</link>${items.join('')}</channel></rss>`
const item = (title: string, words: string, date: string, link = `${host}/incidents/1`) =>
  `<item><title>${title}</title><description>${words}</description><pubDate>${date}</pubDate><link>${link}</link></item>`

describe('a status page', () => {
  it('of Statuspage says its incidents with their times, open ones first', async () => {
    const page = await readOnce(json(over, incident))
    expect(page.read).toMatchObject({ askedAt: start, readAt: start, more: 0, problem: null })
    expect(page.read?.incidents).toMatchObject([
      {
        ...{ title: 'Sign-in fails', impact: 'major', stage: 'investigating', open: true },
        ...{ since: start - 42 * minute, updatedAt: start - 5 * minute, resolvedAt: null },
        ...{ words: 'We look into it & more.', link: `${host}/incidents/p31zjtct2jer` }
      },
      { title: 'Slow', open: false, resolvedAt: start - 10 * minute }
    ])
  })

  it.each([
    ['monitoring', true],
    ['In_Progress', true],
    ['postmortem', false],
    ['scheduled', null],
    ['a word of its own', null]
  ])('that calls an incident %s is read as open: %s', async (status, open) => {
    const page = await readOnce(json({ ...incident, status }))
    expect(page.read?.incidents).toMatchObject([{ stage: status, open }])
  })

  it('as RSS says what its newest update says', async () => {
    const words =
      '&lt;p&gt;&lt;small&gt;Mar 10&lt;/small&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - All&amp;nbsp;well. &lt;strong&gt;Investigating&lt;/strong&gt; - Bad.'
    const page = await readOnce(
      rss(
        item('Old', words, 'Tue, 10 Mar 2026 09:00:00 GMT'),
        item('New', '<![CDATA[<b>Identified</b> - A <i>cause</i>]]>', 'Tue, 10 Mar 2026 11:00:00 +0000'),
        item('Hint', 'Something', 'soon')
      )
    )
    expect(page.read?.incidents).toMatchObject([
      { title: 'New', stage: 'identified', open: true, words: 'Identified - A cause', since: start - 60 * minute },
      { title: 'Old', stage: 'resolved', open: false, words: 'Mar 10 Resolved - All well. Investigating - Bad.' },
      { title: 'Hint', stage: '', open: null, since: null }
    ])
  })

  it('as Atom says the same', async () => {
    const entry = `<entry><id>1</id><title type="text">Exports fail</title><link rel="alternate" href="/incidents/9"/>
      <published>${at(start - 60 * minute)}</published><updated>${at(start)}</updated>
      <content type="html">&lt;strong&gt;Monitoring&lt;/strong&gt; - A fix is out</content></entry>`
    const page = await readOnce(`<feed xmlns="http://www.w3.org/2005/Atom"><title>S</title>${entry}</feed>`)
    const link = `${host}/incidents/9`
    expect(page.read?.incidents).toMatchObject([
      { title: 'Exports fail', stage: 'monitoring', open: true, since: start - 60 * minute, updatedAt: start, link }
    ])
  })

  it('is asked with nothing of the workspace, and stands in the activity', async () => {
    await readOnce(json())
    const { method, url, headers } = requests[0] as IncomingMessage
    expect([method, url]).toEqual(['GET', '/feed'])
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
    expect(calls).toMatchObject([
      {
        asker: 'status',
        method: 'GET',
        path: '/feed',
        status: 200,
        subject: `Status page of ${new URL(host).host}`,
        mutation: false
      }
    ])
  })

  const long = 'x'.repeat(5_000)
  const deep = `<rss><channel>${'<a>'.repeat(40_000)}`
  const lies = '<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    name: `${n}`,
    status: 'resolved',
    created_at: at(start - n)
  }))
  it.each<[lie: string, answer: Serve | string, says: RegExp | null, seen?: object]>([
    ['an empty answer', '', /^The page is empty\.$/],
    ['a web page', '<!DOCTYPE html><html><body>All good</body></html>', /A web page for people answered/],
    [
      'a web page that says it is JSON',
      (_, to) => to.setHeader('content-type', 'application/json').end('<html>'),
      /A web page/
    ],
    ['plain text', 'All systems operational', /neither JSON nor a feed/],
    ['JSON that breaks off', json(incident).slice(0, -20), /not JSON: it breaks off/],
    ['another form', JSON.stringify({ incidents: [{ title: 'x' }] }), /another form/],
    ['no list of incidents', JSON.stringify({ status: 'ok' }), /another form/],
    ['JSON nested without end', `{"a":${'['.repeat(100_000)}`, /not JSON/],
    ['a feed that breaks off', () => undefined, null],
    ['XML of another kind', '<html5/>', /neither RSS nor Atom/],
    ['XML nested without end', deep, /damaged, or breaks off/],
    ['another status', (_, to) => to.writeHead(500).end(json(incident)), /^It answered 500\.$/],
    ['nothing there', (_, to) => to.writeHead(404).end(), /Nothing is at this address any more \(404\)/],
    ['a sign-in', (_, to) => to.writeHead(403).end(), /without signing in \(403\)/],
    ['a limit', (_, to) => to.writeHead(429).end(), /read less often \(429\)/],
    [
      'a way to another host',
      (_, to) => to.writeHead(302, { location: 'https://evil.example/x' }).end(),
      /It leads to evil\.example, which you have not agreed to/
    ],
    ['a way to no address', (_, to) => to.writeHead(302, { location: 'http://[' }).end(), /cannot be read/],
    ['a way in circles', (_, to) => to.writeHead(302, { location: '/feed' }).end(), /without end/],
    ['a broken connection', (_, to) => to.destroy(), /./],
    ['an answer larger than 1 MB', (_, to) => to.end(`{"a":"${'x'.repeat(1_100_000)}`), /larger than 1 MB/],
    [
      'times in the future, and none',
      json({ ...incident, started_at: at(start + 9e9) }, { ...over, started_at: 'soon', created_at: null }),
      null,
      { incidents: [{ since: start + 9e9 }, { since: null, open: false }] }
    ],
    [
      'markup and length in its texts',
      json({ ...incident, name: `<script>alert(1)</script>\n\u202e${long}`, impact: long, id: '../../evil' }),
      null,
      { incidents: [{ title: expect.stringMatching(/^<script>alert\(1\)<\/script> x{200,299}…$/), link: null }] }
    ],
    ['10,000 incidents', json(...many), null, { more: 9_980, incidents: { 0: { title: '0' }, 19: { title: '19' } } }],
    [
      'an open one older than 30 others',
      json(...many.slice(0, 30), incident),
      null,
      { more: 11, incidents: { 0: { title: 'Sign-in fails' } } }
    ],
    ['own entities', () => undefined, null]
  ])('that lies: %s', async (lie, answer, says, seen) => {
    if (lie === 'own entities') answer = lies + rss(item('A&b;&c;&nbsp;B', 'x', '')).replace(/^<.xml.*?>/, '')
    if (lie === 'a feed that breaks off') [answer, says] = [rss(item('A', 'x', '')).slice(0, -30), /breaks off/]
    const page = await readOnce(answer)
    if (says) expect(page.read).toMatchObject({ problem: expect.stringMatching(says), incidents: [], readAt: null })
    else expect(page.read).toMatchObject({ problem: null, ...seen })
    expect(JSON.stringify(page)).not.toMatch(/root:|lollol/)
    expect(providerSays(page.read).open).toBe(says ? 'unknown' : providerSays(page.read).open)
  })

  it.each<[string, Serve]>([
    ['never answers', () => undefined],
    ['drips without end', (_, to) => void to.write('{"incidents":[')]
  ])('that %s ends in time', async (_, answer) => {
    const page = await readOnce(answer, '/feed', { timeoutMs: 50 })
    expect(page.read).toMatchObject({ problem: expect.stringMatching(/^No complete answer within/), incidents: [] })
  })

  it('follows a way on its own host', async () => {
    const page = await readOnce((request, to) =>
      request.url === '/feed' ? to.writeHead(301, { location: '/new' }).end() : to.end(json(incident))
    )
    expect(page.read?.incidents).toHaveLength(1)
    expect(calls.map(({ path, status }) => [path, status])).toEqual([
      ['/feed', 301],
      ['/new', 200]
    ])
  })

  it('that fails later keeps what it said, with its age, and says why', async () => {
    await readOnce(json(incident))
    serve = (_, to) => to.writeHead(503).end()
    clock.time = start + 6 * minute
    const { pages } = pagesWith()
    const page = await pages.read(place, 'personio')
    expect(page?.read).toMatchObject({ readAt: start, askedAt: clock.time, problem: 'It answered 503.' })
    expect(page?.read?.incidents).toHaveLength(1)
    expect(providerSays(page?.read ?? null)).toEqual({ open: 'unknown', readAt: start })
  })
})

describe('how often', () => {
  it('at most every five minutes, together for all who ask, also after a restart', async () => {
    serve = (_, to) => to.setHeader('etag', '"1"').end(json(incident))
    const { pages } = pagesWith()
    await pages.set(place, 'personio', `${host}/feed`)
    await Promise.all([pages.read(place, 'personio'), pages.read(place, 'personio')])
    clock.time = start + 5 * minute - 1
    await pagesWith().pages.read(place, 'personio')
    expect(requests).toHaveLength(1)
    clock.time++
    serve = (_, to) => to.writeHead(304).end()
    const page = await pages.read(place, 'personio')
    expect(requests[1]?.headers['if-none-match']).toBe('"1"')
    expect(page?.read).toMatchObject({ readAt: clock.time, problem: null, incidents: [{ title: 'Sign-in fails' }] })
  })

  it('not before the time that the page asks for', async () => {
    await readOnce((_, to) => to.writeHead(429, { 'retry-after': '1200' }).end())
    const { pages } = pagesWith()
    clock.time = start + 19 * minute
    await pages.read(place, 'personio')
    expect(requests).toHaveLength(1)
    clock.time = start + 20 * minute
    await pages.read(place, 'personio')
    expect(requests).toHaveLength(2)
  })

  it('for open issues: only pages of their integrations', async () => {
    serve = (_, to) => to.end(json())
    const { pages } = pagesWith()
    await pages.set(place, 'personio', `${host}/a`)
    await pages.set(place, 'gusto', `${host}/b`)
    pages.look(place, new Set(['gusto', 'workday']))
    await expect.poll(async () => (await pages.page(place, 'gusto'))?.read?.readAt).toBe(start)
    expect(requests.map(({ url }) => url)).toEqual(['/b'])
  })
})

describe('the address', () => {
  it.each([
    ['https://status.example.com', 'https://status.example.com/api/v2/incidents.json'],
    [' https://status.example.com/history.rss ', 'https://status.example.com/history.rss'],
    ['http://status.example.com/feed', null],
    ['file:///etc/passwd', null],
    ['https://a:b@status.example.com/feed', null],
    ['https://status.example.com/feed?key=1', null],
    ['status.example.com', null]
  ])('%s is read as %s', (typed, url) => {
    const read = readStatusAddress(typed)
    expect('url' in read ? read.url : null).toBe(url)
  })

  it('@attack is asked only once a person agreed to it, who sees it in full', async () => {
    serve = (_, to) => to.end(json(incident))
    const declining = personWho(() => false)
    const { pages } = pagesWith({ confirmer: declining.confirmer })
    await expect(pages.set(place, 'personio', `${host}/feed`)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await pages.read(place, 'personio')).toBeNull()
    expect(declining.acts).toMatchObject([{ facts: [['Status page', `${host}/feed`], ['Integration', 'personio']] }]) // prettier-ignore
    expect(requests).toEqual([])
  })

  it('with another one, what the first said is gone, and no late answer comes back', async () => {
    const { pages } = pagesWith()
    const held: { answer?: () => void } = {}
    serve = (_, to) => void (held.answer = () => to.end(json(incident)))
    await pages.set(place, 'personio', `${host}/feed`)
    const late = pages.read(place, 'personio')
    await expect.poll(() => held.answer).toBeDefined()
    await pages.set(place, 'personio', `${host}/other`)
    held.answer?.()
    expect(await late).toMatchObject({ address: `${host}/other`, read: null })
  })

  it('offered by the practice workspace is shown, and not asked', async () => {
    const workspace = { id: place.workspaceId, kind: 'practice' as const, baseUrl: host, euBaseUrl: null }
    const { pages, person } = pagesWith({ workspaces: { list: () => [workspace] } })
    const offered = (await pages.read(place, 'workday')) as StatusPage
    expect(offered).toMatchObject({ state: 'offered', read: null })
    expect(requests).toEqual([])
    serve = (_, to) => to.end(json(incident))
    await pages.set(place, 'workday', offered.address)
    expect(person.acts).toHaveLength(1)
    expect(await pages.read(place, 'workday')).toMatchObject({ state: 'agreed', read: { problem: null } })
    await pages.remove(place, 'workday')
    expect(await pages.page(place, 'workday')).toMatchObject({ state: 'offered', read: null })
  })

  it('goes with its workspace', async () => {
    await readOnce(json(incident))
    test.history.removeWorkspace({ workspaceId: place.workspaceId })
    expect(await pagesWith().pages.list(place)).toEqual([])
  })
})

describe('the organization', () => {
  const pagesOf = (locked: boolean): PolicySettings => ({
    'status.pages': { value: [{ integration: 'personio', address: `${host}/theirs` }], locked }
  })

  it('gives addresses, which are asked without a question, and may lock them', async () => {
    serve = (_, to) => to.end(json(incident))
    await pagesWith().pages.set(place, 'gusto', `${host}/own`)
    const { pages, person } = pagesWith({ settings: pagesOf(true) })
    expect(await pages.read(place, 'personio')).toMatchObject({ state: 'managed', read: { problem: null } })
    expect(await pages.page(place, 'personio')).toMatchObject({ state: 'managed', read: { readAt: start } })
    expect(await pages.page(place, 'gusto')).toBeNull()
    await expect(pages.set(place, 'gusto', `${host}/b`)).rejects.toMatchObject({ code: 'managed' })
    expect(person.acts).toEqual([])
    // Without the policy, the address is one that nobody at this desk agreed to; the operator's own are back.
    expect(await pagesWith().pages.page(place, 'gusto')).toMatchObject({ state: 'agreed', address: `${host}/own` })
    expect(await pagesWith().pages.page(place, 'personio')).toMatchObject({ state: 'offered' })
  })

  it('that has another address than the operator takes nothing away: theirs is back with what it said', async () => {
    const own = await readOnce(json(over), '/own')
    expect(await pagesWith({ settings: pagesOf(true) }).pages.read(place, 'personio')).toMatchObject({
      state: 'managed'
    })
    expect(await pagesWith().pages.list(place)).toEqual([own])
    await pagesWith().pages.remove(place, 'personio')
    expect(await pagesWith().pages.list(place)).toEqual([])
  })

  it('that does not lock them leaves the operator’s own first', async () => {
    const { pages } = pagesWith({ settings: pagesOf(false) })
    await pages.set(place, 'personio', `${host}/own`)
    expect(await pages.page(place, 'personio')).toMatchObject({ state: 'agreed', address: `${host}/own` })
  })

  it('forbids them', async () => {
    await pagesWith().pages.set(place, 'personio', `${host}/feed`)
    const { pages } = pagesWith({ settings: { 'status.enabled': { value: false, locked: true } } })
    expect(await pages.read(place, 'personio')).toBeNull()
    await expect(pages.set(place, 'gusto', `${host}/b`)).rejects.toMatchObject({ code: 'managed' })
    expect(requests).toEqual([])
  })
})

it('@attack the browser opens only what the page brought, on its own host', async () => {
  const theirs = rss(
    item('Here', 'x', ''),
    item('There', 'x', '', 'https://evil.example/x'),
    item('Js', 'x', '', 'javascript:alert(1)')
  )
  const page = await readOnce(theirs)
  const { pages } = pagesWith()
  const links = page.read?.incidents.map(({ link }) => link) ?? []
  expect(links).toContain('https://evil.example/x')
  for (const link of [...links, 'https://evil.example/typed', null])
    await pages
      .open(place, 'personio', link)
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'not-found' }))
  expect(opened).toEqual([`${host}/incidents/1`, host])
})

it.each([
  ['yes', json(over, incident)],
  ['no', json(over)],
  ['no', json()],
  ['unknown', '<rss><channel><item><title>Some</title></item></channel></rss>']
])('whether an incident is open now: %s', async (open, answer) => {
  expect(providerSays((await readOnce(answer)).read)).toEqual({ open, readAt: start })
  expect(providerSays(null)).toEqual({ open: 'unknown', readAt: null })
})
