import { Problem, type Invalid } from './reply'
import type { Category } from './types'
import { CATEGORIES } from './types'

const TRUE = ['true', '1', 'yes', 'on', 't', 'y']
const FALSE = ['false', '0', 'no', 'off', 'f', 'n']

/**
 * Reads query parameters and gathers everything that is wrong with them, so that one 422 names all (spec: Errors).
 * Call `done` after the last read and before using what was read.
 */
export class QueryReader {
  private readonly invalid: Invalid[] = []

  constructor(private readonly query: URLSearchParams) {}

  text(name: string): string | undefined {
    return this.query.getAll(name).at(-1)
  }

  required(name: string): string {
    const value = this.text(name)
    if (value === undefined)
      this.invalid.push({ type: 'missing', loc: ['query', name], msg: 'Field required', input: null })
    return value ?? ''
  }

  /** A whole number within the bounds, which are part of the answer when it is not. */
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

  /** @throws Problem 422 if anything read was wrong. */
  done(): void {
    if (this.invalid.length > 0) throw new Problem(422, this.invalid)
  }
}
