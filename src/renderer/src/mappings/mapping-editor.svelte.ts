import { type AppError, toAppError } from '../../../shared/errors'
import { expressionLength, type Mapping } from '../../../shared/mappings/mapping'
import type { ChangeOutcome } from '../../../shared/connectors/channels'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import type { Drafts } from './drafts.svelte'
import type { FieldList } from './fields.svelte'
import type { Guard } from './guard.svelte'
import type { Lab } from './lab.svelte'
import { mappingWords } from './words/mapping'
import { categoryOf } from '../records/chosen-connector'
import {
  type ChosenScope,
  chosenScopeOf,
  isOfScope,
  noScope,
  sameCategory,
  scopeKey,
  scopeOfKey,
  wholeScope
} from './scopes'

interface Tools {
  client: Client
  place: Place
  fields: FieldList
  drafts: Drafts
  guard: Guard
  lab: Lab
  /** Called after a write that may have changed something, once it is read back. */
  onwritten: (fieldId: string) => Promise<void>
}

interface Before {
  scope: ChosenScope
  expression: string
}

/** Visible until the next change. */
interface WriteResult {
  act: 'create' | 'change' | 'delete' | 'undo'
  change: ChangeOutcome
  /** For undo; null if impossible here. */
  entryId: number | null
}

type Answer = ChangeOutcome & { entryId?: number }

/** A field's expression for the chosen scope. One write at a time. */
export class MappingEditor {
  readonly fieldId: string
  #tools: Tools
  #scope = $state.raw<ChosenScope>(noScope)
  #expression = $state('')
  #touched = false
  #before = $state.raw<Before | null>(null)
  #readFailure = $state.raw<AppError | null>(null)
  #busy = $state<WriteResult['act'] | null>(null)
  #writing = new Task()
  #result = $state.raw<WriteResult | null>(null)
  #error = $state.raw<AppError | null>(null)
  #fieldErrors = $state.raw<Readonly<Record<string, string>>>({})
  #refusedBy = $state<'service' | 'this computer'>('service')

  constructor(fieldId: string, tools: Tools) {
    this.fieldId = fieldId
    this.#tools = tools
    const kept = tools.drafts.lastScope(fieldId)
    if (kept !== null) this.#begin(scopeOfKey(kept))
    // An empty editor would suggest that no mapping exists, and typed text would stand beside the expression that
    // follows.
    else this.#beginWithSaved()
  }

