import { driftsOf } from '../../../shared/mappings/drift-words'
import type { MappingIssue } from '../../../shared/mappings/mapping-issue'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { place, start, testHistory } from '../../testing/history'
import { atOnce } from '../../base/turns'
import { madeUpRow } from '../../testing/made-up-rows'
import { turnsDuring } from '../../testing/turns'
import { evidenceFile, evidenceFiles } from './evidence-file'
import type { EvidenceInput, RequestMade } from './content'
import { escapeHtml } from './html'
import { escapeMarkdown } from './markdown'
import type { StatusPage } from '../../../shared/lookups/status-page'
import { maskerOf } from '../../secrets/testing'

const secret = 'ct_s3cret+/token=="x"'

const unknownChanges = [
  {
    ...{ at: start - 60_000, method: 'DELETE', path: '/api/hris/v1/connectors/a/delete', forwarded: '' },
    ...{ subject: 'Delete connector End user a', operator: 'Ada' },
    found: [
      { id: 2, outcome: 'not-done' as const, note: 'The list still has it', operator: 'Grace', foundAt: start },
      { id: 1, outcome: 'unknown' as const, note: null, operator: '', foundAt: start - 30_000 }
    ]
  }
]

const statusPage: StatusPage = {
  ...{ integration: 'personio', address: 'https://status.personio.example/history.rss', state: 'agreed' },
  read: {
    ...{ askedAt: start, readAt: start, more: 0, problem: null },
    incidents: [
      {
        ...{ title: 'Sign-in is <slow>', impact: 'major', stage: 'investigating', open: true, since: start - 60_000 },
        ...{ updatedAt: start, resolvedAt: null, words: 'We look into it.', link: null }
      }
    ]
  }
}

function input(change: Record<string, unknown> = {}, more: Partial<EvidenceInput> = {}): EvidenceInput {
  const test = testHistory()
  const row = madeUpRow('a', start, { sync_status: 'Failed', ...change })
  test.refresh([row], start)
  const health = test.history.connector({ place, key: row.key, now: start })
  test.remove()
  if (!health) throw new Error('not seen')
  const request: RequestMade = {
    ...{ at: '2026-03-10T11:59:58.000Z', region: 'eu', asker: 'connectors', subject: '', connectorKey: '', partOf: '' },
    ...{ method: 'GET', path: '/api/hris/v1/connectors', query: 'page_size', forwarded: '', mutation: false },
    unknown: false,
    ...{ probe: false, status: 200, error: null, tries: 3, limited: 2, durationMs: 1_250, waitedMs: 1_000, bytes: 9 },
    requestId: null,
    headers: { sent: { Authorization: `Bearer ${secret}`, accept: 'application/json' }, received: { via: 'a proxy' } }
  }
  return {
    madeAt: start,
    app: { version: '1.2.3', runtime: { electron: '45.0.0' } },
    workspace: { name: 'Harbourline', region: 'eu' },
    issues: [
      {
        ...{ unknownChanges, statusPage, record: row.record, health, runbook: null },
        requests: [{ ...request, headers: { sent: {}, received: null } }]
      }
    ],
    requests: [request],
    masker: maskerOf(secret),
    ...more
  }
}

it('an issue with a target says when it is due and what is left, or how much it is over', () => {
  const due = { target: 240, left: -95 * 60_000, over: true, at: start, waitsSince: null }
  const { issues, ...rest } = input()
  const of = (change: Partial<typeof due>) =>
    written({ ...rest, issues: issues.map((one) => ({ ...one, due: { ...due, ...change } })) }).get('evidence.md')
  expect(of({})).toContain('| Due | 2026-03-10 12:00:00 UTC: 1 h 35 min of working time over, target 4 h |')
  expect(of({ left: 60_000, over: false })).toContain(
    '| Due | 2026-03-10 12:00:00 UTC: 0 h 1 min of working time left, target 4 h |'
  )
  const waits = { at: null, left: 3_600_000, over: false, waitsSince: start }
  const paused = of(waits as unknown as Partial<typeof due>)
  expect(paused).toContain(
    '| Due | waits for the customer since 2026-03-10 12:00:00 UTC: 1 h 0 min of working time left, target 4 h |'
  )
  expect(written(input()).get('evidence.md')).not.toContain('| Due |')
})

