import { untrack } from 'svelte'
import { toAppError, type AppError } from '../../../shared/errors'
import type { ChangeLogEntry } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { withinItem } from './expression'
import { sampleWords } from './words/samples'
import { Drafts } from './drafts.svelte'
import { ByExample } from './example.svelte'
import { Effective, FieldList, FieldMarks, LookupList } from './fields.svelte'
import { Lab, ServerPreview } from './lab.svelte'
import { ChangeLog } from './change-log.svelte'
import { MappingEditor } from './mapping-editor.svelte'
import { Samples } from './samples.svelte'
import { Guard } from './guard.svelte'
import { chosenScopeOf, scopeKey, scopeOfKey } from './scopes'
import type { BodySummary } from '../../../shared/viewer/windows'

type ListInRecord = Pick<BodySummary['tables'][number], 'node' | 'jmespath'>

/** Typed, found from wanted results, or in the form of a builder. */
export type WayOfWriting = 'expression' | 'example' | 'build'

/** More would use up the shared rate limit. */
const readAtOnce = 60

export interface ChosenValue {
  responseId: string
  node: number
  /** "employees of Umber" */
  name: string
  /** The mapping starts with this connector alone. */
  connectorKey?: string | null
}

/** Connects the classes of each concern, for one workspace and region. */
export class MappingBench {
  readonly place: Place
  readonly lookups: LookupList
  readonly fields: FieldList
  readonly marks: FieldMarks
  readonly drafts: Drafts
  readonly lab: Lab
  readonly samples: Samples
  readonly guard: Guard
  readonly effective: Effective
  readonly serverPreview: ServerPreview
  readonly changeLog: ChangeLog
  #client: Client
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the editor in view is
  #editors = new Map<string, MappingEditor>()
  #editor = $state.raw<MappingEditor | null>(null)
  /** The load of unread fields; a new one replaces it. */
  #check = $state.raw<object | null>(null)
  #checkFailure = $state.raw<AppError | null>(null)
  #begun: string | null = null
  /** A value chosen elsewhere that waits for a field. */
  #waiting: { expression: string; why: string; connectorKey: string | null } | null = null

  constructor(client: Client, place: Place) {
    this.#client = client
    this.place = place
    this.lookups = new LookupList(client, place)
    this.fields = new FieldList(client, place)
    this.marks = new FieldMarks(client)
    this.drafts = new Drafts(client, place)
    this.lab = new Lab(client, place)
    this.samples = new Samples(client, place, this.lab)
    this.guard = new Guard(client, place, this.lab)
    this.effective = new Effective(client, place)
    this.serverPreview = new ServerPreview(client, place)
    this.changeLog = new ChangeLog(client, place)
  }

  #way = $state<WayOfWriting>('expression')
  #example = $state.raw<ByExample | null>(null)

  #matrixShown = $state(false)
  /** The chosen cell of the matrix: `<field> <category> <slug>`. */
  cell = $state<string | null>(null)

  get matrixShown(): boolean {
    return this.#matrixShown
  }

  showMatrix(shown: boolean): void {
    this.#matrixShown = shown
  }

  #wanted: { fieldId: string; scope: string; missing: () => void } | null = null

  /** The field to choose after the window reopens. */
  returnTo = $state<string | null>(null)

  get editor(): MappingEditor | null {
    return this.#editor
  }

  /** How the expression is written now. */
  get way(): WayOfWriting {
    return this.#way
  }

  /** null but while wanted results are typed */
  get example(): ByExample | null {
    return this.#example
  }

  write(way: WayOfWriting): void {
    this.#way = way
    if (way === 'example') this.#example ??= this.#beginExample()
    else this.#endExample()
  }

  /** Wanted results belong to records of one set. */
  followSet(): void {
    if (this.#example && this.#example.setId !== (this.lab.front?.setId ?? '')) {
      this.#endExample()
      this.#example = this.#beginExample()
    }
  }

