import type { IncomingHttpHeaders } from 'node:http'
import { Problem, type Invalid } from './reply'

type Loc = (string | number)[]

const EMAIL = /^[^\s@]+@[^\s@.]+\.[^\s@]+$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Gathers all faults, so that one 422 names them. Call `done` before use: faulty fields read as empty. */
export class Fields {
  private constructor(
    private readonly values: Record<string, unknown>,
    private readonly loc: Loc,
    private readonly invalid: Invalid[]
  ) {}

  /** @throws Problem 422 for no JSON object, or no content type */
  static of(call: { body: Buffer; headers: IncomingHttpHeaders }): Fields {
    if (call.body.length === 0) {
      throw new Problem(422, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }])
    }
    const value = parse(call.body)
    const type = call.headers['content-type'] ?? ''
    if (isObject(value) && /^application\/([\w.-]+\+)?json\b/i.test(type)) return new Fields(value, ['body'], [])
    throw new Problem(422, [notAnObject(['body'], type === '' || isObject(value) ? call.body.toString() : value)])
  }

  /** undefined if missing. */
  any(name: string): unknown {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined
  }

  required(name: string): unknown {
    const value = this.any(name)
    if (value === undefined) this.refuse(name, { type: 'missing', msg: 'Field required', input: this.values })
    return value
  }

  text(name: string, bounds: { min?: number; max?: number } = {}): string {
    const value = this.required(name)
    return value === undefined ? '' : this.checked(name, value, bounds)
  }

  optionalText(name: string, bounds: { min?: number; max?: number } = {}): string | undefined {
    const value = this.any(name)
    return value === undefined || value === null ? undefined : this.checked(name, value, bounds)
  }

  email(name: string): string | undefined {
    const value = this.optionalText(name)
    if (value !== undefined && !EMAIL.test(value)) this.wrong(name, 'value is not a valid email address')
    return value
  }

  uuid(name: string): string {
    const value = this.text(name)
    if (value !== '' && !UUID.test(value)) this.refuse(name, { ...notUuid, input: value })
    return value
  }

  /** Without `required`, missing and null are undefined. */
  choice<T extends string>(name: string, among: readonly T[], required: boolean): T | undefined {
    const input = required ? this.required(name) : this.any(name)
    if (input === undefined || (input === null && !required)) return undefined
    const value = among.find((one) => one === input)
    const quoted = among.map((one) => `'${one}'`)
    const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].join(' or ')
    if (value === undefined) {
      this.refuse(name, { type: 'enum', msg: `Input should be ${expected}`, input, ctx: { expected } })
    }
    return value
  }

  number(name: string): number | undefined {
    const input = this.any(name)
    if (input === undefined || input === null) return undefined
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.refuse(name, { type: 'float_type', msg: 'Input should be a valid number', input })
      return undefined
    }
    return value
  }

  object(name: string): Fields {
    const value = this.required(name)
    if (value !== undefined && !isObject(value)) this.refuse(name, notAnObject([], value))
    // Nothing in it counts as missing.
    if (!isObject(value)) return new Fields({}, [], [])
    return new Fields(value, [...this.loc, name], this.invalid)
  }

  names(): string[] {
    return Object.keys(this.values)
  }

  wrong(name: string, why: string): void {
    this.refuse(name, { type: 'value_error', msg: `Value error, ${why}`, input: this.any(name), ctx: { error: {} } })
  }

  refuse(name: string, what: Omit<Invalid, 'loc'>): void {
    this.invalid.push({ ...what, loc: [...this.loc, name] })
  }

  /** @throws Problem 422 after any fault */
  done(): void {
    if (this.invalid.length > 0) throw new Problem(422, this.invalid)
  }

  private checked(name: string, input: unknown, { min = 0, max = Infinity }: { min?: number; max?: number }): string {
    if (typeof input !== 'string') {
      this.refuse(name, { type: 'string_type', msg: 'Input should be a valid string', input })
      return ''
    }
    const length = [...input].length
    const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`
    if (length < min) {
      const msg = `String should have at least ${characters(min)}`
      this.refuse(name, { type: 'string_too_short', msg, input, ctx: { min_length: min } })
    } else if (length > max) {
      const msg = `String should have at most ${characters(max)}`
      this.refuse(name, { type: 'string_too_long', msg, input, ctx: { max_length: max } })
    }
    return input
  }
}

const notUuid = { type: 'uuid_parsing', msg: 'Input should be a valid UUID' }

/** @throws Problem 422 unless it is a uuid */
export function uuidInPath(params: Record<string, string>, name: string): string {
  const input = params[name] ?? ''
  if (!UUID.test(input)) throw new Problem(422, [{ ...notUuid, loc: ['path', name], input }])
  return input.toLowerCase()
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notAnObject(loc: Loc, input: unknown): Invalid {
  return { type: 'model_attributes_type', loc, msg: 'Input should be a valid dictionary or object', input }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    const [, at] = /position (\d+)/.exec(String(error)) ?? []
    const loc = ['body', Number(at ?? 0)]
    throw new Problem(422, [{ type: 'json_invalid', loc, msg: 'JSON decode error', input: {} }])
  }
}
