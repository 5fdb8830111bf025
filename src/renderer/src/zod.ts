/**
 * What the build puts in the place of zod in the window: a twentieth of its code, which the first screen would wait for.
 * It has what the schemas of `src/shared` and of the window are made of, and reads as zod does;
 * `src/main/testing/window-schemas.test.ts` compares both. Only main needs the rest: it checks requests and makes JSON Schema.
 */

interface Fault {
  path: PropertyKey[]
}
type Read = (value: unknown, faults: Fault[], path: PropertyKey[]) => unknown
type Values = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, Schema>>
type Result = { success: true; data: unknown; error?: undefined } | { success: false; error: { issues: Fault[] } }

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Schema {
  readonly read: Read
  readonly #inner: Schema | undefined
  readonly #about: unknown
  /** As a field of an object. */
  mayBeAbsent: boolean

  constructor(read: Read, inner?: Schema, about?: unknown) {
    this.read = read
    this.#inner = inner
    this.#about = about
    this.mayBeAbsent = inner?.mayBeAbsent ?? false
  }

  safeParse(value: unknown): Result {
    const issues: Fault[] = []
    const data = this.read(value, issues, [])
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data }
  }

  /** @throws Error */
  parse(value: unknown): unknown {
    const read = this.safeParse(value)
    if (read.success) return read.data
    throw new Error(`Malformed: ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  }

  optional(): Schema {
    const optional = this.#around((value, read) => (value === undefined ? undefined : read()))
    optional.mayBeAbsent = true
    return optional
  }

  nullable = () => this.#around((value, read) => (value === null ? null : read()))
  default = (first: unknown) => this.#around((value, read) => (value === undefined ? first : read()))
  readonly = () => this.#around((_, read) => read())
  unwrap = () => this.#inner

  catch = (instead: unknown) =>
    new Schema((value) => {
      const result = this.safeParse(value)
      return result.success ? result.data : instead
    }, this)

  meta(about?: unknown): unknown {
    return about === undefined ? this.#about : new Schema(this.read, this, about)
  }

  /** @param change of a value that fits @returns what it becomes */
  transform = (change: (value: never) => unknown) =>
    new Schema((value, faults, path) => {
      const before = faults.length
      const read = this.read(value, faults, path)
      return faults.length > before ? read : change(read as never)
    })

  refine = (fits: (value: never) => unknown) =>
    new Schema((value, faults, path) => {
      const before = faults.length
      const read = this.read(value, faults, path)
      if (faults.length === before && !fits(read as never)) faults.push({ path })
      return read
    })

  min = (least: number) => this.refine((value: number | string) => sizeOf(value) >= least)
  max = (most: number) => this.refine((value: number | string) => sizeOf(value) <= most)
  length = (size: number) => this.refine((value: string) => value.length === size)
  int = () => this.refine(Number.isSafeInteger)
  positive = () => this.refine((value: number) => value > 0)
  regex = (of: RegExp) => this.refine((value: string) => of.test(value))
  trim = () => this.transform((value: string) => value.trim())

  #around(act: (value: unknown, read: () => unknown) => unknown): Schema {
    return new Schema((value, faults, path) => act(value, () => this.read(value, faults, path)), this)
  }
}

const sizeOf = (value: number | string | readonly unknown[]) => (typeof value === 'number' ? value : value.length)

const ifIs = (fits: (value: unknown) => boolean) =>
  new Schema((value, faults, path) => {
    if (!fits(value)) faults.push({ path })
    return value
  })

class ObjectSchema extends Schema {
  readonly shape: Shape
  readonly #others: Others

  constructor(shape: Shape, others: Others) {
    const fields = Object.entries(shape)
    super((value, faults, path) => {
      if (!isObject(value)) return void faults.push({ path })
      const others_ = others === 'dropped' ? [] : Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
      if (others === 'refused' && others_.length > 0) faults.push({ path })
      const read: Record<string, unknown> = {}
      for (const [name, schema] of fields) {
        const before = faults.length
        const field = schema.read(value[name], faults, [...path, name])
        if (field !== undefined || name in value) read[name] = field
        else if (!schema.mayBeAbsent && faults.length === before) faults.push({ path: [...path, name] })
      }
      if (others === 'kept') for (const name of others_) read[name] = value[name]
      return read
    })
    this.shape = shape
    this.#others = others
  }

  extend = (more: Shape) => new ObjectSchema({ ...this.shape, ...more }, this.#others)
  pick = (names: object) => this.#only((name) => Object.hasOwn(names, name))
  omit = (names: object) => this.#only((name) => !Object.hasOwn(names, name))

  partial(): ObjectSchema {
    const fields = Object.entries(this.shape).map(([name, schema]) => [name, schema.optional()])
    return new ObjectSchema(Object.fromEntries(fields) as Shape, this.#others)
  }

  #only(keeps: (name: string) => boolean): ObjectSchema {
    return new ObjectSchema(
      Object.fromEntries(Object.entries(this.shape).filter(([name]) => keeps(name))),
      this.#others
    )
  }
}
type Others = 'dropped' | 'kept' | 'refused'

class EnumSchema extends Schema {
  readonly options: readonly unknown[]

  constructor(options: readonly unknown[]) {
    super((value, faults, path) => {
      if (!options.includes(value)) faults.push({ path })
      return value
    })
    this.options = options
  }
}

class UnionSchema extends Schema {
  readonly options: readonly Schema[]

  /** @param by the field that chooses an option, which then says what is wrong */
  constructor(options: readonly Schema[], by?: string) {
    super((value, faults, path) => {
      const fits = (one: Schema) =>
        by === undefined
          ? one.safeParse(value).success
          : isObject(value) && one instanceof ObjectSchema && one.shape[by]?.safeParse(value[by]).success
      const chosen = options.find(fits)
      if (chosen) return chosen.read(value, faults, path)
      return void faults.push({ path: by !== undefined && isObject(value) ? [...path, by] : path })
    })
    this.options = options
  }
}

const list = (value: unknown, faults: Fault[], path: PropertyKey[], schemaAt: (at: number) => Schema | undefined) =>
  (value as unknown[]).map((one, at) => schemaAt(at)?.read(one, faults, [...path, at]))

const uuid =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i
const email = /^[\w'+-]{1,64}(?:\.[\w'+-]{1,64}){0,32}(?<!')@(?:[a-z\d][a-z\d-]{0,62}\.){1,32}[a-z]{2,63}$/i

export const z = {
  string: () => ifIs((value) => typeof value === 'string'),
  number: () => ifIs(Number.isFinite),
  int: () => ifIs(Number.isSafeInteger),
  boolean: () => ifIs((value) => typeof value === 'boolean'),
  unknown: () => ifIs(() => true),
  void: () => ifIs((value) => value === undefined),
  uuid: () => z.string().regex(uuid),
  email: () => z.string().regex(email),
  literal: (only: unknown) => new EnumSchema([only].flat()),
  enum: (options: readonly unknown[]) => new EnumSchema(options),
  object: (shape: Shape) => new ObjectSchema(shape, 'dropped'),
  strictObject: (shape: Shape) => new ObjectSchema(shape, 'refused'),
  looseObject: (shape: Shape) => new ObjectSchema(shape, 'kept'),
  union: (options: readonly Schema[]) => new UnionSchema(options),
  discriminatedUnion: (by: string, options: readonly Schema[]) => new UnionSchema(options, by),
  array: (of: Schema) =>
    new Schema((value, faults, path) =>
      Array.isArray(value) ? list(value, faults, path, () => of) : faults.push({ path })
    ),
  tuple: (parts: readonly Schema[]) =>
    new Schema((value, faults, path) =>
      Array.isArray(value) && value.length === parts.length
        ? list(value, faults, path, (at) => parts[at])
        : faults.push({ path })
    ),
  record: (name: Schema, of: Schema) =>
    new Schema((value, faults, path) => {
      if (!isObject(value)) return void faults.push({ path })
      const read = Object.entries(value).filter(([key]) => key !== '__proto__')
      return Object.fromEntries(
        read.map(([key, one]) => [name.read(key, faults, [...path, key]), of.read(one, faults, [...path, key])])
      )
    }),
  preprocess: (change: (value: unknown) => unknown, then: Schema) =>
    new Schema((value, faults, path) => then.read(change(value), faults, path))
}
