import { describe, expect, it } from 'vitest'
import { filterChecks } from './filter-effect'

const employees = '/api/hris/v1/employees'
const check = (path: string, params: Record<string, string>, item: object) =>
  filterChecks(path, params)
    .filter((one) => one.contradicts(item))
    .map(({ name }) => name)

describe('a record that cannot have come through a filter', () => {
  it.each<[string, Record<string, string>, object]>([
    [employees, { modified_after: '2026-05-01T00:00:00Z' }, { modified_at: '2026-04-30T23:59:59.9Z' }],
    [employees, { modified_after: '2026-05-01T00:00:00' }, { modified_at: '2026-05-01T00:00:00Z' }],
    ['/api/lms/v1/users', { modified_after: '2026-05-01' }, { modified_at: '2025-01-01T00:00:00' }],
    [employees, { ids: 'a, b' }, { id: 'c' }],
    [employees, { employment_status: 'ACTIVE' }, { employment_status: 'LEAVE' }],
    [employees, { manager_id: 'm1,m2' }, { manager_id: 'm3' }],
    [employees, { first_name: 'ada' }, { first_name: 'Grace' }],
    [employees, { remote_id: '1001' }, { remote_id: 1002 }],
    ['/api/hris/v1/payroll-runs', { check_date_from: '2026-05-01' }, { check_date: '2026-04-30' }],
    ['/api/hris/v1/payroll-runs', { check_date_to: '2026-05-01' }, { check_date: '2026-05-02' }],
    ['/api/hris/v1/connectors', { is_active: 'true' }, { is_active: false }],
    ['/api/hris/v1/employees', { favourite_colour: 'blue' }, { favourite_colour: 'red' }]
  ])('%s %j', (path, params, item) => {
    expect(check(path, params, item)).toEqual(Object.keys(params))
  })
})

describe('a record that fits, or does not show it', () => {
  it.each<[string, Record<string, string>, object]>([
    [employees, { modified_after: '2026-05-01T00:00:00Z' }, { modified_at: '2026-05-01T00:00:00.001Z' }],
    [employees, { modified_after: '2026-05-01T00:00:00Z' }, {}],
    [employees, { modified_after: 'yesterday' }, { modified_at: '2020-01-01T00:00:00Z' }],
    [employees, { ids: 'a,B' }, { id: 'b' }],
    [employees, { ids: 'a' }, { name: 'no id' }],
    [employees, { first_name: 'ADA' }, { first_name: 'Ada-Marie' }],
    [employees, { manager_id: 'm1' }, { manager_id: null }],
    [employees, { groups: 'g1' }, { groups: [{ id: 'g2' }] }],
    [employees, { groups: 'g1,g2' }, { groups: ['g0', 'g2'] }],
    ['/api/hris/v1/payroll-runs', { check_date_from: '2026-05-01' }, { check_date: '2026-05-01' }],
    ['/api/hris/v1/payroll-runs', { check_date_to: '2026-05-01' }, { check_date: '2026-05-01T18:00:00Z' }],
    [employees, { expand: 'manager', include_raw_data: 'true' }, { expand: 'x' }],
    ['/api/v1/webhooks/logs', { errors_only: 'true' }, { errors_only: false }]
  ])('%s %j', (path, params, item) => {
    expect(check(path, params, item)).toEqual([])
  })
})
