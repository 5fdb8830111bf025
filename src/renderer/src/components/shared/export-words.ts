import type { CollectionExport } from '../../../../shared/model/collection'
import { bytes, counted } from '../../lib/format'

/** The state of an export. */
export function exportWords({ state, rows, bytes: size, file, error }: CollectionExport): string {
  const wrote = `${counted(rows, 'row')}, ${bytes(size)}`
  if (state === 'writing') return `Writing: ${wrote}`
  if (state === 'done') return `Saved: ${wrote}`
  if (state === 'cancelled') return 'Cancelled: nothing was left behind'
  return `Failed: ${error?.message ?? 'it could not be written'} What was written is left in ${fileName(file)}.part`
}

/** The name a path ends in, of any system. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
