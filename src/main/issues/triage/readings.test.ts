import { describe, expect, it } from 'vitest'
import { recordFields } from '../../connectors/export-rows'
import { readField } from './readings'
import { now, subject } from './testing'

describe('readField', () => {
  it.each(recordFields)('has a meaning for %s, with a value and with null', (field) => {
    const unknown = 'a field this app does not know'
    for (const one of [subject({ sync_progress: 40 }), subject({ [field]: field === 'id' ? 'x' : null })]) {
      const { reading } = readField(one, field, now)
      expect(reading).not.toBe('')
      expect(reading).not.toBe(unknown)
    }
  })

  it('marks a field the contract does not name', () => {
    const one = subject({ hello: 1 })
    expect(readField(one, 'hello', now)).toMatchObject({
      value: 1,
      reading: 'a field this app does not know',
      odd: false
    })
  })

  it('marks a value that is not what the contract promises', () => {
    expect(readField(subject({ active_employees: 3.5 }), 'active_employees', now)).toMatchObject({
      value: 3.5,
      reading: 'cannot be read as the type it should have',
      odd: true
    })
  })
})
