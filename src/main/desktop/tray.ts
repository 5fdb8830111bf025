/** Names no customer, locked or not. */
export interface TrayState {
  /** Open issues of the open workspace; null if unknown, not wanted, or locked. */
  count: number | null
  locked: boolean
}

export interface TrayActs {
  open(): void
  refresh(): void
  lock(): void
  quit(): void
}

export function trayWords({ count, locked }: TrayState): string {
  if (locked) return 'Connector Desk: locked'
  if (count === null) return 'Connector Desk'
  return `Connector Desk: ${count.toLocaleString('en-US')} open ${count === 1 ? 'issue' : 'issues'}`
}

/** At most three characters; empty for none. */
export function trayNumber({ count, locked }: TrayState): string {
  if (locked || count === null || count === 0) return ''
  return count > 99 ? '99+' : String(count)
}

export function trayItems({ locked }: TrayState, acts: TrayActs) {
  return [
    { label: 'Open Connector Desk', click: acts.open },
    { label: 'Refresh now', enabled: !locked, click: acts.refresh },
    { label: 'Lock', enabled: !locked, click: acts.lock },
    { type: 'separator' as const },
    { label: 'Quit', click: acts.quit }
  ]
}
