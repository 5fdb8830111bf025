import { describe, expect, it } from 'vitest'
import { catalogue, collectionAt } from './catalogue'

describe('the catalogue', () => {
  it('has the 53 collections of the field notes', () => {
    const counted = (category: string | null, needsConnector: boolean) =>
      catalogue.filter((one) => one.category === category && one.needsConnector === needsConnector).length
    expect(catalogue).toHaveLength(53)
    expect([counted('HRIS', true), counted('ATS', true), counted('LMS', true)]).toEqual([21, 16, 7])
    expect([counted('HRIS', false), counted('ATS', false), counted('LMS', false), counted(null, false)]).toEqual([
      2, 2, 2, 3
    ])
  })

  it('names each path once', () => {
    expect(new Set(catalogue.map(({ path }) => path)).size).toBe(53)
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(53)
  })

  it.each([
    ['/api/v1/webhooks', 20, 100],
    ['/api/v1/webhooks/logs', 25, 50],
    ['/api/hris/v1/employees', 50, 200]
  ])('knows the bounds of %s', (path, usual, max) => {
    expect(collectionAt(path)?.pageSize).toEqual({ min: 1, max, default: usual })
  })
})
