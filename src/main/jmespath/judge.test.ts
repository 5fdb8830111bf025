import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Masker } from '../secrets/masker'
import { TokenDigests } from '../secrets/token-digests'
import { bundleWorker, patientLimits } from '../testing/bundle-worker'
import { JmespathEngine, usualLimits } from './engine'
import { judge, matchesPattern, type ValueCheck } from './judge'

const none = new TokenDigests().shared
const body = Buffer.from(
  '{"success":false,"data":[{"id":"emp-17","n":9007199254740993}],"empty":null,"page":2,"rate":1.50,"name":"Zoë"}'
)
const one = (kind: ValueCheck['kind'], at: string, value = '', bytes = body) =>
  judge(bytes, 'application/json', none, [{ kind, at, value }])[0]

it.each<[ValueCheck['kind'], string, string, boolean, string]>([
  ['value-is', 'success', 'false', true, 'it is false'],
  ['value-is', 'success', 'true', false, 'it is false'],
  ['value-is', 'success', '0', false, 'it is false'],
  ['value-is', 'data[0].id', 'emp-17', true, 'it is the text "emp-17"'],
  ['value-is', 'data[0].id', '"emp-17"', true, 'it is the text "emp-17"'],
  ['value-is', 'page', '2', true, 'it is the number 2'],
  ['value-is', 'page', '"2"', false, 'it is the number 2'],
  ['value-is', 'page', '2.0', true, 'it is the number 2'],
  ['value-is', 'data[0].n', '9007199254740992', false, 'it is the number 9007199254740993'],
  ['value-is', 'data[].id', '["emp-17"]', true, 'it is a list'],
  ['value-is', 'name', 'Zoë', true, 'it is the text "Zoë"'],
  ['value-is', 'nothing', 'null', true, 'it is absent or null'],
  ['value-exists', 'data', '', true, 'it is a list'],
  ['value-exists', 'success', '', true, 'it is false'],
  ['value-exists', 'empty', '', false, 'it is absent or null'],
  ['value-matches', 'data[0].id', 'emp-*', true, 'it is the text "emp-17"'],
  ['value-matches', 'data[0].id', 'emp', false, 'it is the text "emp-17"'],
  ['value-matches', 'page', '*2', true, 'it is the number 2'],
  ['value-matches', 'data', '*', false, 'it is a list'],
  ['value-type', 'data', 'array', true, 'it is a list'],
  ['value-type', 'data', 'object', false, 'it is a list'],
  ['value-type', 'empty', 'null', true, 'it is absent or null'],
  ['value-exists', 'data[', '', false, 'not checked: ']
])('%s %s %s: %s, %s', (kind, at, value, passed, found) => {
  expect(one(kind, at, value)).toEqual({ passed, found: expect.stringContaining(found) })
})

it.each([
  ['', 'the answer is empty or no text'],
  ['<html>', 'the answer is not JSON'],
  ['{"a":', 'the answer is not JSON']
])('an answer of %j fails every check, in words', (text, found) => {
  const checks = [
    { kind: 'value-exists' as const, at: 'a', value: '' },
    { kind: 'value-is' as const, at: 'nothing', value: 'null' }
  ]
  const failed = { passed: false, found }
  expect(judge(Buffer.from(text), 'application/json', none, checks)).toEqual([failed, failed])
})

it.each([
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['ab*bc', 'abc', false],
  ['*b*', 'abc', true],
  ['a**c', 'abc', true],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a.c', 'abc', false],
  ['A*', 'abc', false],
  ['*ab*ab*', 'xabyab', true],
  ['*ab*ab', 'xab', false]
])('the pattern %j over %j: %s', (pattern, text, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches)
})

describe('@attack', () => {
  it('a check cannot guess a secret of the answer', () => {
    const masker = new Masker()
    masker.add('ct_secret_of_acme')
    const answer = Buffer.from('{"token":"ct_secret_of_acme"}')
    const checks = ['value-is', 'value-matches'].map((kind) => ({
      ...{ kind: kind as ValueCheck['kind'], at: 'reverse(token)' },
      value: kind === 'value-is' ? 'emca_fo_terces_tc' : 'emca*'
    }))
    expect(judge(answer, 'application/json', masker.shared, checks)).toEqual([
      { passed: false, found: 'it is the text "]nekot["' },
      { passed: false, found: 'it is the text "]nekot["' }
    ])
  })

  it('a pattern of stars over a long text ends', () => {
    const text = `{"a":"${'a'.repeat(1_000_000)}"}`
    const pattern = `${'*a'.repeat(900)}*b`
    expect(one('value-matches', 'a', pattern, Buffer.from(text))?.passed).toBe(false)
  })
})

describe('in the thread', () => {
  let bundle: Awaited<ReturnType<typeof bundleWorker>>
  let engine: JmespathEngine | undefined
  beforeAll(async () => (bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))))
  afterEach(() => engine?.stop())
  afterAll(() => bundle.remove())

  it('an expression that explodes fails in words, and the next answer is judged', async () => {
    const limits = { ...usualLimits }
    engine = new JmespathEngine(bundle.url, limits)
    const ask = (at: string) => {
      const check = { kind: 'value-exists' as const, at, value: '' }
      const signal = new AbortController().signal
      return engine?.judge({ body, contentType: '' }, none, [check, { ...check, at: 'data' }], signal)
    }
    // Of 191 characters, it doubles its list with every step.
    const exploded = await ask(`[@,@]${'|[@,@][]'.repeat(24)}`)
    const words =
      'judged' in (exploded ?? {}) ? (exploded as { judged: { found: string }[] }).judged[0]?.found : exploded
    expect(JSON.stringify(words)).toMatch(/was stopped|can be held|too much memory/)
    Object.assign(limits, patientLimits)
    expect(await ask('data')).toMatchObject({ judged: [{ passed: true }, { passed: true }] })
  })
})
