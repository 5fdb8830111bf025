import { AppError } from '../../shared/errors'
import type { Clock } from '../base/clock'
import { exportName } from '../base/file-name'
import type { Area, Room } from '../base/room'
import { stillThere } from '../base/file-trouble'
import type { Activity } from './activity'

export interface ActivityRoomParts {
  activity: Activity
  clock: Clock
  workspaces: { list(): readonly { id: string; name: string }[] }
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: string): Promise<string | null>
  dialogs: {
    showInFolder(file: string): void
  }
  tell(id: string, words: string): void
}

export function openActivity(parts: ActivityRoomParts): Room<Area<'activity'>> {
  const { activity, clock } = parts
  /** A window never gives a path. */
  let saved: string | null = null
  /** Also of a removed workspace. */
  const nameOf = async (id: string) =>
    parts.workspaces.list().find((one) => one.id === id)?.name ??
    (await activity.workspaces()).find(({ workspaceId }) => workspaceId === id)?.name ??
    ''
  return {
    handlers: {
      'activity:list': (of) => activity.list(of),
      'activity:part': (of) => activity.part(of),
      'activity:chart': (of) => activity.chart(of),
      'activity:verify': () => activity.verify(),
      'activity:workspaces': async () => ({ workspaces: await activity.workspaces() }),
      'activity:export': async (of) => {
        const { text, calls } = await activity.export(of)
        const name = exportName(['activity', await nameOf(of.workspaceId)], clock.now(), of.format)
        const file = await parts.save(name, text)
        saved = file ?? saved
        return file === null ? null : { file, calls }
      },
      'activity:showExport': async () => {
        if (saved === null) throw new AppError('not-found', 'Nothing was exported since the app started.')
        parts.dialogs.showInFolder(await stillThere(saved))
      }
    },
    async begin() {
      const words = await activity.cutOffWords()
      if (words !== null) parts.tell('cut-off', words)
    },
    stop: () => activity.stop()
  }
}
