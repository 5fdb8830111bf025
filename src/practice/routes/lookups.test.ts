import { describe, expect, it } from 'vitest'
import type { Integration } from '../data/integrations'
import type { Model } from '../world'
import { body, call, practice } from '../testing'

const INTEGRATIONS = '/api/v1/lookup/integrations'
const MODELS = '/api/v1/lookup/models'

describe('lookups (spec: Endpoints 5 and 6)', () => {
  it('lists the integrations every connector is of', async () => {
    const service = await practice({ connectors: 1204 })
    const { integrations } = await body<{ integrations: Integration[] }>(call(service, INTEGRATIONS))
    expect(integrations).toHaveLength(26)
    const offered = new Set(integrations.flatMap((one) => one.categories.map((category) => `${category} ${one.slug}`)))
    const used = new Set(service.connectors.map((one) => `${one.category} ${one.integration_slug}`))
    expect([...used].filter((one) => !offered.has(one))).toEqual([])
    expect([...offered].filter((one) => !used.has(one)).length).toBeLessThan(4)
  })

  it('filters integrations by category; one may be in two', async () => {
    const service = await practice()
    const slugs = async (category: string) => {
      const answer = await body<{ integrations: Integration[] }>(call(service, `${INTEGRATIONS}?category=${category}`))
      return answer.integrations.map((one) => one.slug)
    }
    expect(await slugs('HRIS')).toContain('bamboohr')
    expect(await slugs('ATS')).toContain('bamboohr')
    expect(await slugs('ATS')).not.toContain('workday')
    expect(await slugs('LMS')).toEqual(['sap-successfactors', 'docebo', 'cornerstone', 'talentlms', 'litmos'])
  })

  it.each([
    ['HRIS', 21],
    ['ATS', 16],
    ['LMS', 7]
  ])('lists the models of %s', async (category, count) => {
    const service = await practice()
    const { models } = await body<{ models: Model[] }>(call(service, `${MODELS}?category=${category}`))
    expect(models).toHaveLength(count)
    expect(models.filter((one) => one.category !== category)).toEqual([])
  })

  it('lists all 44 models, in words', async () => {
    const { models } = await body<{ models: Model[] }>(call(await practice(), MODELS))
    expect(new Set(models.map((one) => one.slug)).size).toBe(44)
    expect(models).toContainEqual({ slug: 'bank_info', display_name: 'Bank info', category: 'HRIS' })
  })

  it.each([INTEGRATIONS, MODELS])('answers 422 on %s to an unknown category', async (path) => {
    const service = await practice()
    for (const category of ['hris', 'CRM', '']) {
      const answer = await call(service, `${path}?category=${category}`)
      expect(answer.status).toBe(422)
      const { detail } = await body<{ detail: unknown[] }>(answer)
      expect(detail).toMatchObject([{ loc: ['query', 'category'], type: 'enum', input: category }])
    }
  })

  it.each([INTEGRATIONS, MODELS])('wants a bearer and GET on %s', async (path) => {
    const service = await practice()
    expect((await fetch(service.url + path)).status).toBe(401)
    expect((await call(service, path, { method: 'POST' })).status).toBe(405)
  })
})
