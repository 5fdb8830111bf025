import { expect, it, vi } from 'vitest'
import { PageItem } from '../base/page-item'
import { ConnectorTokens } from './connector-tokens'
import { Masker } from './masker'

const listed = (tokens: ConnectorTokens, page: readonly object[]) =>
  tokens.toListed(
    of,
    page.map((item) => new PageItem(JSON.stringify(item)))
  )
const of = { workspaceId: 'w1', region: 'default', category: 'HRIS' } as const
const record = {
  id: 'c1',
  end_user: 'Acme',
  connector_token: 'ct_secret',
  new_field: { link: ['x?token=ct_secret'], ct_secret: 1 }
}

it('gives the renderer a handle and no trace of the token, also where another field repeats it', () => {
  const tokens = new ConnectorTokens()
  const row = tokens.toRow(of, record)
  expect(JSON.stringify(row)).not.toContain('ct_secret')
  expect(row).toMatchObject({
    key: 'HRIS:c1',
    record: { id: 'c1', end_user: 'Acme', new_field: { link: ['x?token=[token]'], '[token]': 1 } }
  })
  expect(tokens.tokenOf(row.tokenRef ?? '')).toBe('ct_secret')
})

it('keeps a handle through the session, and follows a token that was changed', () => {
  const tokens = new ConnectorTokens()
  const before = tokens.toRow(of, record).tokenRef
  const after = tokens.toRow(of, { ...record, connector_token: 'ct_new' }).tokenRef
  expect(after).toBe(before)
  expect(tokens.tokenOf(after ?? '')).toBe('ct_new')
})

it('never gives two connectors the same handle: not over regions, categories or workspaces', () => {
  const tokens = new ConnectorTokens()
  const places = [of, { ...of, region: 'eu' }, { ...of, category: 'ATS' as const }, { ...of, workspaceId: 'w2' }]
  expect(new Set(places.map((place) => tokens.toRow(place, record).tokenRef)).size).toBe(4)
})

it.each(['', ' ', '0', ' 0', 'x 0', '{} 0', '{0} 1', '{0}.0', '{0} ', '{0}e0', '{0} 0'])(
  '@attack a handle that it never gave, such as “%s”, leads to no token',
  (form) => {
    const tokens = new ConnectorTokens()
    const given = tokens.toRow(of, record).tokenRef ?? ''
    const ref = form.replace('{0}', given).replace('{}', given.split(' ')[0]?.slice(1) ?? '')
    expect(() => tokens.tokenOf(ref)).toThrow(expect.objectContaining({ code: 'not-found' }))
  }
)

it('forgets a workspace, and only that', () => {
  const tokens = new ConnectorTokens()
  const gone = tokens.toRow(of, record).tokenRef ?? ''
  const kept = tokens.toRow({ ...of, workspaceId: 'w2' }, record).tokenRef ?? ''
  tokens.forgetWorkspace('w1')
  expect(() => tokens.tokenOf(gone)).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(tokens.tokenOf(kept)).toBe('ct_secret')
})

it('the masker learns of a token when it comes, by a list or otherwise, and when it was changed', () => {
  const masker = new Masker()
  const tokens = new ConnectorTokens(masker)
  tokens.toRow(of, record)
  tokens.hold({ ...of, key: 'HRIS:c2' }, 'ct_held')
  tokens.toRow(of, { ...record, connector_token: 'ct_new' })
  expect(masker.mask('ct_secret ct_held ct_new')).toBe('[token] [token] [token]')
})

it('@attack a token that its workspace took along is masked all the same', () => {
  const masker = new Masker()
  const tokens = new ConnectorTokens(masker)
  tokens.toRow(of, record)
  tokens.forgetWorkspace('w1')
  expect(masker.mask('ct_secret')).toBe('[token]')
})

it('@attack a record that repeats the token of another connector loses it', () => {
  const tokens = new ConnectorTokens()
  tokens.toRow(of, record)
  const row = tokens.toRow(of, { id: 'c2', end_user: 'of ct_secret', connector_token: null })
  expect(row.record['end_user']).toBe('of [token]')
})

it('keeps a record without a token, unknown enum values, extra and malformed fields', () => {
  const odd = { id: 'c1', status: 'SUSPENDED', total_employees: -3, connector_token: null, extra: [1] }
  expect(new ConnectorTokens().toRow(of, odd)).toMatchObject({
    tokenRef: null,
    record: { status: 'SUSPENDED', total_employees: -3, extra: [1] }
  })
})

it.each([null, 'text', 7, [], {}, { id: '' }, { id: 7 }])('refuses %j, which is no record', (item) => {
  expect(() => new ConnectorTokens().toRow(of, item)).toThrow(expect.objectContaining({ code: 'bad-response' }))
})

