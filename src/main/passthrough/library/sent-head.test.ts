import { expect, it } from 'vitest'
import { shownError } from './sent-head'

const codeOf = (code: string) => shownError({ status: 422, code, message: null }).code

it.each([
  'Smith',
  'smith',
  'Smith-Jones',
  'anne.smith',
  'McDonald',
  'O:Brien',
  'Zoë',
  'Ms Quist has no last name',
  'Berlin',
  '',
  'x'.repeat(65)
])('@attack a provider’s code that may be a name is not kept in plain text: %s', (code) =>
  expect(codeOf(code)).toBeNull()
)

it.each([
  'invalid_employee',
  'E1001',
  'NOT_FOUND',
  'FORBIDDEN',
  'UnauthorizedException',
  'ValidationError',
  'NotFound',
  'not-found',
  'RateLimitExceeded',
  'ns:InvalidSecurityToken1',
  'Client',
  'auth.token-expired',
  'Conflict'
])('a code stays: %s', (code) => expect(codeOf(code)).toBe(code))
