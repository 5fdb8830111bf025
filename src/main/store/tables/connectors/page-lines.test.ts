import { expect, it } from 'vitest'
import { madeUpRow } from '../../../testing/made-up-rows'
import { lineOf, linesOf, pageOf, sentLines, sentPageOf } from './page-lines'

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

it('sends a record that is as it was as its digest, in its place', () => {
  const [a, c] = ['a', 'c'].map((id) => lineOf(madeUpRow(id, start)))
  if (!a || !c) throw new Error('two lines')
  const sent = sentPageOf([{ ...a, digest: 'digest of a!' }, { digest: 'digest of b!' }, c])
  expect(sentLines(sent)).toEqual([{ ...a, digest: 'digest of a!' }, { digest: 'digest of b!' }, c])
  expect(sent.page).toEqual(pageOf([a, c]))
  expect(sentLines({ page: pageOf([a]) })).toEqual([a])
})
