import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract, type Channel } from './ipc'
import { closed } from './closed'

type Node = { [name: string]: unknown }

/** Paths in a JSON schema of objects that accept unnamed fields. */
function open(node: unknown, path = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((one, at) => open(one, `${path}/${at}`))
  if (typeof node !== 'object' || node === null) return []
  const { type, additionalProperties, propertyNames } = node as Node
  const isOpen = type === 'object' && additionalProperties !== false && propertyNames === undefined
  const within = Object.entries(node).flatMap(([name, one]) => open(one, `${path}/${name}`))
  return isOpen ? [path || '/', ...within] : within
}

const channels = Object.keys(contract) as Channel[]

describe('@attack a request with a field that the contract does not name', () => {
  it.each(channels)('is refused: %s', (channel) => {
    const { request } = contract[channel]
    const schema = z.toJSONSchema(closed(request as z.ZodType), { io: 'input', unrepresentable: 'any' })
    expect(open(schema)).toEqual([])
  })

  it('is refused at any depth, and one that the contract names is taken', () => {
    const inner = z.object({ a: z.string() })
    const schema = closed(
      z.object({
        list: z.array(inner),
        maybe: inner.optional(),
        one: z.discriminatedUnion('kind', [z.object({ kind: z.literal('x'), inner })]),
        named: z.record(z.string(), inner),
        pair: z.tuple([inner, z.string()])
      })
    )
    const good = {
      list: [{ a: '' }],
      one: { kind: 'x', inner: { a: '' } },
      named: { n: { a: '' } },
      pair: [{ a: '' }, '']
    }
    expect(schema.safeParse(good).success).toBe(true)
    const more = { a: '', b: '' }
    for (const bad of [
      { ...good, more },
      { ...good, list: [more] },
      { ...good, maybe: more },
      { ...good, one: { kind: 'x', inner: more } },
      { ...good, named: { n: more } },
      { ...good, pair: [more, ''] },
      { ...good, ...(JSON.parse('{"__proto__": {"a": ""}}') as object), ['constructor']: 1 }
    ])
      expect(schema.safeParse(bad).success, JSON.stringify(bad)).toBe(false)
  })

  it('is whole: a default of what is kept is none of a request', () => {
    const schema = closed(z.object({ inner: z.object({ a: z.boolean() }).default({ a: true }) }))
    expect(schema.safeParse({}).success).toBe(false)
    expect(schema.safeParse({ inner: { a: false, b: 1 } }).success).toBe(false)
    expect(schema.safeParse({ inner: { a: false } }).success).toBe(true)
  })

  it('keeps the checks of what it closes', () => {
    const schema = closed(z.object({ id: z.uuid(), few: z.array(z.string().max(2)).max(1) }))
    expect(schema.safeParse({ id: 'no', few: [] }).success).toBe(false)
    expect(schema.safeParse({ id: crypto.randomUUID(), few: ['abc'] }).success).toBe(false)
    expect(schema.safeParse({ id: crypto.randomUUID(), few: ['a', 'b'] }).success).toBe(false)
  })

  it('says so where it meets a kind of schema it cannot close', () => {
    expect(() => closed(z.object({ a: z.looseObject({}).transform(String) }))).toThrow('does not know it')
  })
})
