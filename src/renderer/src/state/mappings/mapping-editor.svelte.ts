import { type AppError, toAppError } from '../../../../shared/errors'
import type { ChangeOutcome } from '../../../../shared/ipc-actions'
import { expressionLength, type Mapping } from '../../../../shared/model/mapping'
import type { Client } from '../../client.svelte'
import { unlessDeclined } from '../../lib/declined'
import type { Place } from '../../../../shared/model/place'
import { ActJob } from '../shared/act-job.svelte'
import type { Drafts } from './drafts.svelte'
import type { FieldList } from './fields.svelte'
import type { Lab } from './lab.svelte'
import { categoryOf } from '../shared/chosen-connector'
import { type ChosenScope, chosenOf, isOfScope, noScope, sameCategory, scopeKey, scopeOf, wholeScope } from './scopes'

/** How the last write ended, shown until something is changed. */
export interface WriteResult {
  act: 'create' | 'change' | 'delete'
  change: ChangeOutcome
}

interface Tools {
  client: Client
  place: Place
  fields: FieldList
  drafts: Drafts
  lab: Lab
  /** After a write that may have changed something. */
  onwritten: (fieldId: string) => Promise<void>
}

/** The mapping of one field that is worked on: scope, expression, what is saved now, and the writes. */
export class MappingEditor {
  readonly fieldId: string
  #tools: Tools
  #scope = $state.raw<ChosenScope>(noScope)
  #expression = $state('')
  #touched = false
  #busy = $state<WriteResult['act'] | null>(null)
  #job = $state.raw<ActJob | null>(null)
  #result = $state.raw<WriteResult | null>(null)
  #error = $state.raw<AppError | null>(null)
  #readFailure = $state.raw<AppError | null>(null)
  #fieldErrors = $state.raw<Readonly<Record<string, string>>>({})
  #refusedBy = $state<'service' | 'this computer'>('service')

  constructor(fieldId: string, tools: Tools) {
    this.fieldId = fieldId
    this.#tools = tools
    const kept = tools.drafts.lastScope(fieldId)
    if (kept !== null) this.#begin(scopeOf(kept))
  }

