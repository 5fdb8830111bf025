import { expect, it } from 'vitest'
import { parsePolicy } from './read'

const parsed = (settings: object, more: object = {}) =>
  parsePolicy(Buffer.from(JSON.stringify({ version: 1, settings, ...more })))
const problem = (key: string, words: string | RegExp) => ({
  problems: [{ key, words: typeof words === 'string' ? words : expect.stringMatching(words) }]
})

it('reads values, which are locked unless it says otherwise', () => {
  const read = parsed(
    { 'lock.minutes': { value: 15 }, 'lock.withScreen': { value: true, locked: false } },
    { $schema: 'policy.schema.json' }
  )
  expect(read).toEqual({
    settings: { 'lock.minutes': { value: 15, locked: true }, 'lock.withScreen': { value: true, locked: false } }
  })
})

it('reads a file with a byte order mark, as editors on Windows write it', () => {
  expect(parsePolicy(Buffer.from('\uFEFF{"version":1,"settings":{}}'))).toEqual({ settings: {} })
})

it.each<[string, object, string, RegExp]>([
  ['an unknown key', { 'lock.minute': { value: 5 } }, 'lock.minute', /knows no such key/],
  ['a value of the wrong type', { 'lock.minutes': { value: '15' } }, 'lock.minutes', /expected one of 0\|5\|15\|60/],
  ['a value that is not offered', { 'lock.minutes': { value: 7 } }, 'lock.minutes', /expected one of 0\|5\|15\|60/],
  ['a bare value', { 'lock.minutes': 15 }, 'lock.minutes', /expected object/],
  ['no value', { 'updates.enabled': { locked: true } }, 'updates.enabled', /expected boolean/],
  ['a word too much', { 'updates.enabled': { value: true, lock: true } }, 'updates.enabled', /“lock” is not part/],
  [
    'a limit that is not locked',
    { 'services.practice': { value: false, locked: false } },
    'services.practice',
    /locked/
  ],
  ['an http update folder', { 'updates.address': { value: 'http://u.test/' } }, 'updates.address', /not an address/],
  [
    'an origin with a path',
    { 'services.allowedOrigins': { value: ['https://a.test/x'] } },
    'services.allowedOrigins',
    /not an origin/
  ],
  [
    'an origin in capitals',
    { 'services.allowedOrigins': { value: ['https://A.test'] } },
    'services.allowedOrigins',
    /not an origin/
  ],
  ['no origin at all', { 'services.allowedOrigins': { value: [] } }, 'services.allowedOrigins', /Too small/],
  [
    'an address with a slash',
    { 'services.baseAddress': { value: 'https://a.test/' } },
    'services.baseAddress',
    /not a base address/
  ],
  [
    'an address over http',
    { 'services.baseAddress': { value: 'http://a.test' } },
    'services.baseAddress',
    /not a base address/
  ],
  ['an unknown proxy mode', { 'network.proxy': { value: { mode: 'socks' } } }, 'network.proxy', /mode/],
  [
    'a PAC file on the disk',
    { 'network.proxy': { value: { mode: 'pac', address: 'file:///p' } } },
    'network.proxy',
    /not an address/
  ],
  [
    'a password of a proxy',
    { 'network.proxy': { value: { mode: 'fixed', address: 'http://a:b@p.test' } } },
    'network.proxy',
    /not an address/
  ],
  ['half a day', { 'retention.reads': { value: 0.5 } }, 'retention.reads', /int/]
])('@attack refuses the whole file for %s, and names the key', (_, settings, key, words) => {
  expect(parsed({ 'lock.withScreen': { value: true }, ...settings })).toEqual(problem(key, words))
})

it('names every key that is wrong', () => {
  expect(parsed({ a: 1, b: 2, 'lock.minutes': 3 })).toMatchObject({
    problems: expect.arrayContaining(['a', 'b', 'lock.minutes'].map((key) => expect.objectContaining({ key })))
  })
})

it.each<[string, string | Buffer, RegExp]>([
  ['nothing', '', /not sound JSON at line 1/],
  ['half a file', '{"version":1,\n"settings":{', /not sound JSON at line 2/],
  [
    'a key that is there twice',
    '{"version":1,"settings":{"lock.minutes":{"value":5},"lock.minutes":{"value":0}}}',
    /“lock\.minutes” occurs twice/
  ],
  ['two byte order marks', '\uFEFF\uFEFF{"version":1,"settings":{}}', /line 1, column 1: .*byte order mark/],
  ['what is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/]
])('@attack refuses %s', (_, text, words) => {
  expect(parsePolicy(Buffer.from(text))).toEqual(problem('', words))
})

it.each(['[]', 'null', '"x"', '{"settings":{}}', '{"version":1}', '{"version":1,"settings":{},"more":1}'])(
  'refuses %s, which is JSON and no policy',
  (text) => {
    expect(parsePolicy(Buffer.from(text))).toMatchObject({ problems: [expect.anything()] })
  }
)

it('names both versions of a file for a newer app', () => {
  expect(parsePolicy(Buffer.from('{"version":2,"anything":[]}'))).toEqual(
    problem('version', 'is 2, for a newer version of this app: this one knows version 1.')
  )
})

it.each(['services.baseAddress', 'services.euBaseAddress'])('refuses a %s that it does not allow itself', (key) => {
  const allowed = { 'services.allowedOrigins': { value: ['https://a.test'] } }
  expect(parsed({ ...allowed, [key]: { value: 'https://a.test/v2' } })).toHaveProperty('settings')
  expect(parsed({ ...allowed, [key]: { value: 'https://b.test' } })).toEqual(problem(key, /not among services.allowed/))
})

it('refuses an allowed workspace at an origin that it does not allow', () => {
  const workspace = { name: 'A', baseAddress: 'https://a.test', euBaseAddress: 'https://b.test' }
  const settings = {
    'services.allowedOrigins': { value: ['https://a.test'] },
    'services.allowedWorkspaces': { value: [workspace] }
  }
  expect(parsed(settings)).toEqual(problem('services.allowedWorkspaces', /https:\/\/b\.test is not among/))
})
