import { isUuid } from './collections/ids'
import { Problem, type Invalid } from './reply'
import type { Category } from './connector'
import { CATEGORIES } from './connector'

const TIME = /^(\d{4}-\d\d-\d\d)(?:([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/
const MODEL = /^[a-z][a-z0-9_-]*$/
const TRUE = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE = ['false', '0', 'no', 'off', 'f', 'n']

/** Gathers all faults, so that one 422 names them. Call `done` before use. */
export class QueryReader {
  private readonly invalid: Invalid[] = []

  /** @param declared others are ignored */
  constructor(
    private readonly query: URLSearchParams,
    private readonly declared: (name: string) => boolean = () => true
  ) {}

  text(name: string): string | undefined {
    return this.all(name)?.at(-1)
  }

  /** undefined without one. */
  all(name: string): string[] | undefined {
    const values = this.declared(name) ? this.query.getAll(name) : []
    return values.length > 0 ? values : undefined
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined)
      this.invalid.push({ type: 'missing', loc: ['query', name], msg: 'Field required', input: null })
    return value ?? ''
  }

  /** The error names the bounds. */
  int(name: string, bounds: { min: number; max: number; fallback: number }): number {
    const input = this.text(name)
    if (input === undefined) return bounds.fallback
    const value = /^[+-]?\d{1,15}$/.test(input.trim()) ? Number(input) : NaN
    if (Number.isNaN(value)) this.refuse(name, input, 'int_parsing', 'Input should be a valid integer')
    else if (value < bounds.min) {
      const msg = `Input should be greater than or equal to ${bounds.min}`
      this.refuse(name, input, 'greater_than_equal', msg, { ge: bounds.min })
    } else if (value > bounds.max) {
      const msg = `Input should be less than or equal to ${bounds.max}`
      this.refuse(name, input, 'less_than_equal', msg, { le: bounds.max })
    }
    return value
  }

  bool(name: string): boolean | undefined {
    const input = this.text(name)
    if (input === undefined) return undefined
    const known = input.toLowerCase()
    if (TRUE.includes(known)) return true
    if (!FALSE.includes(known)) {
      this.refuse(name, input, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input')
    }
    return false
  }

  /** undefined if empty. */
  csv(name: string): string[] | undefined {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim())
    const given = parts.filter((part) => part !== '')
    return given.length > 0 ? given : undefined
  }

  /** ISO 8601, UTC without an offset; ms. */
  time(name: string): number | undefined {
    const input = this.text(name)
    if (input === undefined) return undefined
    const [, day = '', time = 'T00:00', zone = 'Z'] = TIME.exec(input) ?? []
    const midnight = Date.parse(`${day}T00:00Z`)
    const value = Date.parse(day + time.replace(' ', 'T') + zone)
    // Date accepts 31 February.
    const real = !Number.isNaN(value) && new Date(midnight).toISOString().startsWith(day)
    if (!real) this.refuse(name, input, 'datetime_from_date_parsing', 'Input should be a valid datetime or date')
    return real ? value : undefined
  }

  uuid(name: string): string | undefined {
    const input = this.text(name)
    if (input !== undefined && !isUuid(input)) this.refuse(name, input, 'uuid_parsing', 'Input should be a valid UUID')
    return input?.toLowerCase()
  }

  model(name: string, required: boolean): string {
    const input = required ? this.required(name) : (this.text(name) ?? '')
    if (input.length > 64) {
      this.refuse(name, input, 'string_too_long', 'String should have at most 64 characters', { max_length: 64 })
    } else if (input !== '' && !MODEL.test(input)) {
      const msg = `String should match pattern '${MODEL.source}'`
      this.refuse(name, input, 'string_pattern_mismatch', msg, { pattern: MODEL.source })
    }
    return input
  }

  category(name: string): Category | undefined {
    const input = this.text(name)
    if (input === undefined) return undefined
    const value = CATEGORIES.find((category) => category === input)
    const expected = "'HRIS', 'ATS' or 'LMS'"
    if (!value) this.refuse(name, input, 'enum', `Input should be ${expected}`, { expected })
    return value
  }

  refuse(name: string, input: string, type: string, msg: string, ctx?: Record<string, unknown>): void {
    this.invalid.push({ type, loc: ['query', name], msg, input, ...(ctx ? { ctx } : {}) })
  }

  /** @throws Problem 422 after any fault */
  done(): void {
    if (this.invalid.length > 0) throw new Problem(422, this.invalid)
  }
}
