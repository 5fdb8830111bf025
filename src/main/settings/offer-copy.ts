import type { Confirmer } from '../guard/confirmer'
import type { OfferedCopy } from './settings'

/** Offers the last good copy of missing settings. @returns a message for the operator */
export async function offerCopy(offered: OfferedCopy, confirmer: Pick<Confirmer, 'confirm'>): Promise<string> {
  const { file, at, workspaces } = offered
  const holds = workspaces === 1 ? '1 workspace' : `${workspaces} workspaces`
  try {
    await confirmer.confirm(
      {
        place: null,
        title: 'Use the last good copy of the settings?',
        verb: 'Use the copy',
        note: `The settings file is missing. A copy of ${at} has ${holds}. Tokens are untouched. Without the copy the app starts empty, and the copy stays.`,
        facts: [['Copy', file]],
        requests: []
      },
      new AbortController().signal
    )
  } catch {
    return `The settings file is missing. The app starts empty. The last good copy, of ${at}, stays as ${file}, and is offered again at each start until a workspace is connected.`
  }
  offered.take()
  return `The settings are those of ${at} again. Quit the app and start it again: proxy, certificates and team hold from then on.`
}
