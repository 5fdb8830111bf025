import type { Reference } from '../../../../shared/collections/references'
import { copy } from '../../lib/clipboard'
import { formatJson } from '../../lib/json-format'
import { safeString } from '../../lib/words/safe-text'
import type { CollectionWalk } from '../../state/collections/walk.svelte'
import type { ContextEntry } from '../../state/shared/context-menu.svelte'
import { rowsWords } from '../../words/data/rows'
import { referenceWords } from '../../words/record'
import { rowReferences } from './row-references'

const words = rowsWords.menu

interface RowMenu {
  walk: CollectionWalk
  index: number
  /** The cell that was pressed; null by keyboard, which means the row. */
  column: string | null
  onopen: (reference: Reference) => void
  /** Says what is in the clipboard now, or that it is not. */
  oncopied: (said: string) => void
}

/** What can be done with a row, its cell under the pointer and the records it names. */
export function rowMenu({ walk, index, column, onopen, oncopied }: RowMenu): ContextEntry[] {
  const id = walk.rows.at(index)?.id
  const put = async (text: string | null, what: string) => {
    const { copied, notCopied } = rowsWords.foot
    if (text !== null) oncopied((await copy(text)) ? copied(what) : notCopied)
  }
  const value = column === null ? null : walk.rows.cell(index, column)
  const named = rowReferences(walk, index).map(({ reference }) => ({
    label: words.openOf(referenceWords(reference)),
    run: () => onopen(reference)
  }))
  return [
    { label: words.open, run: () => void walk.record.open(index) },
    ...named.filter((one, at) => named.findIndex(({ label }) => label === one.label) === at),
    ...(column === null
      ? []
      : [
          {
            label: words.copyValue,
            run: async () => put(await walk.textOf(index, column), safeString(column, 80)),
            disabled: value === null || value === undefined,
            apart: true
          }
        ]),
    { label: words.copyId, run: () => void put(id ?? null, safeString(id ?? '', 80)), disabled: !id, apart: !column },
    {
      label: words.copyJson,
      run: async () => {
        const text = await walk.textOf(index, null)
        await put(text && formatJson(text), words.name(index + 1))
      }
    }
  ]
}
