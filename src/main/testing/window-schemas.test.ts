import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { z as smallZod } from '../../renderer/src/zod'

type Def = z.core.$ZodTypes['_zod']['def']

const here = join(import.meta.dirname, '../../shared')
/** Main alone makes a closed contract, and an organization's policy as JSON Schema. */
const ofMain = /closed|ipc\.ts|channels\.ts|messages\.ts/
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') &&
    !/testing|\.test\./.test(file) &&
    !ofMain.test(file) &&
    /import \{.*\bz\b.*\} from 'zod'/.test(readFileSync(join(here, file), 'utf8'))
)

async function schemasOf(file: string): Promise<[string, z.ZodType][]> {
  const exported = (await import(join(here, file))) as Record<string, unknown>
  return Object.entries(exported).filter(
    (one): one is [string, z.ZodType] => typeof (one[1] as z.ZodType | null)?.safeParse === 'function'
  )
}

/** A value that most likely fits. */
function fitting(schema: z.core.$ZodType): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def as Def
  if (def.type === 'object')
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, fitting(field)]))
  if (def.type === 'array') return [fitting(def.element)]
  if (def.type === 'tuple') return def.items.map(fitting)
  if (def.type === 'record') return { some: fitting(def.valueType) }
  if (def.type === 'union') return fitting(def.options[0] as z.core.$ZodType)
  if (def.type === 'enum') return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values[0]
  if (def.type === 'number') return 41
  if (def.type === 'boolean') return true
  if (def.type === 'string') return 'format' in def ? '3f2504e0-4f89-41d3-9a0c-0305e82c3301' : 'some'
  if (def.type === 'void' || def.type === 'undefined') return undefined
  if (def.type === 'pipe') return fitting(def.in)
  return 'innerType' in def ? fitting(def.innerType) : 'anything'
}

const odd = [undefined, null, '', ' some ', 'a@b.example', 0, -1, 1.5, 2 ** 60, NaN, Infinity, true, [], ['a', 'b'], {}]

/** Each place of a value, some levels deep, replaced by each odd one, a field less, a field more. */
function* changed(value: unknown, deep = 3): Generator {
  yield* odd
  if (deep === 0) return
  if (Array.isArray(value)) {
    yield [...value, ...value]
    for (const [at, one] of value.entries()) for (const other of changed(one, deep - 1)) yield value.with(at, other)
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, more: 1 }
    for (const [name, one] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      yield rest
      for (const other of changed(one, deep - 1)) yield { ...value, [name]: other }
    }
  }
}

const outcome = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value)
  // Where; what is wrong there is zod's own.
  return { success, data, wrong: [...new Set(error?.issues.map(({ path }) => path.join('.')))].sort() }
}

afterAll(() => {
  vi.doUnmock('zod')
  vi.resetModules()
})

test('the window reads with its own small validator as main does with zod', async () => {
  expect(files.length).toBeGreaterThan(40)
  const ofZod = new Map<string, [string, z.ZodType][]>()
  for (const file of files) ofZod.set(file, await schemasOf(file))
  vi.resetModules()
  vi.doMock('zod', () => import('../../renderer/src/zod'))
  let compared = 0
  for (const [file, schemas] of ofZod) {
    const small = new Map(await schemasOf(file))
    for (const [name, schema] of schemas) {
      const other = small.get(name) as z.ZodType
      for (const value of [fitting(schema), ...changed(fitting(schema))]) {
        const [its, expected] = [outcome(other, value), outcome(schema, value)]
        compared += 1
        // An assertion for each would take minutes.
        if (!isDeepStrictEqual(its, expected))
          expect(its, `${file}: ${name} of ${JSON.stringify(value)}`).toStrictEqual(expected)
      }
    }
  }
  expect(compared).toBeGreaterThan(10_000)
})

test('kept state of the window is read alike', () => {
  const keptBy = (of: typeof z) =>
    of.object({
      quick: of.preprocess((kept) => String(kept).trim(), of.enum(['all', 'some'])).catch('all'),
      filters: of.array(
        of
          .object({ name: of.string().transform((name) => name.slice(0, 2)) })
          .nullable()
          .catch(null)
      ),
      owners: of.array(of.string()).readonly().nullable(),
      by: of.number().min(4).nullable().default(null),
      widths: of.record(of.string(), of.number().min(40)).catch({})
    }) as z.ZodType
  const kept = { quick: 'some', filters: [{ name: 'long' }], owners: ['x'], by: 4, widths: { name: 40 } }
  const small = keptBy(smallZod as unknown as typeof z)
  for (const value of changed(kept)) expect(outcome(small, value)).toStrictEqual(outcome(keptBy(z), value))
})