it('keeps each customer’s name as it came, also one with half of a character', () => {
  const tokens = new ConnectorTokens()
  const names = ['Acme', 'Müller', '株式会社', 'half \ud83d', '']
  for (const [n, end_user] of names.entries())
    tokens.toRow(of, { id: `c${n}`, end_user, connector_token: `ct_secret_${n}`, integration_slug: 'gusto' })
  const found = names.map((_, n) => {
    const place = { ...of, key: `HRIS:c${n}` }
    return [tokens.listed(place)?.endUser, tokens.find(place)?.token]
  })
  expect(found).toEqual(names.map((name, n) => [name, `ct_secret_${n}`]))
})

it('names the connector of a token, in its own place only, and follows a change', () => {
  const tokens = new ConnectorTokens()
  tokens.toRow(of, record)
  expect(tokens.keyOf(of, 'ct_secret')).toBe('HRIS:c1')
  expect(tokens.keyOf({ ...of, region: 'eu' }, 'ct_secret')).toBeNull()
  tokens.toRow(of, { ...record, connector_token: 'ct_new' })
  expect([tokens.keyOf(of, 'ct_secret'), tokens.keyOf(of, 'ct_new')]).toEqual([null, 'HRIS:c1'])
  tokens.forgetWorkspace('w1')
  expect(tokens.keyOf(of, 'ct_new')).toBeNull()
})

it.each(['id', 'status', 'integration_slug', 'end_user', 'e'])('keeps every field where a token is %s', (token) => {
  const sent = { ...record, id: 'c1', status: 'COMPLETE', integration_slug: 'gusto', connector_token: token }
  const { connector_token: _, ...fields } = sent
  const row = new ConnectorTokens().toRow(of, sent)
  expect(Object.keys(row.record).sort()).toEqual(Object.keys(fields).sort())
  expect(row).toMatchObject({ key: 'HRIS:c1', record: { id: 'c1', end_user: 'Acme', status: 'COMPLETE' } })
})

it('@attack a name of 30 MB is cut before it is looked through', () => {
  const { record: cut } = new ConnectorTokens().toRow(of, {
    ...record,
    end_user: 'x'.repeat(30e6),
    nested: ['y'.repeat(30e6)]
  })
  expect(cut['end_user']).toHaveLength(65_536)
  expect(cut['nested']).toEqual(['y'.repeat(65_536)])
})

it('an item that is not a record does not lose its neighbours', () => {
  const tokens = new ConnectorTokens()
  const rows = [record, {}, null, { ...record, id: 'c2' }].map((item) => tokens.toRows(of, [item])[0]?.key ?? null)
  expect(rows).toEqual(['HRIS:c1', null, null, 'HRIS:c2'])
})

it('looks through a record that came before once another secret is known', () => {
  const masker = new Masker()
  const tokens = new ConnectorTokens(masker)
  const item = { id: 'c1', end_user: 'Acme later-a-secret', connector_token: 'ct_secret' }
  const [first] = listed(tokens, [item])
  expect(first?.again).toBe(false)
  const [second] = listed(tokens, [item])
  expect({ record: second?.record, text: second?.text }).toEqual({ record: first?.record, text: first?.text })
  expect(second).toMatchObject({ key: first?.key, tokenRef: first?.tokenRef, digest: first?.digest, again: true })
  masker.add('later-a-secret')
  expect(listed(tokens, [item])[0]?.record['end_user']).not.toContain('later-a-secret')
  expect(listed(tokens, [item])[0]?.text).not.toContain('later-a-secret')
})

it('parses no record that came before where no secret of now is in its text', () => {
  const masker = new Masker()
  const tokens = new ConnectorTokens(masker)
  const items = ['c1', 'c2'].map((id) => ({ id, end_user: 'Acme', connector_token: `ct_secret_${id}` }))
  const first = listed(tokens, items)
  masker.add('later-a-secret')
  const parsed = vi.spyOn(JSON, 'parse')
  const second = listed(tokens, items)
  expect(parsed).not.toHaveBeenCalled()
  parsed.mockRestore()
  expect(second.map(({ again, digest, text }) => ({ again, digest, text }))).toEqual(
    first.map(({ digest, text }) => ({ again: true, digest, text }))
  )
})

