import { typedJson, typedOf } from '../../../shared/mappings/builders'
import { type ExampleAnswer, mostExamples } from '../../../shared/mappings/example'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import type { Lab } from './lab.svelte'

interface Wanted {
  /** Of the record in the set. */
  index: number
  typed: string
}

/** ms: nobody waits for a search per letter */
const pause = 250

export const letterOf = (at: number) => String.fromCharCode(65 + at)

/** Wanted results for records of the current set, and the expressions that give them. */
export class ByExample extends Task {
  #client: Client
  #lab: Lab
  #field: string
  #setId: string
  #rows = $state.raw<readonly Wanted[]>([])
  #answer = $state.raw<ExampleAnswer | null>(null)
  /** The rows that it answers. */
  #answered: readonly Wanted[] | null = null
  #chosen = $state(0)
  #stopped = $state(false)
  #labels = $state.raw<Readonly<Record<number, string>>>({})
  #timer: ReturnType<typeof setTimeout> | undefined
  #waits = $state(false)
  /** What stands beside the wanted results. */
  beside = $state<'record' | 'differ'>('record')

  /** @param field the custom field's name */
  constructor(client: Client, lab: Lab, field: string) {
    super()
    this.#client = client
    this.#lab = lab
    this.#field = field
    this.#setId = lab.front?.setId ?? ''
    this.#rows = this.#setId === '' ? [] : [{ index: lab.front?.index ?? 0, typed: '' }]
    this.search()
  }

  get setId(): string {
    return this.#setId
  }

  get rows(): readonly Wanted[] {
    return this.#rows
  }

  typed: number = $derived(this.#rows.filter(({ typed }) => typed.trim() !== '').length)

  get answer(): ExampleAnswer | null {
    return this.#answer
  }

  /** Of the proposals. */
  get chosen(): number {
    return this.#chosen
  }

  get searching(): boolean {
    return this.#waits || this.running
  }

  get stopped(): boolean {
    return this.#stopped
  }

  expression: string | null = $derived(this.#answer?.proposals[this.#chosen]?.expression ?? null)

  labelOf(index: number): string {
    return this.#labels[index] ?? `#${index + 1}`
  }

  choose(at: number): void {
    this.#chosen = at
  }

  type(at: number, typed: string): void {
    this.#put(this.#rows.map((row, place) => (place === at ? { ...row, typed } : row)))
  }

  /** Another record in a row; what was typed for the one before goes. */
  show(at: number, index: number): void {
    // An emptied number.
    if (!Number.isInteger(index)) return
    const most = (this.#lab.frontSet?.records ?? 1) - 1
    const fits = Math.max(0, Math.min(most, index))
    if (this.#rows.some((row, place) => place !== at && row.index === fits)) return
    this.#put(this.#rows.map((row, place) => (place === at ? { index: fits, typed: '' } : row)))
    void this.look(fits)
  }

  /** The next record that is not in a row, one on which proposals differ first. */
  add(): void {
    const records = this.#lab.frontSet?.records ?? 0
    const isFree = (index: number) => !this.#rows.some((row) => row.index === index)
    const index =
      this.#answer?.differing.find(({ index }) => isFree(index))?.index ??
      Array.from({ length: records }, (_, at) => at).find(isFree)
    if (index === undefined || this.#rows.length >= mostExamples) return
    this.#put([...this.#rows, { index, typed: '' }])
    void this.look(index)
  }

  /** A row for this record. */
  askFor(index: number): void {
    const others = this.#whole(index)
    if (others.length >= mostExamples) return
    this.#put([...others, { index, typed: '' }])
    void this.look(index)
  }

  remove(at: number): void {
    this.#put(this.#rows.filter((_, place) => place !== at))
  }

  /** The operator says what is right for a record; a result that was cut says only which expression. */
  decide(index: number, json: string | null, chosen: number): void {
    this.#chosen = chosen
    const others = this.#whole(index)
    if (json === null || json.endsWith('…') || others.length >= mostExamples) return
    this.#put([...others, { index, typed: typedOf(json) }])
  }

  /** Shows the record beside. */
  async look(index: number): Promise<void> {
    this.beside = 'record'
    const { front } = this.#lab
    if (front?.setId === this.#setId && front.index !== index) await this.#lab.show({ setId: this.#setId, index })
  }

  search(): void {
    this.#end()
    this.#stopped = false
    if (this.#rows.length === 0) return void (this.#answer = null)
    this.#waits = true
    this.#timer = setTimeout(() => void this.#ask(), this.typed === 0 ? 0 : pause)
  }

  stop(): void {
    if (!this.searching) return
    this.#end()
    this.#stopped = true
    // Proposals for what was typed before would pass for ones that fit.
    if (this.#answered !== this.#rows) this.#answer = null
  }

  /** Nobody looks any more. */
  close(): void {
    this.#end()
  }

  /** Rows of other records in which something is typed. */
  #whole(index: number): readonly Wanted[] {
    return this.#rows.filter((one) => one.index !== index && one.typed !== '')
  }

  #put(rows: readonly Wanted[]): void {
    this.#rows = rows
    this.search()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#waits = false
    this.cancel()
  }

  async #ask(): Promise<void> {
    this.#waits = false
    const job = new Job(this.#client)
    const rows = this.#rows
    const examples = rows.map(({ index, typed }) => ({
      index,
      wanted: typed.trim() === '' ? null : typedJson(typed)
    }))
    const chosen = this.expression
    const question = () => job.ask('mappings:byExample', { setId: this.#setId, field: this.#field, examples })
    await this.ask(job, question, (answer) => {
      this.#answer = answer
      this.#answered = rows
      this.#labels = {
        ...this.#labels,
        ...Object.fromEntries(rows.map(({ index }, at) => [index, answer.labels[at] ?? '']))
      }
      // What was chosen stays so while it fits.
      this.#chosen = Math.max(
        0,
        answer.proposals.findIndex(({ expression }) => expression === chosen)
      )
    })
    if (this.failure) this.#answer = null
  }
}