  #beginExample(): ByExample {
    return new ByExample(this.#client, this.lab, this.#editor?.field?.name ?? '')
  }

  #endExample(): void {
    this.#example?.close()
    this.#example = null
  }

  get checking(): boolean {
    return this.#check !== null
  }

  get checkFailure(): AppError | null {
    return this.#checkFailure
  }

  /** Loads everything once, and again after a change of access. */
  begin(access: string): void {
    if (this.#begun === access) return
    this.#begun = access
    void this.reload().then(() => {
      this.#return()
      // One request per field and scope: only on demand.
      if (this.fields.operations.readField) void this.checkAll(readAtOnce)
    })
    void this.lab.load()
  }

  async reload(): Promise<void> {
    // An editor starts with its draft.
    const fields = this.drafts.load().then(() => this.fields.load())
    await Promise.all([this.lookups.read(), fields, this.changeLog.load()])
    await this.#readAgain()
    if (this.#editor && !this.#editor.detail) await this.#read(this.#editor)
  }

  /** What was read of fields: somebody else may have saved since. */
  async #readAgain(): Promise<void> {
    const rank = (id: string) => (this.#editor?.fieldId === id ? 0 : this.#editors.has(id) ? 1 : 2)
    const held = [...this.fields.details.keys()].sort((a, b) => rank(a) - rank(b))
    for (const id of held.splice(readAtOnce)) this.fields.details.delete(id)
    for (const id of held) {
      const editor = this.#editors.get(id)
      if (editor) await this.#read(editor)
      else await this.fields.read(id).catch(() => this.fields.details.delete(id))
    }
  }

  #return(): void {
    const [field, wanted] = [this.returnTo, this.#wanted]
    this.returnTo = this.#wanted = null
    if (wanted) this.open(wanted.fieldId, wanted.scope, wanted.missing)
    else if (field && !this.#editor && this.fields.all?.some(({ id }) => id === field)) this.select(field)
  }

  /** Once the fields are read. @param scope `integration:<slug>` or `connector:<key>` @param missing no such field */
  open(fieldId: string, scope: string, missing: () => void = () => undefined): void {
    if (this.fields.all === null) {
      this.#wanted = { fieldId, scope, missing }
      return
    }
    if (!this.fields.get(fieldId)) return missing()
    this.#matrixShown = false
    this.select(fieldId)
    const editor = this.#editor
    if (editor && scopeKey(editor.scope) !== scope) editor.choose(scopeOfKey(scope))
  }

  select(fieldId: string): void {
    if (this.#editor?.fieldId === fieldId) return
    const known = this.#editors.get(fieldId)
    const editor = known ?? this.#make(fieldId)
    this.#editors.set(fieldId, editor)
    this.#editor = editor
    this.write('expression')
    this.lab.reset()
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) editor.beginWith(waiting.connectorKey)
    void (known?.detail ? Promise.resolve() : this.#read(editor)).then(() => {
      if (waiting?.expression) this.#offer(editor, waiting)
    })
  }

  /** @returns false where the operator has text of their own, which stays */
  async openDraft(draft: { fieldId: string; scope: string; expression: string }): Promise<boolean> {
    const { fieldId, scope, expression } = draft
    // Those of earlier runs, where Mappings was not shown yet.
    await this.drafts.load()
    if (this.drafts.of(fieldId, scope) !== null) return false
    // It begins anew, with this draft. Texts of other scopes are kept as drafts.
    this.#editors.delete(fieldId)
    if (this.#editor?.fieldId === fieldId) this.#editor = null
    this.drafts.put(fieldId, scope, expression)
    this.select(fieldId)
    return true
  }

  beginFor(connectorKey: string): void {
    if (this.#editor) this.#editor.beginWith(connectorKey)
    else this.#waiting = { expression: '', why: '', connectorKey }
  }

  close(fieldId: string): void {
    this.#editors.delete(fieldId)
    this.marks.forget(fieldId)
    this.fields.drop(fieldId)
    if (this.#editor?.fieldId === fieldId) this.#editor = null
  }

  /**
   * One request each.
   *
   * @param most number of fields; the rest load on demand
   */
  async checkAll(most = Infinity): Promise<void> {
    const check = {}
    this.#check = check
    this.#checkFailure = null
    try {
      for (const { id } of (this.fields.all ?? []).slice(0, most)) {
        if (this.#check !== check) return
        if (!this.fields.details.has(id)) await this.fields.read(id)
        await this.#judge(id)
      }
    } catch (thrown) {
      this.#checkFailure = toAppError(thrown)
    }
    if (this.#check === check) this.#check = null
  }

  stopChecking(): void {
    this.#check = null
  }

  judgeAll(): void {
    const ids = untrack(() => [...this.fields.details.keys()])
    for (const id of ids) void this.#judge(id)
  }

  /** Takes the whole response as a sample, and offers the value's path. */
  async takeValue({ responseId, node, name, connectorKey = null }: ChosenValue): Promise<void> {
    const way = await this.#client.call('passthrough:copyNode', { id: responseId, node, what: 'jmespath' })
    const expression = way === '@' ? '' : way
    if (!(await this.samples.response(responseId, name, connectorKey)) || expression === '') return
    const waiting = { expression, why: sampleWords.use.fromResponse, connectorKey }
    this.#editor?.beginWith(connectorKey)
    this.#waiting = this.#editor?.text === '' ? null : waiting
    this.#offer(this.#editor, waiting)
    await this.lab.mark(expression)
  }

  /** Takes a list's items as records. */
  async takeItems({ node, jmespath }: ListInRecord): Promise<void> {
    const { front } = this.lab
    if (!front) return
    const within = withinItem(this.#editor?.text ?? '', jmespath)
    if (!(await this.samples.items(front, node, within?.index ?? 0)) || !within) return
    this.lab.makeOffer([{ expression: within.expression, why: sampleWords.use.withinItem }])
  }

  async useNode(node: number): Promise<void> {
    const editor = this.#editor
    // Beside wanted results a record is only looked at.
    if (this.#example) return
    const [first] = await this.lab.useNode(node)
    // The operator may have changed fields.
    if (first && editor === this.#editor && editor?.text === '') editor.type(first.expression)
  }

  /** Puts an old entry into the editor for review; writes nothing. */
  recreate({ field, mapping }: ChangeLogEntry): boolean {
    if (!mapping || field.id === null || !this.fields.get(field.id)) return false
    this.select(field.id)
    this.#editor?.choose(chosenScopeOf(mapping.scope))
    this.#editor?.type(mapping.expression)
    return true
  }

  /** The field's editor shows the outcome. */
  async undo({ id, field, mapping }: ChangeLogEntry): Promise<void> {
    if (!mapping || field.id === null || !this.fields.get(field.id)) return
    this.select(field.id)
    const scope = chosenScopeOf(mapping.scope)
    if (this.#editor && scopeKey(this.#editor.scope) !== scopeKey(scope)) this.#editor.choose(scope)
    await this.#editor?.undo(id)
  }

  #make(fieldId: string): MappingEditor {
    const { fields, drafts, guard, lab, place } = this
    return new MappingEditor(fieldId, {
      client: this.#client,
      place,
      fields,
      drafts,
      guard,
      lab,
      onwritten: async (id) => {
        await Promise.all([this.#judge(id), this.changeLog.load(), this.effective.refresh(), guard.refresh()])
      }
    })
  }

  #offer(editor: MappingEditor | null, { expression, why }: { expression: string; why: string }): void {
    if (editor !== this.#editor) return
    if (editor?.text === '') editor.type(expression)
    else this.lab.makeOffer([{ expression, why }])
  }

  async #read(editor: MappingEditor): Promise<void> {
    await editor.read()
    await this.#judge(editor.fieldId)
  }

  async #judge(fieldId: string): Promise<void> {
    const detail = this.fields.details.get(fieldId)
    if (detail) await this.marks.judge(detail, this.lab.sets)
  }
}
