import type { Act } from '../guard/confirmer'
import { readUpdateAddress } from './address'

/**
 * What the operator confirms before the app asks another address for updates, or none: a page cannot choose it.
 *
 * @param before the address asked until then
 * @returns null where no other address is named, or none that can be asked
 */
export function updatesFrom(typed: string, before: string): Act | null {
  if (typed.trim() === '' && before !== '') return noUpdates(before)
  const read = readUpdateAddress(typed)
  if ('problem' in read || read.url === before) return null
  return {
    place: null,
    title: `Ask ${new URL(read.url).host} for updates?`,
    verb: 'Allow',
    note: 'It is asked at once and whenever you check for updates. Only packages signed by the publisher are offered.',
    facts: [['Update folder', read.url]],
    requests: []
  }
}

const noUpdates = (before: string): Act => ({
  place: null,
  title: 'Turn updates off?',
  verb: 'Turn off',
  note: 'The app no longer learns of newer versions, nor of those that close security holes.',
  facts: [['Update folder until now', before]],
  requests: []
})
