import type { Outcome } from '../../../shared/doctor/finding'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { HistoryState } from '../../store/inspect'
import { fault, ok, warning } from '../examination'

const again = 'Quit and start the app again: it sets the file aside under another name and starts a new one.'

/** @param keeping null if no app is running */
export function lookAtHistory(state: HistoryState, keeping: Keeping | null): Outcome {
  if (state.kind === 'none') return ok('No history yet.')
  if (state.kind === 'unreadable') return fault(`It cannot be opened: ${state.why}`, again)
  const { version, newest, problem, missing, bytes } = state
  const facts: Outcome['facts'] = [
    ['Size', `${(bytes / 1e6).toFixed(1)} MB`],
    ['Version', `${version}, this app knows ${newest}`]
  ]
  if (version > newest) {
    const words = `It is of version ${version}, of a newer version of this app: this one knows ${newest}, and is left as it is.`
    return warning(words, 'Install the newer version, or continue without a history.', facts)
  }
  if (problem) return fault(`It is damaged: ${problem}`, again, facts)
  if (missing.length > 0) {
    const words = `Tables are missing: ${missing.join(', ')}. What belongs there is not kept.`
    const next =
      'Quit the app, move history.db out of the profile, and start it again. Pass the file on with this report.'
    return fault(words, next, facts)
  }
  if (keeping?.keeping === 'no') return fault(keeping.message, 'See Disk above.', facts)
  if (keeping?.setAside) {
    const words = `The previous file could not be read and was set aside as ${keeping.setAside}; a new one was started.`
    return warning(words, 'Nothing to do. Keep the old file if you need its content.', facts)
  }
  return ok('It opens, is sound and has all its tables.', facts)
}
