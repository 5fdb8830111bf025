import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import { placeOf } from '../../shared/workspaces/place'
import { trends } from '../../shared/trends/trends'
import type { TrendsReport } from '../../shared/trends/report'
import type { Clock } from '../base/clock'
import { exportName } from '../base/file-name'
import { stillThere } from '../base/there'
import type { TrendStore } from './read-trends'
import { trendsCsv } from './trends-csv'
import type { Masker } from '../secrets/masker'
import type { Area, Room } from '../base/room'
import type { Workspaces } from '../workspaces/workspaces'

/** Rows in the window; a file has all. */
const rowsShown = 200

export interface TrendParts {
  history: TrendStore
  clock: Clock
  masker: Pick<Masker, 'clean'>
  workspaces: Pick<Workspaces, 'nameOf'>
  print(report: TrendsReport): Promise<Uint8Array>
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: string | Uint8Array): Promise<string | null>
  dialogs: {
    showInFolder(file: string): void
  }
}

export function openTrends(parts: TrendParts): Room<Area<'trends'>> {
  const { history, clock, masker, workspaces } = parts
  /** A window never gives a path. */
  let saved: string | null = null

  const read = async (asked: Request<'trends:read'>, most: number) => {
    const { zone, span } = asked
    const read = await history.trends({ place: placeOf(asked), now: clock.now(), zone, weeks: span, most })
    return masker.clean(trends, read)
  }

  async function save(about: string[], ending: string, content: string | Uint8Array) {
    const file = await parts.save(exportName(about, clock.now(), ending), content)
    saved = file ?? saved
    return file === null ? null : { file }
  }

  const handlers: Area<'trends'> = {
    'trends:read': (asked) => read(asked, rowsShown),

    'trends:exportTable': async ({ table, ...asked }) => {
      const { format } = new Intl.DateTimeFormat('en-CA', { timeZone: asked.zone, dateStyle: 'short' })
      const text = trendsCsv(await read(asked, Infinity), table, format)
      return save(['trends', table, workspaces.nameOf(asked.workspaceId), asked.region], 'csv', text)
    },

    'trends:saveReport': async ({ names, ...asked }) => {
      const workspace = workspaces.nameOf(asked.workspaceId)
      const trends = await read(asked, rowsShown)
      const pdf = await parts.print({ workspace, region: asked.region, trends, names })
      return save(['trends', workspace, asked.region], 'pdf', pdf)
    },

    'trends:showSaved': async () => {
      if (saved === null) throw new AppError('not-found', 'Nothing was saved since the app started.')
      parts.dialogs.showInFolder(await stillThere(saved))
    }
  }
  return { handlers }
}
