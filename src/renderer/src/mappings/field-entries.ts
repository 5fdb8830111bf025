import { copy } from '../kit/clipboard'
import type { ContextEntry } from '../kit/context-menu.svelte'
import type { MappingBench } from './mapping-bench.svelte'
import { fieldWords } from './words/fields'

/** @returns the outcome to announce */
export async function copyAndSay(what: keyof typeof fieldWords.copyOf, text: string): Promise<string> {
  return fieldWords.copied(fieldWords.copyOf[what], await copy(text))
}

/** @param tell announces a copy */
export function fieldEntries(
  bench: MappingBench,
  { id, name }: { id: string; name: string | null },
  tell: (said: string) => void
): ContextEntry[] {
  const words = fieldWords.menu
  return [
    { label: words.open, run: () => bench.select(id) },
    ...(name ? [{ label: words.copyName, apart: true, run: () => void copyAndSay('name', name).then(tell) }] : []),
    { label: words.copyId, apart: !name, run: () => void copyAndSay('id', id).then(tell) },
    {
      label: words.showChanges,
      disabled: !bench.changeLog.mayHave(id),
      run: () => bench.changeLog.showOf({ id, name })
    }
  ]
}
