import { afterEach, beforeEach, expect, it } from 'vitest'
import { eu, place, signal, testMappings, type TestMappings } from '../mappings/testing'

let test: TestMappings
beforeEach(async () => {
  test = await testMappings()
})
afterEach(() => test.close())

const asked = () => test.service.requests.filter(({ path }) => path.startsWith('/api/v1/lookup/')).length

it('are read once, and then answered as they were kept, also after a restart', async () => {
  const read = await test.lookups.read(place, false, signal)
  expect(read).toMatchObject({ error: null, readAt: expect.any(Number) })
  expect(read.integrations).toContainEqual({ slug: 'bamboohr', name: 'BambooHR', categories: ['HRIS', 'ATS'] })
  expect(read.models).toContainEqual({ slug: 'employee', name: 'Employee', category: 'HRIS' })
  test.kept.restart()
  expect(await test.lookups.read(place, false, signal)).toEqual(read)
  expect(asked()).toBe(2)
  await test.lookups.read(place, true, signal)
  expect(asked()).toBe(4)
})

it('stay as they were, with a note, where the service does not answer', async () => {
  const { integrations, readAt } = await test.lookups.read(place, false, signal)
  test.service.set({ faults: [{ name: 'status', path: '/lookup/models', status: 503 }] })
  expect(await test.lookups.read(place, true, signal)).toMatchObject({
    integrations,
    readAt,
    error: { code: 'service-unavailable', status: 503 }
  })
  test.services.eu.set({ faults: [{ name: 'html', path: '/lookup/' }] })
  expect(await test.lookups.read(eu, false, signal)).toMatchObject({
    integrations: [],
    models: [],
    readAt: null,
    error: { code: 'bad-response' }
  })
})

it('take items with fields outside the contract, and refuse an answer of another shape', async () => {
  const faults = (body: unknown) =>
    test.service.set({ faults: [{ name: 'status', path: '/lookup/integrations', status: 200, body }] })
  faults({
    integrations: [
      { slug: 'x', categories: 'HRIS', more: 1 },
      { slug: 'y', display_name: '', categories: ['CUSTOM', 7] }
    ]
  })
  expect((await test.lookups.read(place, true, signal)).integrations).toEqual([
    { slug: 'x', name: 'x', categories: [] },
    { slug: 'y', name: 'y', categories: ['CUSTOM'] }
  ])
  faults({ integrations: {} })
  expect((await test.lookups.read(place, true, signal)).error).toMatchObject({ code: 'bad-response' })
})

it.each(['HRIS', 'ATS', null] as const)(
  'of the category %s are asked of the service itself, and not kept',
  async (category) => {
    const before = await test.lookups.read(place, false, signal)
    const { integrations, models } = await test.lookups.ask(place, category, signal)
    const sent = test.service.requests.filter(({ path }) => path.startsWith('/api/v1/lookup/')).slice(-2)
    expect(sent.map(({ query }) => query)).toEqual(Array(2).fill(category === null ? {} : { category }))
    expect(integrations.length).toBeGreaterThan(0)
    expect(integrations.every((one) => category === null || one.categories.includes(category))).toBe(true)
    expect(new Set(models.map((one) => one.category)).size).toBe(category === null ? 3 : 1)
    expect(await test.lookups.read(place, false, signal)).toEqual(before)
  }
)

it('are removed with their workspace', async () => {
  await test.lookups.read(place, false, signal)
  await test.history.removeWorkspace(place)
  expect(await test.history.keptLookups({ place })).toBeNull()
})
