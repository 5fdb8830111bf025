import { expect, it } from 'vitest'
import type { Category } from '../category'
import { readConnector } from '../connector'
import { HeldList } from './held-list'
import { customerIn, matchIn, totalsOf } from './questions'

function listOf(rows: readonly [Category, string, Record<string, unknown>][]) {
  const list = new HeldList()
  for (const [category, id, record] of rows) {
    const usual = { status: 'COMPLETE', sync_status: 'Done', integration_slug: 'x', end_user: id }
    const connector = readConnector({ id, ...usual, ...record })
    list.put({ id: 0, key: `${category}:${id}`, category, connector })
  }
  return list
}

it('employees are counted where records have their number, and not said to be none elsewhere', () => {
  const list = listOf([
    ['HRIS', 'a', { total_employees: 12 }],
    ['HRIS', 'b', { total_employees: null, is_test_connector: true }],
    ['HRIS', 'c', { total_employees: 30 }],
    ['ATS', 'd', { total_employees: undefined }]
  ])
  expect(totalsOf(list)).toMatchObject([
    { category: 'HRIS', slug: 'x', connectors: 3, tests: 1, employees: 42 },
    { category: 'ATS', slug: 'x', connectors: 1, tests: 0, employees: null }
  ])
})

it('sample records come from a connector that is linked and active, the first in the order of Connectors', () => {
  const list = listOf([
    ['HRIS', 'relink', { status: 'RELINK_NEEDED' }],
    ['HRIS', 'inactive', { is_active: false }],
    ['HRIS', 'later', { end_user: 'Zed' }],
    ['HRIS', 'linked', { end_user: 'Ada' }],
    ['HRIS', 'failed', { sync_status: 'Failed', integration_slug: 'y' }],
    ['ATS', 'unlinked', { status: 'INCOMPLETE' }]
  ])
  expect(totalsOf(list).map(({ category, slug, usual, any }) => [category, slug, usual, any])).toEqual([
    ['HRIS', 'x', 'HRIS:linked', 'HRIS:relink'],
    ['HRIS', 'y', 'HRIS:failed', 'HRIS:failed'],
    ['ATS', 'x', null, 'ATS:unlinked']
  ])
})

it('a text means the one connector that has it, within an integration if one is given', () => {
  const list = listOf([
    ['HRIS', 'a', { end_user: ' Acmé ', origin_id: 'o-1' }],
    ['ATS', 'b', { end_user: 'Bolt', origin_id: 'o-2' }],
    ['LMS', 'c', { end_user: 'bolt', origin_id: 'o-3', integration_slug: 'y' }]
  ])
  const match = (by: 'originId' | 'id' | 'customer', integration: string | null, ...texts: string[]) =>
    matchIn(list, { by, integration, texts }).map(({ key, several }) => key ?? several)
  expect(match('originId', null, ' o-1 ', 'O-1', '')).toEqual(['HRIS:a', 0, 0])
  expect(match('id', null, 'c', 'LMS:c')).toEqual(['LMS:c', 0])
  expect(match('customer', null, 'ACME', 'Bolt', 'acm')).toEqual(['HRIS:a', 2, 0])
  expect(match('customer', 'y', 'Bolt', 'Acme')).toEqual(['LMS:c', 0])
})

it('a name has an Origin ID where all connectors of exactly this name share it', () => {
  const list = listOf([
    ...Array.from({ length: 150 }, (_, at): [Category, string, Record<string, unknown>] => {
      return ['HRIS', `m${at}`, { end_user: 'Many ', origin_id: 'o-many' }]
    }),
    ['HRIS', 'upper', { end_user: 'MANY', origin_id: 'o-upper' }],
    ['HRIS', 'a', { end_user: 'Shared', origin_id: 'o-1' }],
    ['ATS', 'b', { end_user: 'Shared', origin_id: 'o-2' }],
    ['ATS', 'c', { end_user: 'Half', origin_id: 'o-3' }],
    ['ATS', 'd', { end_user: 'Half', origin_id: null }],
    ['ATS', 'e', { end_user: 'None', origin_id: '' }]
  ])
  const texts = ['Many', 'MANY', 'many', 'Shared', 'Half', 'None', 'Nobody', '']
  expect(matchIn(list, { by: 'name', integration: null, texts }).map(({ originId }) => originId)).toEqual([
    ...['o-many', 'o-upper', null, null, null, null, null, null]
  ])
})

it('a customer is its Origin ID, else its name, else the connector alone; namesakes are told apart', () => {
  const list = listOf([
    ['HRIS', 'a', { end_user: 'Bolt', origin_id: 'o-1' }],
    ['ATS', 'b', { end_user: 'Other name', origin_id: 'o-1' }],
    ['HRIS', 'c', { end_user: 'Bolt', origin_id: 'o-2' }],
    ['LMS', 'd', { end_user: 'Bolt', origin_id: null }],
    ['LMS', 'e', { end_user: '', origin_id: null }],
    ['LMS', 'f', { end_user: '', origin_id: null }]
  ])
  const ask = (originId: string | null, name: string, key: string) => {
    const { own, namesakes } = customerIn(list, { originId, name, key })
    return [own.map(({ id }) => id), namesakes.map(({ id }) => id)]
  }
  expect(ask('o-1', 'Bolt', 'HRIS:a')).toEqual([
    ['a', 'b'],
    ['c', 'd']
  ])
  expect(ask(null, 'Bolt', 'LMS:d')).toEqual([['d'], ['a', 'c']])
  expect(ask(null, '', 'LMS:e')).toEqual([['e'], []])
})
