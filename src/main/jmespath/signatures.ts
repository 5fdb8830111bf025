/** `list:number`: a list of numbers only. */
export type Kind = 'any' | 'string' | 'number' | 'object' | 'array' | 'reference' | 'list:number' | 'list:string'

/** One entry per argument; the last of a `variadic` function may repeat. */
export interface Signature {
  takes: readonly (readonly Kind[])[]
  variadic?: true
}

const by = { takes: [['array'], ['reference']] } as const
const ordered = { takes: [['list:number', 'list:string']] } as const
const texts = { takes: [['string'], ['string']] } as const
const one = (...kinds: Kind[]): Signature => ({ takes: [kinds] })

/** The standard's 26 functions. */
export const signatures: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ['abs', one('number')],
  ['avg', one('list:number')],
  ['ceil', one('number')],
  ['contains', { takes: [['array', 'string'], ['any']] }],
  ['ends_with', texts],
  ['floor', one('number')],
  ['join', { takes: [['string'], ['list:string']] }],
  ['keys', one('object')],
  ['length', one('string', 'array', 'object')],
  ['map', { takes: [['reference'], ['array']] }],
  ['max', ordered],
  ['max_by', by],
  ['merge', { takes: [['object']], variadic: true }],
  ['min', ordered],
  ['min_by', by],
  ['not_null', { takes: [['any']], variadic: true }],
  ['reverse', one('array', 'string')],
  ['sort', ordered],
  ['sort_by', by],
  ['starts_with', texts],
  ['sum', one('list:number')],
  ['to_array', one('any')],
  ['to_number', one('any')],
  ['to_string', one('any')],
  ['type', one('any')],
  ['values', one('object')]
])

/**
 * @param given true for each `&expression` argument
 * @returns a problem independent of data; null for none
 */
export function callProblem(name: string, given: readonly boolean[]): string | null {
  const signature = signatures.get(name)
  if (!signature) {
    const meant = signatures.has(snakeCase(name)) ? `: it is written ${snakeCase(name)}` : ''
    return `Standard JMESPath has no ${name}()${meant}.`
  }
  const wanted = signature.takes.length
  if (signature.variadic ? given.length < wanted : given.length !== wanted) {
    const least = signature.variadic ? 'at least ' : ''
    return `${name}() takes ${least}${wanted} argument${wanted === 1 ? '' : 's'}, not ${given.length}.`
  }
  for (const [at, isReference] of given.entries()) {
    const wantsReference = signature.takes[at]?.includes('reference') ?? false
    if (wantsReference !== isReference) {
      const place = ['first', 'second'][at] ?? 'last'
      return `The ${place} argument of ${name}() ${wantsReference ? 'begins with &, as in &name' : 'cannot begin with &'}.`
    }
  }
  return null
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
