import { type AppError, toAppError } from '../../../shared/errors'
import { expressionLength, type Mapping } from '../../../shared/mappings/mapping'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import type { Drafts } from './drafts.svelte'
import type { FieldList } from './fields.svelte'
import type { Lab } from './lab.svelte'
import { MappingWrites } from './mapping-writes.svelte'
import { mappingWords } from './words/mapping'
import { categoryOf } from '../records/chosen-connector'
import { type ChosenScope, chosenOf, isOfScope, noScope, sameCategory, scopeKey, scopeOf, wholeScope } from './scopes'

interface Tools {
  client: Client
  place: Place
  fields: FieldList
  drafts: Drafts
  lab: Lab
  /** Called after a write that may have changed something. */
  onwritten: (fieldId: string) => Promise<void>
}

export interface Before {
  scope: ChosenScope
  expression: string
}

export class MappingEditor extends MappingWrites {
  readonly fieldId: string
  #tools: Tools
  #scope = $state.raw<ChosenScope>(noScope)
  #expression = $state('')
  #touched = false
  #before = $state.raw<Before | null>(null)
  #readFailure = $state.raw<AppError | null>(null)

  constructor(fieldId: string, tools: Tools) {
    super(tools.client, tools.place)
    this.fieldId = fieldId
    this.#tools = tools
    const kept = tools.drafts.lastScope(fieldId)
    if (kept !== null) this.#begin(scopeOf(kept))
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
    return this.isChanged ? null : words.saved
  })

  isChanged: boolean = $derived(this.text !== (this.existing?.expression ?? ''))

  get scope(): ChosenScope {
    return this.#scope
  }

  get expression(): string {
    return this.#expression
  }

  get readFailure(): AppError | null {
    return this.#readFailure
  }

  /** Starts with the saved mapping unless the operator has begun. */
  async read(): Promise<void> {
    try {
      await this.#tools.fields.read(this.fieldId)
      this.#readFailure = null
      if (!this.#touched && !this.draft) this.#beginWithSaved()
    } catch (thrown) {
      this.#readFailure = toAppError(thrown)
    }
  }

  type(expression: string): void {
    if (expression === this.#expression) return
    this.#touched = true
    this.#expression = expression
    this.clear('expression')
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
    this.clear('scope')
    this.#begin(scope)
    if (!isFirst || this.draft || this.existing) return
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
    const done = await this.write(act, async (requestId) => {
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
    const done = await this.write('undo', (requestId) => client.call('mappings:undo', { ...request, requestId }))
    if (!done || this.draft) return done
    if (this.existing) this.#expression = this.existing.expression
    else if (this.text !== '') drafts.put(this.fieldId, scopeKey(this.#scope), this.#expression)
    return done
  }

  /** Typed text stays as a draft. */
  delete(mapping: Mapping): Promise<boolean> {
    const { client, place, drafts } = this.#tools
    const kept = scopeKey(chosenOf(mapping.scope))
    const request = { ...place, fieldId: this.fieldId, mappingId: mapping.id }
    return this.write('delete', async (requestId) => {
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
    return this.write('delete', (requestId) => client.call('mappings:delete', { ...request, requestId }))
  }

  protected written(): Promise<void> {
    return this.#tools.onwritten(this.fieldId)
  }

  #beginWithSaved(): void {
    const mappings = this.detail?.mappings ?? []
    const first = mappings.find(({ scope }) => scope.kind === 'integration') ?? mappings[0]
    this.#begin(first && wholeScope(this.#scope) === null ? chosenOf(first.scope) : this.#scope)
  }

  #begin(scope: ChosenScope): void {
    this.#scope = scope
    this.#expression = this.draft?.expression ?? this.existing?.expression ?? ''
  }
}