it('names mappings that drifted and give the connector its values, and no other customer', () => {
  const numbers = { at: start, records: 40, filled: 40, problems: 0, types: [], distinct: 3, lengths: null }
  const source = { key: 'HRIS:other', name: 'Umber Textiles', path: '/api/hris/v1/employees' }
  const issue = (scope: string, change: Partial<MappingIssue> = {}): MappingIssue => ({
    ...{ id: 1, since: start, closed: null, owner: '', note: '', snoozedUntil: null },
    facts: {
      ...{ fieldId: 'f', field: `of ${scope}`, scope, scopeName: 'BambooHR', source, kept: numbers },
      ...{ look: { ...numbers, filled: 2 }, reasons: [{ kind: 'fill' }] }
    },
    ...change
  })
  const closed = { at: start, why: 'fits' } as const
  const drifts = driftsOf(
    [
      ...['integration:bamboohr', 'connector:HRIS:a', 'integration:gusto', 'connector:HRIS:b'].map((of) => issue(of)),
      issue('integration:bamboohr', { closed })
    ],
    'HRIS:a',
    'bamboohr'
  )
  expect(drifts.map(({ field, of }) => [field, of])).toEqual([
    ['of integration:bamboohr', 'BambooHR'],
    ['of connector:HRIS:a', 'this connector']
  ])
  const { issues, ...rest } = input()
  const files = written({ ...rest, issues: issues.map((one) => ({ ...one, drifts })) })
  expect(files.get('evidence.md')).toContain('### Mapping drift')
  expect(files.get('evidence.md')).toContain('Fill rate 100 % → 5 %')
  for (const text of files.values()) expect(text).not.toContain('Umber Textiles')
  expect(written(input()).get('evidence.md')).not.toContain('Mapping drift')
})

function written(of: EvidenceInput): Map<string, string> {
  return new Map([...atOnce(evidenceFiles(of)).texts].map(([name, pieces]) => [name, pieces.join('')]))
}

