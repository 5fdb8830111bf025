import type { FetchExport } from '../../../shared/data/collection'
import { bytes } from '../kit/format'
import { sharedWords } from '../kit/words/shared'

const words = sharedWords.exports

export function exportWords({ state, rows, bytes: size, file, error }: FetchExport): string {
  const wrote = words.wrote(rows, bytes(size))
  if (state === 'writing') return words.writing(wrote)
  if (state === 'done') return words.saved(wrote)
  if (state === 'cancelled') return words.cancelled
  return words.failed(error?.message ?? words.notWritten, fileName(file))
}

/** The last part of a path of any system. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
