import type { Clock } from '../base/clock'
import type { Activity } from '../activity/activity'
import type { Area } from './handlers'

export interface ActivityHandlerParts {
  activity: Activity
  clock: Clock
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save(suggestedName: string, content: string): Promise<string | null>
}

/** The handlers of the activity (issue 6, section 6). */
export function activityHandlers({ activity, clock, save }: ActivityHandlerParts): Area<'activity'> {
  return {
    'activity:list': (of) => activity.list(of),
    'activity:part': (of) => activity.part(of),
    'activity:chart': (of) => activity.chart(of),
    'activity:verify': () => activity.verify(),
    'activity:workspaces': async () => ({ workspaces: await activity.workspaces() }),
    'activity:export': async (of) => {
      const { text, calls } = await activity.export(of)
      const file = await save(`activity-${new Date(clock.now()).toISOString().slice(0, 10)}.${of.format}`, text)
      return file === null ? null : { file, calls }
    }
  }
}
