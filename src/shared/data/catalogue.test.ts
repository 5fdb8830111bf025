import { describe, expect, it } from 'vitest'
import { catalogue, collectionAt, isDeclared, valuesOf } from './catalogue'

const at = (path: string) => collectionAt(path) ?? expect.fail(`no collection ${path}`)
const param = (path: string, name: string) => at(path).params.find((one) => one.name === name)

describe('the catalogue', () => {
  it('has the 53 collections of the contract', () => {
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
    expect(at('/api/v1/webhooks/logs')).toMatchObject({ id: 'platform/webhook-logs', label: 'Webhook logs' })
  })

  it.each([
    ['/api/v1/webhooks', 20, 100],
    ['/api/v1/webhooks/logs', 25, 50],
    ['/api/hris/v1/employees', 50, 200]
  ])('knows the bounds of %s', (path, usual, max) => {
    expect(at(path).pageSize).toEqual({ min: 1, max, default: usual })
  })

  it('offers modified_after where it is declared: on no collection of LMS', () => {
    const declares = catalogue.filter(({ params }) => params.some(({ name }) => name === 'modified_after'))
    expect(declares).toHaveLength(37)
    expect(declares.filter(({ category }) => category === 'LMS')).toEqual([])
    expect(isDeclared('/api/lms/v1/users', 'modified_after')).toBe(false)
    expect(isDeclared('/api/own/v1/things', 'modified_after')).toBe(true)
  })

  it('has model filters with their types, known values and several values', () => {
    expect(param('/api/hris/v1/employees', 'employment_status')?.values).toContain('LEAVE')
    expect(param('/api/hris/v1/employees', 'manager_id')).toMatchObject({ type: 'string', csv: true })
    expect(param('/api/hris/v1/payroll-runs', 'check_date_from')).toMatchObject({ type: 'datetime', csv: false })
    expect(param('/api/ats/v1/candidates', 'email_addresses')).toMatchObject({ type: 'list', csv: false })
    expect(param('/api/v1/custom-fields', 'category')).toMatchObject({ type: 'enum', values: ['HRIS', 'ATS', 'LMS'] })
    expect(param('/api/ats/v1/tags', 'remote_id')).toBeUndefined()
    expect(param('/api/ats/v1/tags', 'expand')).toBeUndefined()
  })

  it('knows relations, reading by id, creates, their meta, and what is BETA', () => {
    expect(at('/api/hris/v1/time-off').relations).toEqual(['employee', 'approver'])
    expect(catalogue.filter(({ byId }) => byId)).toHaveLength(46)
    expect(at('/api/lms/v1/skills').byId).toEqual({
      path: '/api/lms/v1/skills/{id}',
      params: ['include_raw_data', 'include_custom_fields']
    })
    const idempotent = catalogue.filter(({ create }) => create?.idempotent).map(({ id }) => id)
    expect(idempotent).toEqual([
      'hris/employees',
      'hris/employee-payroll-runs',
      'hris/time-off',
      'hris/timesheet-entry'
    ])
    expect(at('/api/hris/v1/employees').meta[0]).toBe('/api/hris/v1/employees/meta/post')
    expect(catalogue.filter(({ beta }) => beta).map(({ id }) => id)).toEqual([
      'hris/documents',
      'hris/locations',
      'hris/payroll-codes',
      'hris/benefit-coverages'
    ])
  })
})

it('commas separate the values of a parameter', () => {
  expect(valuesOf(' a, b ,,c ')).toEqual(['a', 'b', 'c'])
  expect(valuesOf(' , ')).toEqual([])
})
