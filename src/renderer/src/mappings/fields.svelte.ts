import { SvelteMap } from 'svelte/reactivity'
import type { Integration, Lookups, Model } from '../../../shared/lookups/lookup'
import type { SampleSet } from '../../../shared/mappings/lab'
import type {
  CustomField,
  EffectiveField,
  FieldDetail,
  Mapping,
  MappingOperations
} from '../../../shared/mappings/mapping'
import type { Request } from '../../../shared/ipc'
import type { Place } from '../../../shared/workspaces/place'
import { unique } from '../kit/unique'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { learnNames } from '../records/learned-names.svelte'
import { chosenScopeOf, isOther, sameCategory } from './scopes'

const offersNothing: MappingOperations = {
  listFields: false,
  createField: false,
  readField: false,
  changeField: false,
  listMappings: false,
  changeMapping: false,
  configuration: false,
  rawData: false,
  preview: false
}

interface FieldGroup {
  model: string | null
  fields: readonly CustomField[]
}

export const fieldName = ({ name, id }: Pick<CustomField, 'name' | 'id'>): string => name || id

export class FieldList extends Task {
  readonly details = new SvelteMap<string, FieldDetail>()
  search = $state('')
  category = $state('')
  source = $state('')
  #client: Client
  #place: Place
  #fields = $state.raw<readonly CustomField[] | null>(null)
  #complete = $state(false)
  #readAt = $state<number | null>(null)
  #operations = $state.raw<MappingOperations>(offersNothing)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  shown: readonly CustomField[] = $derived.by(() => {
    const wanted = this.search.trim().toLowerCase()
    return (this.#fields ?? []).filter(
      (field) =>
        `${field.name ?? ''}\n${field.id}\n${field.description ?? ''}`.toLowerCase().includes(wanted) &&
        (this.category === '' || sameCategory(this.category, field.category ?? '?')) &&
        (this.source === '' || (field.source ?? '') === this.source)
    )
  })

  /** Fields without a known model last. */
  groups: readonly FieldGroup[] = $derived.by(() => {
    const groups: { model: string | null; fields: CustomField[] }[] = []
    for (const field of [...this.shown].sort(inOrder)) {
      const last = groups.at(-1)
      if (last && last.model === field.model) last.fields.push(field)
      else groups.push({ model: field.model, fields: [field] })
    }
    return groups
  })

  ordered: readonly CustomField[] = $derived(this.groups.flatMap(({ fields }) => fields))

  /** null before the first load */
  get all(): readonly CustomField[] | null {
    return this.#fields
  }

  /** False if only this computer knows the fields. */
  get complete(): boolean {
    return this.#complete
  }

  get readAt(): number | null {
    return this.#readAt
  }

  get operations(): MappingOperations {
    return this.#operations
  }

  get sources(): readonly string[] {
    return unique((this.#fields ?? []).flatMap(({ source }) => source || [])).sort()
  }

  get categories(): readonly string[] {
    return unique((this.#fields ?? []).flatMap(({ category }) => category || [])).sort()
  }

  get(id: string): CustomField | null {
    return this.details.get(id)?.field ?? this.#fields?.find((field) => field.id === id) ?? null
  }

  async load(): Promise<void> {
    await this.latest(
      async () => {
        // Hides unknown operations, but reads known fields.
        this.#operations = await new Job(this.#client)
          .ask('mappings:operations', this.#place)
          .catch(() => offersNothing)
        return new Job(this.#client).ask('mappings:listFields', this.#place)
      },
      ({ fields, complete, readAt }) => {
        this.#fields = fields
        this.#complete = complete
        this.#readAt = readAt
      }
    )
  }

  /** The caller shows errors. */
  async read(id: string): Promise<FieldDetail> {
    const detail = await new Job(this.#client).ask('mappings:readField', { ...this.#place, id })
    this.details.set(id, detail)
    this.#put(detail.field)
    return detail
  }

  /** @throws AppError invalid-input with `fields.id` */
  async remember(id: string, name: string): Promise<CustomField> {
    const field = await this.#client.call('mappings:rememberField', { ...this.#place, id, name })
    this.#put(field)
    return field
  }

  async forget(id: string): Promise<void> {
    await this.#client.call('mappings:forgetField', { ...this.#place, id })
    this.drop(id)
  }

  create(field: { name: string; description: string; category: string; model: string }) {
    return this.#act(async (request) =>
      this.#keep(await this.#client.call('mappings:createField', { ...request, ...field }))
    )
  }

  /** @param change.shown what the operator saw before */
  change(id: string, change: Omit<Request<'mappings:changeField'>, 'requestId' | 'workspaceId' | 'region' | 'id'>) {
    return this.#act(async (request) =>
      this.#keep(await this.#client.call('mappings:changeField', { ...request, id, ...change }))
    )
  }

  delete(id: string) {
    return this.#act((request) => this.#client.call('mappings:deleteField', { ...request, id }))
  }

  drop(id: string): void {
    this.details.delete(id)
    this.#fields = (this.#fields ?? []).filter((field) => field.id !== id)
  }

  #act<T>(send: (request: { requestId: string } & Place) => Promise<T>): Promise<T> {
    const job = new Job(this.#client, this.#place)
    const acted = this.act(job, () => send({ ...this.#place, requestId: job.requestId }))
    // What was read before it is older.
    return acted.finally(() => this.reading && void this.load())
  }

  #keep<T extends { field: CustomField | null }>(change: T): T {
    if (change.field) this.#put(change.field)
    return change
  }

  #put(field: CustomField): void {
    const fields = this.#fields ?? []
    const at = fields.findIndex(({ id }) => id === field.id)
    this.#fields = at < 0 ? [...fields, field] : fields.with(at, field)
    const detail = this.details.get(field.id)
    if (detail) this.details.set(field.id, { ...detail, field })
  }
}

/** By model, then name; without a known model last. */
export function inOrder(a: CustomField, b: CustomField): number {
  const [left, right] = [a, b].map((field) => [field.model ?? '\uffff', fieldName(field).toLowerCase()].join('\n'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}

/** `fill`: share (0–1) of sample records with a value; null without samples. */
export type FieldMark = { kind: 'unmapped' } | { kind: 'invalid' } | { kind: 'mapped'; fill: number | null }

/** Does not call the service. */
export class FieldMarks {
  #client: Client
  #marks = new SvelteMap<string, FieldMark>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
  }

  of(fieldId: string): FieldMark | null {
    return this.#marks.get(fieldId) ?? null
  }

  counts(ids: readonly string[]) {
    const marks = ids.flatMap((id) => this.#marks.get(id) ?? [])
    const of = (kind: FieldMark['kind']) => marks.filter((mark) => mark.kind === kind).length
    return { known: marks.length, mapped: of('mapped') + of('invalid'), invalid: of('invalid') }
  }

  forget(fieldId: string): void {
    this.#marks.delete(fieldId)
  }

  judge({ field, mappings, complete }: FieldDetail, sets: readonly SampleSet[]): Promise<void> {
    const turn = this.#last.then(async () => {
      if (mappings.length > 0) this.#marks.set(field.id, await this.#markOf(mappings, field.category, sets))
      else if (complete) this.#marks.set(field.id, { kind: 'unmapped' })
      else this.#marks.delete(field.id)
    })
    this.#last = turn.catch(() => undefined)
    return turn.catch(() => undefined)
  }

  async #markOf(mappings: readonly Mapping[], category: string | null, all: readonly SampleSet[]): Promise<FieldMark> {
    let [filled, records] = [0, 0]
    for (const { expression, scope } of mappings) {
      // Data of other integrations says nothing about this one.
      const setIds = all.flatMap((set) => (isOther(set, chosenScopeOf(scope), category) ? [] : set.id))
      const request = { expression, saved: null, setIds, front: null }
      const { problem, sets } = await new Job(this.#client).ask('mappings:evaluate', request)
      if (problem) return { kind: 'invalid' }
      // The integration's own mapping reaches the most.
      if (records === 0) for (const set of sets) [filled, records] = [filled + set.filled, records + set.records]
    }
    return { kind: 'mapped', fill: records > 0 ? filled / records : null }
  }
}

/** A connector's own mapping wins over the integration's. */
export class Effective extends Task {
  #client: Client
  #place: Place
  #of = $state.raw<{ key: string; model: string } | null>(null)
  #fields = $state.raw<readonly EffectiveField[] | null>(null)
  #complete = $state(false)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** null before the first load */
  get fields(): readonly EffectiveField[] | null {
    return this.#fields
  }

  /** False if derived from this computer's data. */
  get complete(): boolean {
    return this.#complete
  }

  get key(): string | null {
    return this.#of?.key ?? null
  }

  /** @param again true after a write */
  async show(key: string, model: string, again = false): Promise<void> {
    if (!again && this.#of?.key === key && this.#of.model === model) return
    const of = { key, model }
    if (this.#of?.key !== key || this.#of.model !== model) this.#fields = null
    this.#of = of
    const answer = await this.attempt(() =>
      new Job(this.#client).ask('mappings:effective', { ...this.#place, key, model })
    )
    if (this.#of !== of || !answer) return
    this.#fields = answer.fields
    this.#complete = answer.complete
  }

  async refresh(): Promise<void> {
    if (this.#of) await this.show(this.#of.key, this.#of.model, true)
  }
}

/** From the service's lookups, with their age. */
export class LookupList extends Task {
  #client: Client
  #place: Place
  #lookups = $state.raw<Lookups | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  get lookups(): Lookups | null {
    return this.#lookups
  }

  integrations(category: string | null): readonly Integration[] {
    const all = this.#lookups?.integrations ?? []
    return all.filter(
      ({ categories }) => categories.length === 0 || categories.some((one) => sameCategory(category, one))
    )
  }

  models(category: string): readonly Model[] {
    return (this.#lookups?.models ?? []).filter((one) => sameCategory(category, one.category))
  }

  modelName(slug: string | null): string | null {
    return this.#lookups?.models.find((one) => one.slug === slug)?.name ?? null
  }

  /** @param refresh bypasses the cache */
  async read(refresh = false): Promise<void> {
    if (this.reading && !refresh) return
    await this.latest(
      () => new Job(this.#client).ask('lookups:read', { ...this.#place, refresh }),
      (lookups) => {
        this.#lookups = lookups
        learnNames(this.#place, Object.fromEntries(lookups.integrations.map(({ slug, name }) => [slug, name])))
      }
    )
  }
}
