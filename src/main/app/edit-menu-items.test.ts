import { expect, it } from 'vitest'
import { editMenuItems, type Edited } from './edit-menu-items'

const flags = { canUndo: false, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
const labels = (edited: Edited) => editMenuItems(edited).map(({ label, type }) => label ?? type)
const enabled = (edited: Edited) => editMenuItems(edited).flatMap(({ label, enabled }) => (enabled ? [label] : []))

it('offers all editing in a field, as far as it is possible there', () => {
  const field = { isEditable: true, selectionText: 'abc', editFlags: flags }
  expect(labels(field)).toEqual([...['Undo', 'Redo', 'separator', 'Cut', 'Copy', 'Paste', 'separator', 'Select all']])
  expect(enabled(field)).toEqual(['Cut', 'Copy', 'Paste', 'Select all'])
})

it('@attack does not copy or cut where Chromium does not, as in the field of a token', () => {
  const editFlags = { ...flags, canCut: false, canCopy: false }
  expect(enabled({ isEditable: true, selectionText: '', editFlags })).toEqual(['Paste', 'Select all'])
})

it('offers Copy on selected text, and no menu elsewhere', () => {
  expect(labels({ isEditable: false, selectionText: 'abc', editFlags: flags })).toEqual(['Copy'])
  expect(labels({ isEditable: false, selectionText: ' \n', editFlags: flags })).toEqual([])
})
