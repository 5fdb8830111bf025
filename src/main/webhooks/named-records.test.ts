import { describe, expect, it } from 'vitest'
import { namedRecords } from './named-records'

const employees = '/api/hris/v1/employees'
const detail = (event: string, data: unknown, categories: string[] = ['HRIS']) => ({
  request: [{ method: 'POST', body: JSON.stringify({ webhook: { event }, connector: { categories }, data }) }]
})

describe('the records of a delivery', () => {
  it('are employees where employees changed', () => {
    expect(namedRecords(detail('employee_data_changed', ['e1', 'e2']))).toEqual([
      { model: 'hris_employee', path: employees, ids: ['e1', 'e2'], more: 0 }
    ])
  })

  it('are those of each model where data was modified: one id or several', () => {
    expect(
      namedRecords(detail('connector_data_modified', { hris_bank_info: ['b1'], candidate: 'c1' }, ['ATS']))
    ).toEqual([
      { model: 'hris_bank_info', path: '/api/hris/v1/bank-info', ids: ['b1'], more: 0 },
      { model: 'candidate', path: '/api/ats/v1/candidates', ids: ['c1'], more: 0 }
    ])
  })

  it('keep a model that the contract does not have, without a place to open it', () => {
    expect(namedRecords(detail('connector_data_modified', { hris_spaceship: ['s1'] }))).toEqual([
      { model: 'hris_spaceship', path: null, ids: ['s1'], more: 0 }
    ])
  })

  it('are counted where there are very many', () => {
    const ids = Array.from({ length: 450 }, (_, at) => `e${at}`)
    expect(namedRecords(detail('employee_data_changed', ids))).toMatchObject([{ more: 250 }])
  })

  it.each([
    ['a sync, whose data is the connector', detail('connector_synced', { id: 'c1', category: 'HRIS' })],
    ['no data', detail('connector_data_modified', null)],
    ['a body that is no JSON', { request: [{ body: 'hello' }] }],
    ['no request', { request: [] }],
    ['nothing', null]
  ])('are none where the log has %s', (_, json) => {
    expect(namedRecords(json)).toEqual([])
  })

  it('are found in a body that the log has as an object', () => {
    const body = { webhook: { event: 'employee_data_changed' }, data: ['e1'] }
    expect(namedRecords({ request: [{ payload: body }] })).toMatchObject([{ path: employees, ids: ['e1'] }])
  })
})
