import { type Builder, typedJson, typedOf, written } from '../../../shared/mappings/builders'
import type { Client } from '../client.svelte'
import type { Lab } from './lab.svelte'

/** What is typed in the forms of the builders; values as an operator types them. */
export interface BuilderForm {
  kind: Builder['kind']
  of: string
  rows: readonly { is: string; gives: string }[]
  parts: readonly string[]
  skips: 'empty' | 'null'
  otherwise: string
}

const blank = { is: '', gives: '' }

/** Begins with the typed expression, from which most tables and chains start. */
const begun = (kind: Builder['kind'], expression: string): BuilderForm => ({
  ...{ kind, of: expression, rows: [blank, blank], parts: [expression, ''], skips: 'empty', otherwise: '' }
})

function formOf(builder: Builder): BuilderForm {
  const form = begun(builder.kind, '')
  const otherwise = builder.otherwise === null || builder.otherwise === 'null' ? '' : typedOf(builder.otherwise)
  if (builder.kind === 'chain') return { ...form, parts: builder.of, skips: builder.skips, otherwise }
  const rows = builder.rows.map(({ is, gives }) => ({ is: typedOf(is), gives: typedOf(gives) }))
  return { ...form, of: builder.of, rows, otherwise }
}

/** Empty while nothing whole is typed. */
function textOf({ kind, of, rows, parts, skips, otherwise }: BuilderForm): string {
  const last = otherwise.trim() === '' ? null : typedJson(otherwise)
  if (kind === 'chain') return written({ kind, of: [...parts], skips, otherwise: last })
  const whole = rows.filter(({ is, gives }) => is.trim() !== '' && gives.trim() !== '')
  if (whole.length === 0) return ''
  const values = whole.map(({ is, gives }) => ({ is: typedJson(is), gives: typedJson(gives) }))
  return written({ kind, of, rows: values, otherwise: last ?? 'null' })
}

/** The form beside an expression: what is typed in one is written in the other, where both still fit. */
export class Building {
  #client: Client
  #lab: Lab
  #form = $state.raw<BuilderForm | null>(null)
  #read = $state(true)
  /** What the form wrote, or was read from. */
  #text: string | null = null

  constructor(client: Client, lab: Lab) {
    this.#client = client
    this.#lab = lab
  }

  /** null before anything was read */
  get form(): BuilderForm | null {
    return this.#form
  }

  /** False for a text that no builder would write: it stays until the form changes. */
  get isRead(): boolean {
    return this.#read
  }

  /** @returns whether a builder would write the expression */
  async follow(expression: string): Promise<boolean> {
    const text = expression.trim()
    if (text === this.#text) return this.#read
    this.#text = text
    const fits = text !== '' && text.length <= 1_024
    const builder = fits
      ? await this.#client.call('mappings:readBuilder', { expression: text }).catch(() => null)
      : null
    if (this.#text !== text) return false
    this.#read = builder !== null || text === ''
    this.#form = builder ? formOf(builder) : begun(this.#form?.kind ?? 'table', text)
    return builder !== null
  }

  /** @returns the expression; null while nothing whole is typed */
  change(part: Partial<BuilderForm>): string | null {
    if (!this.#form) return null
    // A kind that is only looked at changes nothing.
    const isWhole = !('kind' in part)
    this.#form = { ...this.#form, ...part }
    const text = isWhole ? textOf(this.#form) : ''
    if (text === '') return null
    this.#text = text
    this.#read = true
    return text
  }

  /** Rows for the values that a path gives in the sample data. */
  async valuesOf(path: string): Promise<string[]> {
    const setId = this.#lab.front?.setId
    if (setId === undefined || path.trim() === '') return []
    const request = { requestId: crypto.randomUUID(), expression: path, saved: null, setIds: [setId], front: null }
    const { sets } = await this.#client.call('mappings:evaluate', request)
    const values = sets[0]?.distinct.map(({ text }) => text) ?? []
    return values.filter((text) => !text.endsWith('…') && !/^[[{]/.test(text)).map(typedOf)
  }
}
