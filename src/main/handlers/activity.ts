import { AppError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import { exportName } from '../base/file-name'
import { stillThere } from '../base/there'
import type { Activity } from '../activity/activity'
import type { Area } from './handlers'

export interface ActivityHandlerParts {
  activity: Activity
  clock: Clock
  /** Of a workspace; empty where it was removed. */
  nameOf(workspaceId: string): string
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save(suggestedName: string, content: string): Promise<string | null>
  /** In the system's file manager. */
  showInFolder(file: string): void
}

/** The handlers of the activity (issue 6, section 6). */
export function activityHandlers({
  activity,
  clock,
  nameOf,
  save,
  showInFolder
}: ActivityHandlerParts): Area<'activity'> {
  /** A path is never taken from a window. */
  let saved: string | null = null
  const named = async (id: string) =>
    nameOf(id) || ((await activity.workspaces()).find(({ workspaceId }) => workspaceId === id)?.name ?? '')
  return {
    'activity:list': (of) => activity.list(of),
    'activity:part': (of) => activity.part(of),
    'activity:chart': (of) => activity.chart(of),
    'activity:verify': () => activity.verify(),
    'activity:workspaces': async () => ({ workspaces: await activity.workspaces() }),
    'activity:export': async (of) => {
      const { text, calls } = await activity.export(of)
      const file = await save(exportName(['activity', await named(of.workspaceId)], clock.now(), of.format), text)
      saved = file ?? saved
      return file === null ? null : { file, calls }
    },
    'activity:showExport': async () => {
      if (saved === null) throw new AppError('not-found', 'Nothing was exported since the app started.')
      showInFolder(await stillThere(saved))
    }
  }
}
