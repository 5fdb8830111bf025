import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue'
import { collectionOfModel, readableById, recordName, referenceAt, referencesIn } from './references'

const id = '47d7e8a0-1111-4222-8333-444455556666'
const other = '58e8e8a0-1111-4222-8333-444455556666'
const employees = '/api/hris/v1/employees'
const refer = (path: string, ...names: (string | number)[]) => referenceAt(path, names, id)?.path.split('/').at(-1)

describe('what a value refers to', () => {
  it.each([
    [['id'], 'employees'],
    [['manager_id'], 'employees'],
    [['group_ids', 0], 'groups'],
    [['manager', 'id'], 'employees'],
    [['groups', 1, 'id'], 'groups'],
    [['pay_group'], 'pay-groups'],
    [['work_location_id'], 'locations'],
    [['payroll_run_calendar'], 'payroll-run-calendars'],
    [['remote_id'], undefined],
    [['tax_id'], undefined],
    [['first_name'], undefined],
    [['raw_data', 'manager_id'], undefined],
    [['custom_fields', 'employee_id'], undefined]
  ])('%j of an employee: %s', (names, collection) => {
    expect(refer(employees, ...names)).toBe(collection)
  })

  it('goes by the category of the record', () => {
    expect(refer('/api/ats/v1/applications', 'credited_to')).toBe('remote-users')
    expect(refer('/api/ats/v1/applications', 'current_stage')).toBe('job-interview-stages')
    expect(refer('/api/lms/v1/users', 'manager_id')).toBe('users')
    expect(refer('/api/v1/webhooks/logs', 'connector_id')).toBeUndefined()
    expect(refer('/api/own/v1/things', 'employee_id')).toBeUndefined()
  })

  it('is no reference where the value is no id', () => {
    expect(referenceAt(employees, ['manager_id'], ' ')).toBeNull()
    expect(referenceAt(employees, ['manager_id'], 'x'.repeat(201))).toBeNull()
    expect(referenceAt(employees, ['manager_id'], 17n)).toEqual({ path: employees, id: '17' })
  })
})

describe('the cells of a row', () => {
  it('refer to one record or to those of a list', () => {
    expect(referencesIn(employees, 'manager.id', id)).toEqual([{ path: employees, id }])
    expect(referencesIn(employees, 'group_ids', `["${id}","${other}"]`).map((one) => one.id)).toEqual([id, other])
  })

  it('leave out an id that was cut off, and what is not there', () => {
    expect(referencesIn(employees, 'group_ids', `["${id}","58e8e8`).map((one) => one.id)).toEqual([id])
    for (const nothing of [null, undefined, '', 'null', '[]'])
      expect(referencesIn(employees, 'manager_id', nothing)).toEqual([])
  })
})

it('knows the collection of a model as a delivery names it', () => {
  expect(collectionOfModel('hris_bank_info', 'ATS')?.path).toBe('/api/hris/v1/bank-info')
  expect(collectionOfModel('employee', 'HRIS')?.path).toBe(employees)
  expect(collectionOfModel('time_off', 'HRIS')?.path).toBe('/api/hris/v1/time-off')
  expect(collectionOfModel('spaceship', 'HRIS')).toBeNull()
})

it('reads every model by its id, and no list of the platform but custom fields', () => {
  const readable = catalogue.filter(({ path }) => readableById(path))
  expect(readable.filter(({ needsConnector }) => needsConnector)).toHaveLength(44)
  expect(readable.filter(({ needsConnector }) => !needsConnector).map(({ path }) => path)).toEqual([
    '/api/v1/custom-fields'
  ])
})

it('names one record of a collection', () => {
  expect(
    ['employees', 'companies', 'pay-groups', 'time-off', 'bank-info'].map((one) => recordName(`/api/hris/v1/${one}`))
  ).toEqual(['employee', 'company', 'pay group', 'time off', 'bank info'])
})
