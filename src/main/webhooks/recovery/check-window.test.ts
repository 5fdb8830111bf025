import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../shared/data/catalogue'
import { paramsOf, fetchesOf } from './check-window'

const employees = '/api/hris/v1/employees'
const groups = '/api/hris/v1/groups'
const users = '/api/lms/v1/users'
const window = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2), keys: ['HRIS:a', 'HRIS:b', 'LMS:c'] }
const refused = (change: object) => {
  try {
    fetchesOf({ ...window, paths: [employees], ...change })
    return {}
  } catch (thrown) {
    return (thrown as { info: { fields: object } }).info.fields
  }
}

describe('the walks of a window', () => {
  it('are those of each connector of the category, models first', () => {
    const fetches = fetchesOf({ ...window, paths: [employees, groups, users] })
    expect(fetches.map(({ key, path }) => [key, path])).toEqual([
      ['HRIS:a', employees],
      ['HRIS:b', employees],
      ['HRIS:a', groups],
      ['HRIS:b', groups],
      ['LMS:c', users]
    ])
    expect(fetches.map(({ narrowed, pageSize }) => [narrowed, pageSize])).toEqual([
      ...Array.from({ length: 4 }, () => [true, 200]),
      [false, 200]
    ])
  })

  it('ask for a moment before the beginning, as the bound is exclusive; what cannot be narrowed is not asked to', () => {
    expect(paramsOf({ narrowed: true }, window.from)).toEqual({ modified_after: '2026-02-28T23:59:59.000Z' })
    expect(paramsOf({ narrowed: false }, window.from)).toEqual({})
  })

  it('can be made of every model of the contract', () => {
    const paths = catalogue.filter((one) => one.needsConnector).map(({ path }) => path)
    expect(fetchesOf({ ...window, keys: ['HRIS:a', 'ATS:b', 'LMS:c'], paths })).toHaveLength(44)
  })

  it.each([
    ['ends before it begins', { to: window.from }, 'to'],
    ['is of no model', { paths: ['/api/v1/webhooks'] }, 'paths'],
    ['is of a path that was made up', { paths: ['/api/hris/v1/../x'] }, 'paths'],
    ['is of models of other connectors', { paths: [users], keys: ['HRIS:a'] }, 'paths']
  ])('are refused where the window %s', (_, change, field) => {
    expect(Object.keys(refused(change))).toEqual([field])
  })
})
