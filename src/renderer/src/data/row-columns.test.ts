import { expect, it } from 'vitest'
import { inOrder, RowColumns } from './row-columns.svelte'

it('begins with the id, what names a record and the state of it, and ends with keys, stamps and raw data', () => {
  const came = [
    ...['id', 'remote_id', 'created_at', 'modified_at', 'raw_data.Name', 'first_name', 'last_name'],
    ...['manager.id', 'employment_status', 'start_date', 'group_ids', 'manager.name', 'work_email', 'job_title']
  ]
  expect(inOrder(came)).toEqual([
    ...['id', 'first_name', 'last_name', 'job_title', 'work_email', 'employment_status', 'start_date', 'manager.name'],
    ...['manager.id', 'group_ids', 'remote_id', 'created_at', 'modified_at', 'raw_data.Name']
  ])
})

it('keeps the order of the service among equals, and takes any name', () => {
  expect(inOrder(['zeta', 'alpha', '', 'Ä.b'])).toEqual(['zeta', 'alpha', '', 'Ä.b'])
  expect(inOrder(['id', 'firstName', 'end_user'])).toEqual(['id', 'firstName', 'end_user'])
})

it('shows all columns, the id and the name first, until others are chosen', () => {
  const all = inOrder(['id', ...Array.from({ length: 20 }, (_, at) => `field_${at}`), 'name'])
  const columns = new RowColumns()
  expect(columns.shown(all)).toHaveLength(22)
  expect(columns.shown(all).slice(0, 2)).toEqual(['id', 'name'])
  columns.choose(['field_19', 'field_3'])
  expect(columns.shown(all)).toEqual(['field_3', 'field_19'])
})
