import { SvelteMap } from 'svelte/reactivity'
import type { CustomField, FieldDetail, MappingOperations } from '../../../shared/mappings/mapping'
import { unique } from '../kit/unique'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'
import { sameCategory } from './scopes'

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

export interface FieldGroup {
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
    if (this.running) return
    await this.attempt(async () => {
      // Hides unknown operations, but reads known fields.
      this.#operations = await new Job(this.#client).ask('mappings:operations', this.#place).catch(() => offersNothing)
      const { fields, complete, readAt } = await new Job(this.#client).ask('mappings:listFields', this.#place)
      this.#fields = fields
      this.#complete = complete
      this.#readAt = readAt
    })
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

  change(id: string, change: { name: string; description: string }) {
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
    return this.act(job, () => send({ ...this.#place, requestId: job.requestId }))
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

function inOrder(a: CustomField, b: CustomField): number {
  const [left, right] = [a, b].map((field) => [field.model ?? '\uffff', fieldName(field).toLowerCase()].join('\n'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}
