import { collectionAt, type CollectionParam } from '../../../shared/data/catalogue'
import type { Category } from '../../../shared/connectors/category'
import type { CollectionRequest } from '../../../shared/data/collection'
import { readLocalText } from '../kit/local-time'
import { fetchRequestWords } from './words'
import { pageSizeBounds, categoryOfPath, isSameRequest, orderedParams } from './params'

/** Records per page: more are slow with `expand` or raw data. */
const manyHeavy = 50

/** One form per fetch, so that edits stay with it. */
export class RequestForm {
  #path = $state('')
  #connectorKey = $state<string | null>(null)
  /** The list may no longer have the connector. */
  connectorName = $state('')
  /** Empty ones are omitted. */
  values = $state<Record<string, string>>({})
  extra = $state<{ name: string; value: string }[]>([])
  pageSize = $state('')
  /** Missing input counts as wrong only after "Fetch records". */
  asked = $state(false)
  /** Errors of main or the service, until the field changes. */
  refused = $state<Record<string, string>>({})

  constructor(request?: CollectionRequest, connectorName = '') {
    if (request) this.fill(request, connectorName)
  }

  collection = $derived.by(() => collectionAt(this.#path))
  /** null for all */
  category: Category | null = $derived.by(() => categoryOfPath(this.#path))
  /** A typed path may need a connector. */
  takesConnector = $derived.by(() => {
    const { collection } = this
    return collection ? collection.needsConnector : this.#path !== ''
  })
  known: readonly CollectionParam[] = $derived(orderedParams(this.collection?.params ?? []))
  bounds = $derived.by(() => pageSizeBounds(this.#path))

  get path(): string {
    return this.#path
  }

  /** Drops unknown parameters, and keeps a connector of the same category. */
  set path(path: string) {
    const before = this.bounds
    const custom = this.pageSize !== String(before.default) && this.pageSize !== ''
    this.#path = path
    this.refused = {}
    const { min, max, default: usual } = this.bounds
    const size = Number(this.pageSize)
    if (!custom || size < min || size > max) this.pageSize = String(usual)
    const keyCategory = this.#connectorKey?.split(':', 1)[0]
    if (!this.takesConnector || (this.category && keyCategory !== this.category)) this.choose(null)
  }

  get connectorKey(): string | null {
    return this.#connectorKey
  }

  choose(key: string | null, name = ''): void {
    this.#connectorKey = key
    this.connectorName = name
    this.accept('connectorKey')
  }

  set(name: string, value: string): void {
    this.values[name] = value
    this.accept(`params.${name}`)
  }

  accept(field: string): void {
    const { [field]: _, ...rest } = this.refused
    this.refused = rest
  }

  request: CollectionRequest = $derived.by(() => {
    const params: Record<string, string> = {}
    for (const { name } of this.known) {
      const value = this.values[name]
      if (value) params[name] = value
    }
    for (const { name, value } of this.extra) if (name.trim() !== '') params[name.trim()] = value
    const connectorKey = this.takesConnector ? this.#connectorKey : null
    return { path: this.#path, connectorKey, params, pageSize: Number(this.pageSize) }
  })

  /** By field: `path`, `connectorKey`, `pageSize`, `params.<name>`. */
  missing: Readonly<Record<string, string>> = $derived.by(() => {
    const said: Record<string, string> = {}
    const { min, max } = this.bounds
    const size = Number(this.pageSize)
    if (this.#path === '') said.path = fetchRequestWords.missing.path
    if (this.collection?.needsConnector && !this.#connectorKey) said.connectorKey = fetchRequestWords.missing.connector
    if (!Number.isInteger(size) || size < min || size > max)
      said.pageSize = fetchRequestWords.missing.pageSize(min, max)
    for (const { name, type } of this.known) {
      const value = this.values[name]
      if (type === 'datetime' && value && readLocalText(value) === null)
        said[`params.${name}`] = fetchRequestWords.missing.time
    }
    return said
  })

  /** Missing choices count after "Fetch records". */
  problems: Readonly<Record<string, string>> = $derived.by(() => {
    const { path, connectorKey, ...wrong } = this.missing
    const missing = { ...(path && { path }), ...(connectorKey && { connectorKey }) }
    return { ...(this.asked && missing), ...((this.asked || this.#path !== '') && wrong), ...this.refused }
  })

  heavy = $derived.by(() => {
    const { include_raw_data: raw, expand } = this.request.params
    return (raw === 'true' || Boolean(expand)) && this.request.pageSize > manyHeavy
  })

  differsFrom(request: CollectionRequest): boolean {
    return !isSameRequest(this.request, request)
  }

  fill(request: CollectionRequest, connectorName: string): void {
    this.#path = request.path
    this.#connectorKey = request.connectorKey
    this.connectorName = connectorName
    const known = collectionAt(request.path)?.params.map(({ name }) => name) ?? []
    const pairs = Object.entries(request.params)
    this.values = Object.fromEntries(pairs.filter(([name]) => known.includes(name)))
    this.extra = pairs.filter(([name]) => !known.includes(name)).map(([name, value]) => ({ name, value }))
    this.pageSize = String(request.pageSize)
    this.asked = false
    this.refused = {}
  }
}
