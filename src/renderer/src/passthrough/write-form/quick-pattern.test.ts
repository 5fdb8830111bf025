import { describe, expect, it } from 'vitest'
import { isQuick } from './check'

describe('@attack a pattern that a service names for a field', () => {
  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '(x+x+)+y',
    'a*a*a*a*b',
    'a?'.repeat(30),
    '(?:a|a){30}',
    '^(a{1,9}){2,9}$',
    'a'.repeat(501)
  ])('is not tried where it may take for ever: %s', (pattern) => expect(isQuick(pattern, 40)).toBe(false))

  it.each([
    '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
    '^[^@\\s]+@[^@\\s]+$',
    '^(?=a)b+$',
    'male|female'
  ])('is tried otherwise: %s', (pattern) => expect(isQuick(pattern, 40)).toBe(true))

  it('is not tried on a text that is too long for it', () => {
    expect(isQuick('^[^@]+@[^@]+$', 40)).toBe(true)
    expect(isQuick('^[^@]+@[^@]+$', 400)).toBe(false)
  })
})