  field = $derived.by(() => this.#tools.fields.get(this.fieldId))
  detail = $derived.by(() => this.#tools.fields.details.get(this.fieldId) ?? null)

  /** What is saved for this very scope. */
  existing: Mapping | null = $derived(this.detail?.mappings.find((one) => isOfScope(one, this.#scope)) ?? null)

  draft = $derived.by(() => this.#tools.drafts.of(this.fieldId, scopeKey(this.#scope)))

  /** As it is sent: white space around it has no meaning. */
  text = $derived(this.#expression.trim())

  /** Why it cannot be saved as it is, the first reason; null where it can. */
  obstacle: string | null = $derived.by(() => {
    if (wholeScope(this.#scope) === null)
      return this.#scope.kind === 'integration' ? 'Choose the integration first.' : 'Choose the connector first.'
    if (this.text === '') return 'Type an expression first.'
    const over = this.text.length - expressionLength.max
    if (over > 0) return `${over.toLocaleString('en-US')} too many: the service takes 1,024 characters.`
    if (this.#tools.lab.judged === this.#expression && this.#tools.lab.result?.problem)
      return 'The expression has to be mended first.'
    if (this.existing && !this.#tools.fields.operations.changeMapping && this.isChanged)
      return 'This service cannot change a mapping: delete the saved one of this scope first.'
    return this.isChanged ? null : 'It is saved as it stands.'
  })

  isChanged: boolean = $derived(this.text !== (this.existing?.expression ?? ''))

  get scope(): ChosenScope {
    return this.#scope
  }

  get expression(): string {
    return this.#expression
  }

  get busy(): WriteResult['act'] | null {
    return this.#busy
  }

  /** The write under way, to be stopped, with what it waits for. */
  get job(): ActJob | null {
    return this.#job
  }

  /** A write has ended, and what is saved by now is not known yet. */
  get isReadingBack(): boolean {
    return this.#busy !== null && this.#job === null
  }

  get result(): WriteResult | null {
    return this.#result
  }

  /** Why the last write could not be made, where no control is the cause. */
  get error(): AppError | null {
    return this.#error
  }

  /** Why its mappings could not be read. */
  get readFailure(): AppError | null {
    return this.#readFailure
  }

  /** What refused the value of `errorOf`: this app before anything left, or the service. */
  get refusedBy(): 'service' | 'this computer' {
    return this.#refusedBy
  }

  /** The error of a control. */
  errorOf(control: 'scope' | 'expression' | 'customFieldId'): string | undefined {
    return this.#fieldErrors[control]
  }

  /** Reads the mappings; begins with what is saved, unless something is current already. */
  async read(): Promise<void> {
    try {
      const { mappings } = await this.#tools.fields.read(this.fieldId)
      this.#readFailure = null
      const first = mappings.find(({ scope }) => scope.kind === 'integration') ?? mappings[0]
      if (this.#touched || this.draft || this.text !== '') return
      if (first && wholeScope(this.#scope) === null) this.#begin(chosenOf(first.scope))
      else this.#begin(this.#scope)
    } catch (thrown) {
      this.#readFailure = toAppError(thrown)
    }
  }

  type(expression: string): void {
    if (expression === this.#expression) return
    this.#touched = true
    this.#expression = expression
    this.#clear('expression')
    const { drafts } = this.#tools
    if (this.isChanged && this.text !== '') drafts.put(this.fieldId, scopeKey(this.#scope), expression)
    else drafts.drop(this.fieldId, scopeKey(this.#scope))
  }

  /** Back to what is saved. */
  revert(): void {
    this.type(this.existing?.expression ?? '')
  }

  /** Begins with this connector alone, unless something is current already: the narrowest scope a value applies to. */
  beginWith(connectorKey: string | null): void {
    if (connectorKey === null || this.#touched || this.draft) return
    if (!sameCategory(this.field?.category ?? null, categoryOf({ key: connectorKey }))) return
    this.#begin({ kind: 'connector', slug: '', key: connectorKey })
  }

  /** Another scope brings its own draft or saved expression; where it has none, what was typed comes along. */
  choose(scope: ChosenScope): void {
    const [before, carried, wasDraft] = [this.#scope, this.#expression, this.draft !== null]
    this.#touched = true
    this.#clear('scope')
    this.#begin(scope)
    if (this.draft || this.existing) return
    this.#expression = carried
    if (wholeScope(before) === null && wasDraft) {
      this.#tools.drafts.drop(this.fieldId, scopeKey(before))
      this.#tools.drafts.put(this.fieldId, scopeKey(scope), carried)
    }
  }

  /** Creates, or changes where the service can. Nothing leaves before the expression was checked again. */
  async save(): Promise<boolean> {
    const scope = wholeScope(this.#scope)
    if (this.#busy || this.obstacle !== null || !scope) return false
    const { client, place, lab } = this.#tools
    const { existing, fieldId, text: expression } = this
    const act = existing ? 'change' : 'create'
    const request = { ...place, fieldId, expression }
    const kept = scopeKey(this.#scope)
    const done = await this.#write(act, async (requestId) => {
      if (!(await lab.check(this.#expression))) return null
      return existing
        ? client.call('mappings:change', { ...request, requestId, mappingId: existing.id })
        : client.call('mappings:create', { ...request, requestId, scope })
    })
    // After an unknown outcome, too, where the service turned out to have it.
    if (done || (scopeKey(this.#scope) === kept && !this.isChanged)) this.#tools.drafts.drop(fieldId, kept)
    return done
  }

  /** Deletes what is saved for a scope; what was typed stays as a draft. */
  delete(mapping: Mapping): Promise<boolean> {
    const { client, place, drafts } = this.#tools
    const kept = scopeKey(chosenOf(mapping.scope))
    const request = { ...place, fieldId: this.fieldId, mappingId: mapping.id }
    return this.#write('delete', async (requestId) => {
      const change = await client.call('mappings:delete', { ...request, requestId })
      const isKept = change.outcome === 'refused' || drafts.of(this.fieldId, kept)
      if (!isKept) drafts.put(this.fieldId, kept, mapping.expression)
      return change
    })
  }

  /** Where the service lists none, a mapping that was made elsewhere is known by its id alone. */
  deleteById(mappingId: string): Promise<boolean> {
    const { client, place } = this.#tools
    const request = { ...place, fieldId: this.fieldId, mappingId }
    return this.#write('delete', (requestId) => client.call('mappings:delete', { ...request, requestId }))
  }

  forgetResult(): void {
    this.#result = null
    this.#error = null
  }

  #begin(scope: ChosenScope): void {
    this.#scope = scope
    this.#expression = this.draft?.expression ?? this.existing?.expression ?? ''
  }

  #clear(control: string): void {
    this.forgetResult()
    this.#fieldErrors = { ...this.#fieldErrors, [control]: '' }
  }

  /** @returns whether it is done */
  async #write(act: WriteResult['act'], send: (requestId: string) => Promise<ChangeOutcome | null>): Promise<boolean> {
    if (this.#busy) return false
    this.forgetResult()
    this.#fieldErrors = {}
    const job = new ActJob(this.#tools.client, this.#tools.place)
    this.#busy = act
    this.#job = job
    let change: ChangeOutcome | null = null
    try {
      change = await send(job.requestId)
      this.#result = change && { act, change }
    } catch (thrown) {
      const error = unlessDeclined(thrown)
      this.#fieldErrors = error?.info.fields ?? {}
      this.#refusedBy = error?.code === 'invalid-input' ? 'this computer' : 'service'
      if (!error?.info.fields) this.#error = error
    }
    job.end()
    this.#job = null
    // Until the mappings are read again, a second save would create what is there by now instead of changing it.
    if (change && change.outcome !== 'refused') await this.read()
    this.#busy = null
    if (change && change.outcome !== 'refused') await this.#tools.onwritten(this.fieldId)
    return change?.outcome === 'done'
  }
}
