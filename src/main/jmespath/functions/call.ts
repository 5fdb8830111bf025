import type { WorkLimit } from '../work-limit'
import { listFunctions } from './lists'
import { numberFunctions } from './numbers'
import { objectFunctions } from './objects'
import { textFunctions } from './texts'
import { signatures, type Kind } from './signatures'
import type { Argument, Call, Implementation } from './types'
import { typeOf, type Value } from '../values'
import { described } from '../words'

/** The standard's functions, with the reference implementation's answers. They never change their arguments. */
const implementations: Readonly<Record<string, Implementation>> = {
  ...listFunctions,
  ...numberFunctions,
  ...objectFunctions,
  ...textFunctions
}

/**
 * The parser has already counted the arguments.
 * @throws ServerFails
 */
export function callFunction(name: string, args: readonly Argument[], call: Call): Value {
  const { takes } = signatures.get(name) ?? call.refuse(`Standard JMESPath has no ${name}().`)
  for (const [at, kinds] of takes.entries()) {
    const wrong = mismatch(args[at] ?? null, kinds, call.workLimit)
    if (wrong !== null)
      call.refuse(`${name}() takes ${kinds.map((kind) => words[kind]).join(' or ')}, and met ${wrong}.`)
  }
  const run = implementations[name] as Implementation
  return run(args as never, call)
}

const words: Record<Kind, string> = {
  any: 'anything',
  string: 'a text',
  number: 'a number',
  object: 'an object',
  array: 'a list',
  reference: 'an &expression',
  'list:number': 'a list of numbers',
  'list:string': 'a list of texts'
}

/** @returns a description of the wrong value; null if the kind fits */
function mismatch(value: Argument, kinds: readonly Kind[], workLimit: WorkLimit): string | null {
  if (typeof value === 'function' || kinds.includes('any')) return null
  const type = typeOf(value)
  if (kinds.some((kind) => kind === type)) return null
  if (!Array.isArray(value)) return described(value)
  const wanted = kinds.flatMap((kind) => (kind.startsWith('list:') ? kind.slice(5) : []))
  if (wanted.length === 0) return described(value)
  workLimit.spend(value.length)
  const first = wanted.length === 1 ? wanted[0] : typeOf(value[0] ?? null)
  const at = value.findIndex((item) => typeOf(item) !== first || !wanted.includes(typeOf(item)))
  return at < 0 ? null : `a list whose item ${at} is ${described(value[at] ?? null)}`
}
