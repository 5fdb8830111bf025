import { expect, it } from 'vitest'
import { madeUpRow } from '../../../testing/made-up-rows'
import { lineOf, linesOf, pageOf } from './page-lines'

const start = Date.parse('2026-03-10T12:00:00Z')

it('carries what a service may call its connectors, and whatever their records hold', () => {
  const ids = ['a', 'tab\tand\nbreak', 'nul\0', 'half \ud83d', 'ünï', '"quoted"']
  const rows = ids.map((id) => madeUpRow(id, start, { note: `${id}\t\n`, odd: { 'a\tb': [1, null] } }))
  const lines = linesOf(pageOf(rows.map(lineOf)))
  expect(lines).toEqual(rows.map(lineOf))
  expect(lines.map(({ record }) => JSON.parse(record) as unknown)).toEqual(rows.map(({ record }) => record))
  expect(linesOf(pageOf([]))).toEqual([])
})

it('leaves the token out, and keeps an endless number visible as wrong', () => {
  const row = madeUpRow('a', start, {
    connector_token: 'ct_secret',
    total_employees: Infinity,
    sync_progress: -Infinity
  })
  const { record } = lineOf(row)
  expect(record).not.toContain('ct_secret')
  expect(JSON.parse(record)).toMatchObject({ id: 'a', total_employees: 'Infinity', sync_progress: '-Infinity' })
  expect(row.record['connector_token']).toBe('ct_secret')
})