describe('evidenceBundle', () => {
  it('is a zip with the same in three forms, and what was masked', async () => {
    const { zip, fileName, masked } = await evidenceFile(input())
    const files = Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))
    expect(Object.keys(files)).toEqual(['evidence.json', 'evidence.html', 'evidence.md', 'masked.json'])
    expect(fileName).toBe('connector-desk-evidence-2026-03-10T120000Z.zip')
    for (const name of ['evidence.html', 'evidence.md']) {
      expect(files[name]).toContain('Last sync failed')
      expect(files[name]).toContain('End user a')
      expect(files[name]).toContain('1.2.3')
      expect(files[name]).toContain('last sync failed')
    }
    expect(JSON.parse(files['evidence.json'] ?? '')).toMatchObject({
      cases: [
        {
          record: { id: 'a' },
          health: { verdict: { kind: 'failed', goodAsOf: {} }, walks: expect.any(Number), cases: expect.any(Array) }
        }
      ]
    })
    expect(masked).toEqual([{ path: 'requests[0].headers.sent.Authorization', why: expect.any(String) }])
    expect(files['masked.json']).toContain('requests[0].headers.sent.Authorization')
  })

  it('lists the requests in columns, and what was masked or left out, in both files for people', () => {
    const texts = written(input())
    const lines = [...(texts.get('evidence.html') ?? '').matchAll(/<tr>(.*)<\/tr>/g)].map(([, line = '']) =>
      [...line.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, cell]) => cell)
    )
    expect(lines).toContainEqual([
      '2026-03-10T11:59:58.000Z',
      'GET /api/hris/v1/connectors (parameters page_size)',
      '200',
      '3, 2 rate limited (429)',
      '1250 ms, 1000 ms of it waiting',
      'Authorization: [masked] | accept: application/json',
      'via: a proxy'
    ])
    expect(lines.filter((line) => line.at(-1) === 'none')).toHaveLength(1)
    const field = 'requests[].headers.sent.Authorization'
    expect(lines).toContainEqual([field, 'masked, in 1 place: a field called Authorization holds a secret'])
    expect(lines).toContainEqual(['cases[].record.connector_token', 'left out: records are kept without it'])
    const markdown = texts.get('evidence.md') ?? ''
    expect(markdown).toContain('| 1250 ms, 1000 ms of it waiting |')
    expect(markdown).toContain(`| ${escapeMarkdown(field)} | masked, in 1 place: `)
    expect(JSON.parse(texts.get('masked.json') ?? '')).toMatchObject({ leftOut: [{}, {}, {}, {}] })
    expect(markdown).toContain('the log writes')
  })

  it('shows where a request sent through the connector went, and how it ended', () => {
    const { requests, ...rest } = input()
    const sent = { ...requests[0], method: 'POST', path: '/api/v1/passthrough', query: '', forwarded: 'GET /employees' }
    const texts = written({ ...rest, requests: [sent as RequestMade] })
    expect(texts.get('evidence.html')).toContain('<bdi>POST /api/v1/passthrough, to forward GET /employees</bdi>')
  })

  it('says what the provider’s status page said, in its words and with the times, and that silence proves nothing', () => {
    const markdown = (of: EvidenceInput) => written(of).get('evidence.md') ?? ''
    const said = markdown(input())
    expect(said).toMatch(/status\.personio\.example\/history\.rss shows 1 incident; read 2026-03-10 12:00:00 UTC/)
    expect(said).toMatch(
      /\| Sign-in is &lt;slow&gt; \| major \| investigating \| 2026-03-10 11:59:00 UTC \| 2026-03-10 12:00:00 UTC \| not known \| We look into it\. \|/
    )
    const withRead = (change: object): EvidenceInput => {
      const { issues, ...rest } = input()
      const read = { ...statusPage.read, ...change } as StatusPage['read']
      return { ...rest, issues: issues.map((one) => ({ ...one, statusPage: { ...statusPage, read } })) }
    }
    expect(markdown(withRead({ incidents: [] }))).toContain('shows no incident, which proves nothing; read')
    const failed = withRead({ readAt: null, incidents: [], problem: 'It answered 503.' })
    expect(markdown(failed)).toContain('was never read, could not be read at 2026-03-10 12:00:00 UTC: It answered 503.')
  })

  it('says how a change of unknown outcome ended, by whom and when', () => {
    const texts = written(input())
    const rows = (texts.get('evidence.md') ?? '')
      .split('\n')
      .filter((line) => line.includes('Delete connector End user a'))
    expect(rows[0]).toMatch(
      /2026-03-10 11:59:00 UTC .*Ada \| was not done \| 2026-03-10 12:00:00 UTC \| Grace \| The list still has it \|$/
    )
    expect(rows[1]).toMatch(/ still unknown \|.*not recorded \| cannot be read/)
    expect(texts.get('evidence.html')).toContain('The list still has it')
    expect(JSON.parse(texts.get('evidence.json') ?? '')).toMatchObject({ cases: [{ unknownChanges }] })
  })

  it('masks an unknown field wherever the case mentions it, by each name', () => {
    const texts = written(input({ api_key: 'hush-1', client_secret: 'hush-2' }))
    expect([...texts.values()].join('')).not.toContain('hush')
    for (const name of ['api_key', 'client_secret'])
      expect(texts.get('evidence.html')).toContain(`masked, in 1 place: a field called ${name} holds a secret`)
    const { masked } = JSON.parse(texts.get('masked.json') ?? '') as { masked: { path: string }[] }
    expect(masked.filter(({ path }) => path.startsWith('cases[0].health.fields['))).toHaveLength(2)
  })

  it.each([
    ['raw', (text: string) => text],
    ['base64', (text: string) => Buffer.from(text).toString('base64')],
    ['base64 of a longer text', (text: string) => Buffer.from(`Bearer ${text} and more`).toString('base64')],
    ['base64 for addresses', (text: string) => Buffer.from(`a${text}`).toString('base64url')],
    ['URL-encoded', (text: string) => encodeURIComponent(text)],
    [
      'URL-encoded in lower case',
      (text: string) => encodeURIComponent(text).toLowerCase().replace('ct_s3cret', 'ct_s3cret')
    ],
    ['URL-encoded in part', (text: string) => text.replaceAll('_', '%5f').replaceAll('s', '%73')],
    ['URL-encoded twice', (text: string) => encodeURIComponent(encodeURIComponent(text))],
    ['base64 in an address', (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))],
    ['every byte URL-encoded', (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')]
  ])('is refused with a known secret in it: %s', async (_, form) => {
    const leaky = input({ end_user: `x ${form(secret)} y` })
    await expect(evidenceFile(leaky)).rejects.toMatchObject({ code: 'leak-refused' })
    await expect(evidenceFile({ ...leaky, masker: maskerOf() })).resolves.toBeDefined()
  })

  it('survives a record that is odd in every way', async () => {
    const odd = {
      end_user: null,
      status: {},
      relink_needed_at: -1,
      created_at: '9999999-01-01',
      total_employees: -3,
      x: '\0\ud800'
    }
    await expect(evidenceFile(input(odd))).resolves.toBeDefined()
  })

  it('lets others have a turn while a long one is searched and packed', async () => {
    const long = input({ end_user: 'a name '.repeat(30_000) })
    const { result, turns } = await turnsDuring(() => evidenceFile(long))
    const { zip } = result
    expect(turns).toBeGreaterThan(10)
    expect(strFromU8(unzipSync(zip)['evidence.json'] ?? new Uint8Array())).toContain('a name a name')
  })
})

