import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  madeUpField,
  madeUpChangeLogEntry,
  madeUpMapping,
  madeUpSet,
  mappingsClient,
  saved
} from '../testing/made-up-mappings'
import { changeLog, result, text, withField } from '../testing/mappings-view'
import { uuid } from '../testing/passthrough'

const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
beforeEach(() => {
  localStorage.clear()
  copied.mockClear()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
})

const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const rightClick = (target: Parameters<typeof userEvent.click>[0]) => userEvent.click(target, { button: 'right' })
const fields = [madeUpField(1, 'work_country'), madeUpField(2, 'badge_number')]
const field = { id: uuid(1), name: 'work_country', category: 'HRIS', model: 'employee' }

test('a field in the list offers what can be done with it', async () => {
  const mappings = [madeUpMapping(1, uuid(1)), madeUpMapping(2, uuid(2))]
  await withField(mappingsClient({ fields, mappings, changeLog: [madeUpChangeLogEntry(1, { field })] }))
  await page.getByRole('combobox', { name: 'Custom field' }).fill('')
  const row = page.getByRole('option', { name: /badge_number/ })
  await rightClick(row)
  await expect.element(page.getByRole('menu', { name: 'Actions for badge_number' })).toBeVisible()
  await expect.element(item('Show in change log')).toBeDisabled()
  await item('Copy name').click()
  await rightClick(row)
  await item('Copy field ID').click()
  await expect.poll(() => copied.mock.calls).toEqual([['badge_number'], [uuid(2)]])
  await rightClick(row)
  await item('Delete field…').click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Also deleted: 1 mapping')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('badge_number')
})

test('the change log lists the changes of one field, and all again', async () => {
  const other = { ...field, id: uuid(2), name: 'badge_number' }
  const entries = [madeUpChangeLogEntry(1, { field }), madeUpChangeLogEntry(2, { field: other })]
  await withField(mappingsClient({ fields, changeLog: entries }))
  await rightClick(page.getByRole('option', { name: /work_country/ }))
  await item('Show in change log').click()
  await expect.element(changeLog).toHaveTextContent('changes of work_country')
  expect(changeLog.getByRole('row', { name: /badge_number/ }).elements()).toEqual([])
  await changeLog.getByRole('button', { name: 'Show all' }).click()
  await expect.element(changeLog.getByRole('row', { name: /badge_number/ })).toBeVisible()
})

test('a change in the log offers its expressions, its field, and to undo it', async () => {
  const mapping = { ...madeUpChangeLogEntry(1).mapping, id: uuid(101), expression: saved, before: 'a.b' }
  const scope = { scope: { kind: 'integration', slug: 'bamboohr' }, scopeName: 'BambooHR' } as const
  const entry = madeUpChangeLogEntry(5, { field, act: 'change-mapping', mapping: { ...mapping, ...scope } })
  const client = mappingsClient({ fields, changeLog: [entry] })
  await withField(client, 'badge_number')
  const row = changeLog.getByRole('row', { name: /work_country/ })
  await rightClick(row)
  await item('Copy previous expression').click()
  await expect.poll(() => copied.mock.calls).toEqual([['a.b']])
  await rightClick(row)
  await item('Open field').click()
  await expect.element(page.getByRole('heading', { name: 'work_country' })).toBeVisible()
  await rightClick(row)
  await item('Undo').click()
  await expect.poll(() => client.asked('mappings:undo')).toMatchObject([{ entryId: 5 }])
})

test('the menu key on the result copies it', async () => {
  await withField(mappingsClient({ sets: [madeUpSet(1)] }))
  await expect.poll(text).toBe(saved)
  await expect.element(result).toHaveTextContent('"DE"')
  const region = result.element() as HTMLElement
  region.focus()
  region.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await item('Copy result').click()
  await expect.poll(() => copied.mock.calls).toEqual([['"DE"']])
  await expect.element(page.getByText('Result copied')).toBeInTheDocument()
})