it.each([
  ['as it is', 'later-a-secret'],
  ['in base64', Buffer.from('later-a-secret').toString('base64')],
  ['escaped for JSON', String.raw`\u006cater-a-secret`],
  ['percent-encoded', '%6cater-a-secret'],
  ['as an entity', '&#108;ater-a-secret']
])('@attack looks through each record of a page that came before for a later secret, %s', (_, spelled) => {
  const masker = new Masker()
  const tokens = new ConnectorTokens(masker)
  const page = ['Acme', `of ${spelled}`].map(
    (name, at) => new PageItem(`{"id":"c${at}","end_user":"${name}","connector_token":"ct_secret_${at}"}`)
  )
  expect(tokens.toListed(of, page)[1]?.record['end_user']).not.toContain('[token]')
  masker.add('later-a-secret')
  for (let time = 0; time < 2; time++) {
    const [innocent, row] = tokens.toListed(of, page)
    expect(row).toMatchObject({ again: false, record: { end_user: 'of [token]' } })
    expect(innocent?.record['end_user']).toBe('Acme')
  }
})

it('finds the token of one record in another that came before', () => {
  const tokens = new ConnectorTokens()
  const other = { id: 'c2', end_user: 'of ct_new_token', connector_token: 'ct_other' }
  listed(tokens, [record, other])
  const [, row] = listed(tokens, [{ ...record, connector_token: 'ct_new_token' }, other])
  expect(JSON.stringify(row)).not.toContain('ct_new_token')
})

it.each([
  ['as it came', '{"id":"c1","end_user":"Acme","connector_token":"ct_secret"}'],
  ['with its token elsewhere', JSON.stringify(record)],
  ['with an endless number', '{"id":"c1","connector_token":"ct_secret","total_employees":1e400}'],
  ['with a field of prototypes', '{"id":"c1","connector_token":"ct_secret","__proto__":{"a":1}}']
])('gives a record %s, and its text, each time', (_, text) => {
  const tokens = new ConnectorTokens()
  const records: unknown[] = []
  for (let time = 0; time < 3; time++) {
    const [row] = tokens.toListed(of, [new PageItem(text)])
    expect(JSON.parse(row?.text ?? '')).toEqual(row?.record)
    expect(row?.text).not.toContain('ct_secret')
    records.push(row?.record)
  }
  expect(records[2]).toEqual(records[0])
  expect(records[0]).toMatchObject({ id: 'c1' })
})

it('knows a record again whose token came back by another way, and takes it for new where that was another', () => {
  const tokens = new ConnectorTokens()
  const item = { id: 'c1', end_user: 'Acme', connector_token: 'ct_secret' }
  const [first] = listed(tokens, [item])
  tokens.hold({ ...of, key: 'HRIS:c1' }, 'ct_secret')
  expect(listed(tokens, [item])[0]?.again).toBe(true)
  tokens.hold({ ...of, key: 'HRIS:c1' }, 'ct_other_token')
  const [row] = listed(tokens, [item])
  expect(row).toMatchObject({ again: false, tokenRef: first?.tokenRef })
  expect(tokens.tokenOf(row?.tokenRef ?? '')).toBe('ct_secret')
})

it('knows nothing again of a region that was forgotten, nor of another category', () => {
  const tokens = new ConnectorTokens()
  const item = { id: 'c1', end_user: 'Acme', connector_token: 'ct_secret' }
  const [first] = listed(tokens, [item])
  const text = JSON.stringify(item)
  expect(tokens.toListed({ ...of, category: 'ATS' }, [new PageItem(text)])[0]).toMatchObject({
    key: 'ATS:c1',
    again: false
  })
  tokens.forgetRegion(of.workspaceId, of.region)
  const [again] = listed(tokens, [item])
  expect(again?.again).toBe(false)
  expect(again?.digest).not.toBe(first?.digest)
})

it('refuses what is not JSON', () => {
  expect(() => new ConnectorTokens().toListed(of, [new PageItem('{"id":')])).toThrow(
    expect.objectContaining({ code: 'bad-response' })
  )
})

it.each([
  ['once another secret is known', [{}, {}], [{}, {}], [{ id: 'new', connector_token: 'ct_of_new' }]],
  ['where one of them changed', [{}], [{ end_user: 'Other' }, {}], []]
])('gives each row its own record where a page holds an id twice, %s', (_, before, after, more) => {
  const tokens = new ConnectorTokens()
  const twice = (changes: object[]) =>
    changes.map((change) => ({ id: 'c1', end_user: 'Acme', connector_token: 'ct_secret', ...change }))
  const broken = { id: 'x', end_user: 'Broken', status: 'RELINK_NEEDED', connector_token: 'ct_of_x' }
  listed(tokens, [...twice(before), broken])
  const items = [...twice(after), broken, ...more]
  expect(listed(tokens, items).map(({ key, record: { id, end_user, status } }) => [key, id, end_user, status])).toEqual(
    items.map((item: Record<string, unknown>) => [
      `HRIS:${String(item['id'])}`,
      item['id'],
      item['end_user'],
      item['status']
    ])
  )
})
