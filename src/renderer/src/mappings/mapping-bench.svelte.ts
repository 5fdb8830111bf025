import { untrack } from 'svelte'
import { toAppError, type AppError } from '../../../shared/errors'
import type { ChangeLogEntry } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { sampleWords } from './words/samples'
import { Drafts } from './drafts.svelte'
import { Effective } from './effective.svelte'
import { FieldList } from './fields.svelte'
import { Lab } from './lab.svelte'
import { ChangeLog } from './change-log.svelte'
import { LookupList } from './lookup-list.svelte'
import { MappingEditor } from './mapping-editor.svelte'
import { Marks } from './marks.svelte'
import { Samples } from './samples.svelte'
import { chosenOf, scopeKey } from './scopes'
import { ServiceAnswer } from './service-answer.svelte'
import type { BodySummary } from '../../../shared/viewer/windows'

/** A list of objects in a record. */
type ListInRecord = Pick<BodySummary['tables'][number], 'node' | 'jmespath'>

/**
 * The item of a list that an expression leads into, and the path from there; null where it leads elsewhere.
 * @param list the path to the list, as JMESPath
 */
export function withinItem(expression: string, list: string): { index: number; expression: string } | null {
  const way = list === '@' ? '' : list
  if (!expression.startsWith(way)) return null
  const [, index, rest] = /^\[(\d+)\]\.?([^]+)$/.exec(expression.slice(way.length)) ?? []
  return index === undefined || rest === undefined ? null : { index: Number(index), expression: rest }
}

/** Fields whose mappings are read without being asked for: more would use up the rate limit that others share. */
const readAtOnce = 60

/** A value chosen elsewhere, to be mapped. */
export interface ChosenValue {
  responseId: string
  node: number
  /** As the sample is called: "employees of Umber". */
  name: string
  /** The connector of the value: the mapping begins with it alone. */
  connectorKey?: string | null
}

/** All of the mappings view for one workspace's region. Each concern is a class of its own; here they meet. */
export class MappingBench {
  readonly place: Place
  readonly lookups: LookupList
  readonly fields: FieldList
  readonly marks: Marks
  readonly drafts: Drafts
  readonly lab: Lab
  readonly samples: Samples
  readonly effective: Effective
  readonly answer: ServiceAnswer
  readonly changeLog: ChangeLog
  #client: Client
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the editor in view is
  #editors = new Map<string, MappingEditor>()
  #editor = $state.raw<MappingEditor | null>(null)
  /** The reading of the fields that were not looked at; another one ends it. */
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
    this.marks = new Marks(client)
    this.drafts = new Drafts(client, place)
    this.lab = new Lab(client, place)
    this.samples = new Samples(client, place, this.lab)
    this.effective = new Effective(client, place)
    this.answer = new ServiceAnswer(client, place)
    this.changeLog = new ChangeLog(client, place)
  }

  /** The field that was chosen before the window was opened again: it is chosen once the fields are read. */
  returnTo = $state<string | null>(null)

  /** The chosen field. */
  get editor(): MappingEditor | null {
    return this.#editor
  }

  /** Whether the fields not looked at yet are being read. */
  get checking(): boolean {
    return this.#check !== null
  }

  get checkFailure(): AppError | null {
    return this.#checkFailure
  }

  /** Reads all there is, the first time it is looked at, and again when calls can be made again. */
  begin(access: string): void {
    if (this.#begun === access) return
    this.#begun = access
    void this.reload().then(() => {
      this.#return()
      // Without it each field is read scope by scope: only when asked.
      if (this.fields.operations.readField) void this.checkAll(readAtOnce)
    })
    void this.lab.load()
  }

  async reload(): Promise<void> {
    // The fields come after their drafts: an editor begins with the draft of its field.
    const fields = this.drafts.load().then(() => this.fields.load())
    await Promise.all([this.lookups.read(), fields, this.changeLog.load()])
    if (this.#editor && !this.#editor.detail) await this.#read(this.#editor)
  }

  #return(): void {
    const field = this.returnTo
    this.returnTo = null
    if (field && !this.#editor && this.fields.all?.some(({ id }) => id === field)) this.select(field)
  }

  select(fieldId: string): void {
    if (this.#editor?.fieldId === fieldId) return
    const known = this.#editors.get(fieldId)
    const editor = known ?? this.#make(fieldId)
    this.#editors.set(fieldId, editor)
    this.#editor = editor
    this.lab.reset()
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) editor.beginWith(waiting.connectorKey)
    void (known ? Promise.resolve() : this.#read(editor)).then(() => {
      if (waiting?.expression) this.#offer(editor, waiting)
    })
  }

  /** A connector was chosen elsewhere: the field in the editor, or the next one chosen, begins with it alone. */
  beginFor(connectorKey: string): void {
    if (this.#editor) this.#editor.beginWith(connectorKey)
    else this.#waiting = { expression: '', why: '', connectorKey }
  }

  /** After a field was deleted. */
  close(fieldId: string): void {
    this.#editors.delete(fieldId)
    this.marks.forget(fieldId)
    this.fields.drop(fieldId)
    if (this.#editor?.fieldId === fieldId) this.#editor = null
  }

  /**
   * Reads the mappings of fields that were not looked at, one after another: one request each.
   * @param most fields; the others are read when asked
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

  /** Other samples: other fill rates. */
  judgeAll(): void {
    const ids = untrack(() => [...this.fields.details.keys()])
    for (const id of ids) void this.#judge(id)
  }

  /** Takes the response a value is in as a sample, whole, marks the value there, and offers the way to it. */
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

  /** Takes the items of a list in the current record as records; offers the path to the value within one item. */
  async takeItems({ node, jmespath }: ListInRecord): Promise<void> {
    const { front } = this.lab
    if (!front) return
    const within = withinItem(this.#editor?.text ?? '', jmespath)
    if (!(await this.samples.items(front, node, within?.index ?? 0)) || !within) return
    this.lab.makeOffer([{ expression: within.expression, why: sampleWords.use.withinItem }])
  }

  async useNode(node: number): Promise<void> {
    const editor = this.#editor
    const [first] = await this.lab.useNode(node)
    // Another field may be current by now: the value was chosen for the one before.
    if (first && editor === this.#editor && editor?.text === '') editor.type(first.expression)
  }

  /** Brings what an entry made back into the editor: to be reviewed and saved, not written at once. */
  recreate({ field, mapping }: ChangeLogEntry): boolean {
    if (!mapping || field.id === null || !this.fields.get(field.id)) return false
    this.select(field.id)
    this.#editor?.choose(chosenOf(mapping.scope))
    this.#editor?.type(mapping.expression)
    return true
  }

  /** Takes a save back, in the editor of its field: how that ends shows there. */
  async undo({ id, field, mapping }: ChangeLogEntry): Promise<void> {
    if (!mapping || field.id === null || !this.fields.get(field.id)) return
    this.select(field.id)
    const scope = chosenOf(mapping.scope)
    if (this.#editor && scopeKey(this.#editor.scope) !== scopeKey(scope)) this.#editor.choose(scope)
    await this.#editor?.undo(id)
  }

  #make(fieldId: string): MappingEditor {
    const { fields, drafts, lab, place } = this
    return new MappingEditor(fieldId, {
      client: this.#client,
      place,
      fields,
      drafts,
      lab,
      onwritten: async (id) => {
        await Promise.all([this.#judge(id), this.changeLog.load(), this.effective.refresh()])
      }
    })
  }

  /** Typed where the editor is empty; else offered. */
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
