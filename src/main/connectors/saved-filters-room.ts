import { AppError } from '../../shared/errors'
import type { Keeping } from '../../shared/connectors/snapshot'
import { filterLimits, type SavedFilterList } from '../../shared/connectors/saved-filter'
import { cleanText } from '../base/plain-text'
import type { SavedFilterStore } from './saved-filters'
import { savedFilterWords as words } from './words'
import { serving } from '../base/room'

export interface SavedFilterParts {
  history: SavedFilterStore
  keeping(): Keeping
  /** @throws AppError team-read-only where this desk may only read what the team shares */
  mayChange(): Promise<void>
  /** Something waits for the team. */
  changed(): void
}

/** The handlers of filters that have a name. */
export function savedFilterHandlers({ history, keeping, mayChange, changed }: SavedFilterParts) {
  const list = async (workspaceId: string): Promise<SavedFilterList> => ({
    filters: await history.savedFilters({ workspaceId }),
    isKept: keeping().keeping === 'yes'
  })
  /** What a viewer saves is their own; what the team has, they may not change. */
  async function allow(workspaceId: string, id: string): Promise<void> {
    const known = (await history.savedFilters({ workspaceId })).find((one) => one.id === id)
    if (known?.isShared) await mayChange()
  }
  return serving({
    'connectors:savedFilters': ({ workspaceId }) => list(workspaceId),

    async 'connectors:saveFilter'({ workspaceId, id, name: typed, filters }) {
      const name = cleanText(typed)
      if (name === '') throw refused(words.noName)
      if (name.length > filterLimits.name) throw refused(words.longName(filterLimits.name))
      await allow(workspaceId, id)
      if (!(await history.saveFilter({ workspaceId, id, name, filters }))) throw refused(words.full(filterLimits.own))
      changed()
      return list(workspaceId)
    },

    async 'connectors:removeFilter'({ workspaceId, id }) {
      await allow(workspaceId, id)
      await history.removeFilter({ workspaceId, id })
      changed()
      return list(workspaceId)
    }
  })
}

const refused = (message: string) => new AppError('invalid-input', message, { fields: { name: message } })