describe('evidenceFiles', () => {
  it('lets others have a turn after each case in each file', () => {
    const one = input()
    const steps = (count: number) => {
      const making = evidenceFiles({ ...one, issues: one.issues.flatMap((case_) => Array(count).fill(case_)) })
      let taken = 0
      while (!making.next().done) taken++
      return taken
    }
    // Masked, and written as JSON, HTML and Markdown.
    expect(steps(12) - steps(2)).toBe(40)
  })

  it('writes JSON as people read it', () => {
    const name = 'a\nb\u2028c'
    const texts = written(input({ end_user: name, nested: { list: [[], {}] } }))
    for (const file of ['evidence.json', 'masked.json']) {
      const text = texts.get(file) ?? ''
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    }
    expect(JSON.parse(texts.get('evidence.json') ?? '')).toMatchObject({ cases: [{ record: { end_user: name } }] })
  })
})

describe('the readable files', () => {
  const evil = '<img src=x onerror="alert(1)">\u202e`|[a](javascript:x)\n# title'
  const texts = written(input({ end_user: evil, integration_slug: evil, status: evil, [evil]: evil }))

  it('@attack HTML is text wherever others wrote it', () => {
    const html = texts.get('evidence.html') ?? ''
    expect(html).not.toContain('<img')
    expect(html).not.toContain('\u202e')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;[U+202E]')
    expect(
      html
        .match(/<(?!\/|!)[a-z0-9]+/g)
        ?.every((tag) => /^<(html|head|meta|title|style|body|h1|h2|h3|p|table|tr|th|td|bdi)$/.test(tag))
    ).toBe(true)
  })

  it('@attack Markdown can neither format, link, nor break out of its line', () => {
    const markdown = texts.get('evidence.md') ?? ''
    expect(markdown).not.toMatch(/^# title/m)
    expect(markdown).not.toContain('[a](')
    expect(markdown).not.toContain('<img')
  })

  it('escape each character that means something', () => {
    expect(escapeHtml(`&<>"'\``)).toBe('&amp;&lt;&gt;&quot;&#39;&#96;')
    expect(escapeMarkdown('a|b_c*d')).toBe('a\\|b\\_c\\*d')
  })

  it.each([
    ['@ops-team', '@&#8203;ops-team'],
    ['ada@acme.example', 'ada@&#8203;acme.example'],
    ['see #12', 'see \\#&#8203;12'],
    ['https://evil.example', 'https:\\/\\/evil.example'],
    ['www.evil.example', 'www\\.evil.example'],
    ['[a](javascript:x)', '\\[a\\](javascript:x)'],
    ['<a href=x>&commat;ops', '&lt;a href=x&gt;&amp;commat;ops']
  ])('@attack %s notifies nobody and links nowhere in Markdown', (text, written) => {
    expect(escapeMarkdown(text)).toBe(written)
  })
})
