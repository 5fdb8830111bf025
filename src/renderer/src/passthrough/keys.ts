import { pressed } from '../kit/keys/shortcut'
import type { Bench } from './bench.svelte'
import type { RequestTab } from './request-tab.svelte'

/** @returns true if it handled the key */
export function passthroughKeys(
  event: KeyboardEvent,
  bench: Bench,
  tab: RequestTab,
  acts: { send: () => void; save: () => void }
): boolean {
  if (pressed(event, 'send')) acts.send()
  else if (pressed(event, 'reopen-request')) bench.tabs.reopen()
  else if (pressed(event, 'new-request')) bench.tabs.open()
  else if (pressed(event, 'close')) bench.tabs.close(tab)
  else if (pressed(event, 'save-request')) acts.save()
  else if (pressed(event, 'find') && tab.response?.body) tab.response.finding = true
  else if (pressed(event, 'next-request')) bench.tabs.step(1)
  else if (pressed(event, 'previous-request')) bench.tabs.step(-1)
  else return false
  return true
}
