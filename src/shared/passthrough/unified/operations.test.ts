import { expect, it } from 'vitest'
import { writeOperationAt, writeOperations } from './operations'

it('knows the creates of the contract, and which of them take a key', () => {
  const idempotent = writeOperations.filter((one) => one.idempotent)
  expect(idempotent.map(({ path }) => path)).toEqual([
    '/api/hris/v1/employees',
    '/api/hris/v1/employee-payroll-runs',
    '/api/hris/v1/time-off',
    '/api/hris/v1/timesheet-entry'
  ])
  expect(writeOperations).toHaveLength(20)
})

it.each([
  ['/api/hris/v1/employees', 'employee'],
  ['/api/hris/v1/time-off', 'time off'],
  ['/api/ats/v1/activities', 'activity'],
  ['/api/ats/v1/eeocs', 'EEOC']
])('calls what %s makes by its name', (path, noun) => {
  expect(writeOperationAt(path)?.noun).toBe(noun)
})

it('knows no write at what is only read, nor one that needs no connector', () => {
  expect(writeOperationAt('/api/hris/v1/groups')).toBeUndefined()
  expect(writeOperationAt('/api/v1/custom-fields')).toBeUndefined()
})
