import { collectionAt, type CollectionParam } from '../../../shared/data/catalogue'
import type { Category } from '../../../shared/connectors/category'
import type { CollectionRequest } from '../../../shared/data/collection'
import { readLocalText } from '../kit/local-time'
import { requestWords } from './words/request'
import { boundsOf, categoryOfPath, isSameRequest, orderedParams } from './params'

/** From here on the form calls a page heavy where `expand` or raw data make each record large. */
const manyHeavy = 50

/** What is asked for, as it is entered. Each open walk has its own, so that edits stay with the walk they began at. */
export class RequestForm {
  #path = $state('')
  #connectorKey = $state<string | null>(null)
  /** As the walk had it; the list may no longer have the connector. */
  connectorName = $state('')
  /** Known parameters by name; empty ones are left out. */
  values = $state<Record<string, string>>({})
  /** Parameters typed by name. */
  extra = $state<{ name: string; value: string }[]>([])
  pageSize = $state('')
  /** Whether "Fetch records" was pressed: what is missing is not called wrong before. */
  asked = $state(false)
  /** The error of main or the service for a field, until it is changed. */
  refused = $state<Record<string, string>>({})

  constructor(request?: CollectionRequest, connectorName = '') {
    if (request) this.fill(request, connectorName)
  }

  collection = $derived.by(() => collectionAt(this.#path))
  /** Whose connectors can be chosen; null where any can. */
  category: Category | null = $derived.by(() => categoryOfPath(this.#path))
  /** A path typed by hand may need one: it is offered. Platform paths take none. */
  takesConnector = $derived.by(() => {
    const { collection } = this
    return collection ? collection.needsConnector : this.#path !== ''
  })
  known: readonly CollectionParam[] = $derived(orderedParams(this.collection?.params ?? []))
  bounds = $derived.by(() => boundsOf(this.#path))

  get path(): string {
    return this.#path
  }

  /** Takes another collection: unknown parameters go, the connector stays where its category is the same. */
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

  /** A field was changed: its error no longer applies. */
  accept(field: string): void {
    const { [field]: _, ...rest } = this.refused
    this.refused = rest
  }

  /** The request as it would be sent. */
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

  /** What keeps it from being sent, by field: `path`, `connectorKey`, `pageSize`, `params.<name>`. */
  missing: Readonly<Record<string, string>> = $derived.by(() => {
    const said: Record<string, string> = {}
    const { min, max } = this.bounds
    const size = Number(this.pageSize)
    if (this.#path === '') said.path = requestWords.missing.path
    if (this.collection?.needsConnector && !this.#connectorKey) said.connectorKey = requestWords.missing.connector
    if (!Number.isInteger(size) || size < min || size > max) said.pageSize = requestWords.missing.pageSize(min, max)
    for (const { name, type } of this.known) {
      const value = this.values[name]
      if (type === 'datetime' && value && readLocalText(value) === null)
        said[`params.${name}`] = requestWords.missing.time
    }
    return said
  })

  /** Messages at the fields: about a number or a time at once, about a missing choice only when "Fetch records" was pressed. */
  problems: Readonly<Record<string, string>> = $derived.by(() => {
    const { path, connectorKey, ...wrong } = this.missing
    const missing = { ...(path && { path }), ...(connectorKey && { connectorKey }) }
    return { ...(this.asked && missing), ...((this.asked || this.#path !== '') && wrong), ...this.refused }
  })

  /** Whether records may be so large that so many on a page are slow. */
  heavy = $derived.by(() => {
    const { include_raw_data: raw, expand } = this.request.params
    return (raw === 'true' || Boolean(expand)) && this.request.pageSize > manyHeavy
  })

  differsFrom(request: CollectionRequest): boolean {
    return !isSameRequest(this.request, request)
  }

  /** Takes over what a walk asked for. */
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