  field = $derived.by(() => this.#tools.fields.get(this.fieldId))
  detail = $derived.by(() => this.#tools.fields.details.get(this.fieldId) ?? null)

  existing: Mapping | null = $derived(this.detail?.mappings.find((one) => isOfScope(one, this.#scope)) ?? null)

  draft = $derived.by(() => this.#tools.drafts.of(this.fieldId, scopeKey(this.#scope)))

  text = $derived(this.#expression.trim())

  /** null if a save is possible */
  obstacle: string | null = $derived.by(() => {
    const words = mappingWords.obstacle
    if (wholeScope(this.#scope) === null) return words[this.#scope.kind]
    if (this.text === '') return words.empty
    const over = this.text.length - expressionLength.max
    if (over > 0) return words.tooLong(over)
    if (this.#tools.lab.judged === this.#expression && this.#tools.lab.result?.problem) return words.invalid
    if (this.existing && !this.#tools.fields.operations.changeMapping && this.isChanged) return words.noChange
    if (!this.isChanged) return words.saved
    return this.failing === null ? null : words.sample(this.failing)
  })

  /** The name of the first kept sample that the typed expression fails; null where none does. */
  failing: string | null = $derived.by(() =>
    this.#tools.guard.failing(this.fieldId, scopeKey(this.#scope), this.#expression)
  )

  isChanged: boolean = $derived(this.text !== (this.existing?.expression ?? ''))

  get place(): Place {
    return this.#tools.place
  }

  get scope(): ChosenScope {
    return this.#scope
  }

  get expression(): string {
    return this.#expression
  }

  get readFailure(): AppError | null {
    return this.#readFailure
  }

  get busy(): WriteResult['act'] | null {
    return this.#busy
  }

  get job(): Job | null {
    return this.#writing.job
  }

  /** The write ended, but the saved state is not read yet. */
  get isReadingBack(): boolean {
    return this.#busy !== null && this.job === null
  }

  get result(): WriteResult | null {
    return this.#result
  }

  /** Why the last write failed, if no control is the cause. */
  get error(): AppError | null {
    return this.#error
  }

  /** `this computer`: before sending. */
  get refusedBy(): 'service' | 'this computer' {
    return this.#refusedBy
  }

  errorOf(control: 'scope' | 'expression' | 'customFieldId'): string | undefined {
    return this.#fieldErrors[control]
  }

  forgetResult(): void {
    this.#result = null
    this.#error = null
  }

  /** Starts with the saved mapping unless the operator has begun, and follows it unless they have typed. */
  async read(): Promise<void> {
    // After an own write, such as an undo, the text stays.
    const before = this.isChanged || this.#busy !== null ? null : this.#expression
    try {
      await this.#tools.fields.read(this.fieldId)
      this.#readFailure = null
      if (!this.#touched && !this.draft) this.#beginWithSaved()
      else if (this.#expression === before && !this.draft) this.#expression = this.existing?.expression ?? ''
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

  revert(): void {
    this.type(this.existing?.expression ?? '')
  }

  /** The narrowest scope, unless the operator has begun. */
  beginWith(connectorKey: string | null): void {
    if (connectorKey === null || this.#touched || this.draft) return
    if (!sameCategory(this.field?.category ?? null, categoryOf({ key: connectorKey }))) return
    this.#begin({ kind: 'connector', slug: '', key: connectorKey })
  }

  /** Offered if this scope has no text. */
  get before(): Before | null {
    return this.text === '' ? this.#before : null
  }

  /**
   * Shows the scope's draft or saved expression. The previous scope's text is only offered, because it was tried on
   * other data; text typed before any choice goes to the first scope chosen.
   */
  choose(scope: ChosenScope): void {
    const [before, typed, wasDraft] = [this.#scope, this.#expression, this.draft !== null]
    const isFirst = wholeScope(before) === null && wasDraft
    if (wholeScope(before) !== null && this.text !== '') this.#before = { scope: before, expression: typed }
    this.#touched = true
    this.#clear('scope')
    this.#begin(scope)
    if (!isFirst || this.draft) return
    this.#expression = typed
    this.#tools.drafts.drop(this.fieldId, scopeKey(before))
    this.#tools.drafts.put(this.fieldId, scopeKey(scope), typed)
  }

  /** Checks the expression again before it saves. */
  async save(): Promise<boolean> {
    const scope = wholeScope(this.#scope)
    if (this.busy || this.obstacle !== null || !scope) return false
    const { client, place, lab, drafts } = this.#tools
    const { existing, fieldId, text: expression } = this
    const act = existing ? 'change' : 'create'
    const request = { ...place, fieldId, expression, sampleId: lab.front?.setId ?? null }
    const kept = scopeKey(this.#scope)
    const done = await this.#write(act, async (requestId) => {
      if (!(await lab.check(this.#expression))) return null
      return existing
        ? client.call('mappings:change', { ...request, requestId, mappingId: existing.id })
        : client.call('mappings:create', { ...request, requestId, scope })
    })
    // The service may have it after an unknown outcome. Text typed meanwhile stays unsaved.
    const isSaved = done || (scopeKey(this.#scope) === kept && !this.isChanged)
    if (isSaved && drafts.of(fieldId, kept)?.expression.trim() === expression) drafts.drop(fieldId, kept)
    return done
  }

  /**
   * A first save and text typed meanwhile remain as drafts.
   *
   * @param entryId of the change log
   */
  async undo(entryId: number): Promise<boolean> {
    const { client, place, drafts, lab } = this.#tools
    const request = { ...place, entryId, sampleId: lab.front?.setId ?? null }
    const done = await this.#write('undo', (requestId) => client.call('mappings:undo', { ...request, requestId }))
    if (!done || this.draft) return done
    if (this.existing) this.#expression = this.existing.expression
    else if (this.text !== '') drafts.put(this.fieldId, scopeKey(this.#scope), this.#expression)
    return done
  }

  /** Typed text stays as a draft. */
  delete(mapping: Mapping): Promise<boolean> {
    const { client, place, drafts } = this.#tools
    const kept = scopeKey(chosenScopeOf(mapping.scope))
    const request = { ...place, fieldId: this.fieldId, mappingId: mapping.id }
    return this.#write('delete', async (requestId) => {
      const change = await client.call('mappings:delete', { ...request, requestId })
      const isKept = change.outcome === 'refused' || drafts.of(this.fieldId, kept)
      if (!isKept) drafts.put(this.fieldId, kept, mapping.expression)
      return change
    })
  }

  /** For a mapping made elsewhere, if the service lists none. */
  deleteById(mappingId: string): Promise<boolean> {
    const { client, place } = this.#tools
    const request = { ...place, fieldId: this.fieldId, mappingId }
    return this.#write('delete', (requestId) => client.call('mappings:delete', { ...request, requestId }))
  }

  #clear(control: 'scope' | 'expression'): void {
    this.forgetResult()
    this.#fieldErrors = { ...this.#fieldErrors, [control]: '' }
  }

  /** @returns true if done */
  async #write(act: WriteResult['act'], send: (requestId: string) => Promise<Answer | null>): Promise<boolean> {
    if (this.#busy) return false
    const before = this.#result
    this.forgetResult()
    this.#fieldErrors = {}
    const job = new Job(this.#tools.client, this.#tools.place)
    this.#busy = act
    let change: Answer | null = null
    try {
      change = await this.#writing.act(job, () => send(job.requestId))
      this.#result = change && { act, change, entryId: change.entryId ?? null }
    } catch (thrown) {
      const error = unlessDeclined(thrown)
      this.#fieldErrors = error?.info.fields ?? {}
      this.#refusedBy = error?.code === 'invalid-input' ? 'this computer' : 'service'
      if (!error?.info.fields) this.#error = error
      // Declined: the earlier change can still be undone.
      if (!error) this.#result = before
    }
    // Before this read, a second save would create again.
    if (change && change.outcome !== 'refused') await this.read()
    this.#busy = null
    if (change && change.outcome !== 'refused') await this.#tools.onwritten(this.fieldId)
    return change?.outcome === 'done'
  }
  #beginWithSaved(): void {
    const mappings = this.detail?.mappings ?? []
    const first = mappings.find(({ scope }) => scope.kind === 'integration') ?? mappings[0]
    this.#begin(first && wholeScope(this.#scope) === null ? chosenScopeOf(first.scope) : this.#scope)
  }

  #begin(scope: ChosenScope): void {
    this.#scope = scope
    this.#expression = this.draft?.expression ?? this.existing?.expression ?? ''
  }
}
