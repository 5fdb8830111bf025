import { readableById, referencesIn, type Reference } from '../../../shared/data/references'
import { copy } from '../kit/clipboard'
import { formatJson } from '../kit/json-format'
import { safeString } from '../kit/safe-text'
import type { FetchTab } from './fetch.svelte'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { rowsWords } from './words'
import { referenceWords } from '../records/words/record'

const words = rowsWords.menu

/** Only records readable by id; itself first. */
export function rowReferences(fetch: FetchTab, index: number): { column: string; reference: Reference }[] {
  const { path } = fetch.progress.request
  const id = fetch.rows.at(index)?.id
  const own = id && readableById(path) ? [{ column: 'id', reference: { path, id } }] : []
  const named = fetch.read
    .filter((column) => column !== 'id')
    .flatMap((column) =>
      referencesIn(path, column, fetch.rows.cell(index, column)).map((reference) => ({ column, reference }))
    )
  return [...own, ...named]
}

interface RowMenu {
  fetch: FetchTab
  index: number
  /** null by keyboard, for the row. */
  column: string | null
  onopen: (reference: Reference) => void
  /** Announces the copy or its failure. */
  oncopied: (said: string) => void
}

export function rowMenu({ fetch, index, column, onopen, oncopied }: RowMenu): ContextEntry[] {
  const id = fetch.rows.at(index)?.id
  const put = async (text: string | null, what: string) => {
    const { copied, notCopied } = rowsWords.foot
    if (text !== null) oncopied((await copy(text)) ? copied(what) : notCopied)
  }
  const value = column === null ? null : fetch.rows.cell(index, column)
  const named = rowReferences(fetch, index).map(({ reference }) => ({
    label: words.openOf(referenceWords(reference)),
    run: () => onopen(reference)
  }))
  return [
    { label: words.open, run: () => void fetch.record.open(index) },
    ...named.filter((one, at) => named.findIndex(({ label }) => label === one.label) === at),
    ...(column === null
      ? []
      : [
          {
            label: words.copyValue,
            run: async () => put(await fetch.textOf(index, column), safeString(column, 80)),
            disabled: value === null || value === undefined,
            apart: true
          }
        ]),
    { label: words.copyId, run: () => void put(id ?? null, safeString(id ?? '', 80)), disabled: !id, apart: !column },
    {
      label: words.copyJson,
      run: async () => {
        const text = await fetch.textOf(index, null)
        await put(text && formatJson(text), words.name(index + 1))
      }
    }
  ]
}
