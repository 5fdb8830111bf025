import type { Bench } from './bench.svelte'
import type { RequestTab } from './request-tab.svelte'

/** Keys with Ctrl or Cmd of the whole view, wherever the focus is. @returns whether it was one */
export function passthroughKeys(
  event: KeyboardEvent,
  bench: Bench,
  tab: RequestTab,
  acts: { send: () => void; save: () => void }
): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false
  const key = event.key.toLowerCase()
  if (key === 'enter') acts.send()
  else if (key === 't' && event.shiftKey) bench.tabs.reopen()
  else if (key === 't') bench.tabs.open()
  else if (key === 'w') bench.tabs.close(tab)
  else if (key === 's') acts.save()
  else if (key === 'f' && tab.response?.body) tab.response.finding = true
  else if (key === 'pagedown' || (key === 'tab' && !event.shiftKey)) bench.tabs.step(1)
  else if (key === 'pageup' || (key === 'tab' && event.shiftKey)) bench.tabs.step(-1)
  else return false
  return true
}
