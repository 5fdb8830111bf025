import type { Call, Implementation } from './types'
import { numberFrom } from './to-number'
import { isNumber, type Value } from '../values'
import { described } from '../words'

type Numeric = bigint | number

export const numberFunctions: Readonly<Record<string, Implementation>> = {
  abs: ([value]: [Numeric]) => (typeof value === 'number' ? Math.abs(value) : value < 0n ? -value : value),
  ceil: ([value]: [Numeric], call) => whole('ceil', value, Math.ceil, call),
  floor: ([value]: [Numeric], call) => whole('floor', value, Math.floor, call),
  sum: ([list]: [Numeric[]], call) => sum('sum', list, call),
  avg: ([list]: [Numeric[]], call) =>
    list.length === 0 ? null : asFloat('avg', sum('avg', list, call), call) / list.length,
  to_number: ([value]: [Value]) => (isNumber(value) ? value : typeof value === 'string' ? numberFrom(value) : null)
}

function whole(name: string, value: Numeric, round: (value: number) => number, call: Call): bigint {
  if (typeof value === 'bigint') return value
  return Number.isFinite(value)
    ? BigInt(round(value))
    : call.refuse(`${name}() met ${value}, which is no finite number.`)
}

/** Exact for integers; one float makes the sum a float. */
function sum(name: string, list: readonly Numeric[], call: Call): Numeric {
  let total: Numeric = 0n
  for (const item of list) {
    call.workLimit.spend()
    total =
      typeof total === 'bigint' && typeof item === 'bigint'
        ? total + item
        : asFloat(name, total, call) + asFloat(name, item, call)
  }
  return total
}

function asFloat(name: string, value: Numeric, call: Call): number {
  const float = Number(value)
  if (typeof value === 'number' || Number.isFinite(float)) return float
  return call.refuse(`${name}() met ${described(value)}, which is too large for a number with a fraction.`)
}
