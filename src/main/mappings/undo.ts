import type { Place } from '../../shared/workspaces/place'
import { refused } from './checks'
import type { ChangeLog } from './change-log'
import type { MappingDesk } from './mapping-desk'

/** An undo is a write like any other: confirmed and recorded. */
export class Undo {
  constructor(
    private readonly changeLog: ChangeLog,
    private readonly mappings: MappingDesk
  ) {}

  /**
   * Saves the earlier mapping, or deletes a new one.
   * @throws AppError outdated if something else is saved by now; not-found; invalid-input; the errors of the write
   */
  async act(place: Place, entryId: number, sampleId: string | null, signal: AbortSignal) {
    const undoes = await this.changeLog.entry(place, entryId)
    const { act, field, mapping, outcome } = undoes
    const [fieldId, id] = [field.id, mapping?.id]
    const before = act === 'change-mapping' ? (mapping?.before ?? null) : null
    if (outcome === 'refused' || !fieldId || !id || (before === null && act !== 'create-mapping'))
      throw refused(null, 'Only a mapping that was saved can be undone here.')
    const options = { sampleId, undoes }
    if (before !== null) return this.mappings.change(place, fieldId, id, before, signal, options)
    return { ...(await this.mappings.delete(place, fieldId, id, signal, options)), mapping: null }
  }
}
