import { expect, it } from 'vitest'
import { promised } from '../base/promised'
import { maskerOf } from '../secrets/testing'
import { maskedStore } from './masked'

const token = 'ct_practice_8fK2mQ7x'
const taken: unknown[] = []
const methods = { put: (of: object) => taken.push(of), keeping: () => 'yes' }
const store = maskedStore(
  promised(() => methods),
  maskerOf(token)
)

it.each([
  ['a name', { name: `For ${token}` }, { name: 'For [token]' }],
  [
    'the head of a send, which is JSON',
    { head: JSON.stringify({ path: `/x/${token}` }) },
    { head: '{"path":"/x/[token]"}' }
  ],
  ['a name of a key', { change: { [token]: 1 } }, { change: { '[token]': 1 } }],
  [
    'rows',
    { rows: [{ record: { note: Buffer.from(token).toString('base64') } }] },
    { rows: [{ record: { note: '[token]' } }] }
  ]
])('@attack %s reaches no table with a token in it', async (_, of, kept) => {
  await store.put(of)
  expect(taken.at(-1)).toEqual(kept)
})

it('leaves what is sealed, and what holds no token, as it is', async () => {
  const of = { sealed: new Uint8Array([1, 2]), at: 7, text: 'plain' }
  await store.put(of)
  expect(taken.at(-1)).toBe(of)
  expect(await store.keeping()).toBe('yes')
})
