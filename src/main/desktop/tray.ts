/** What the tray or the Dock shows. It names no customer, whether the app is locked or not. */
export interface TrayState {
  /** Open issues of the open workspace; null where they are not known, not wanted, or locked away. */
  count: number | null
  locked: boolean
}

export interface TrayActs {
  open(): void
  refresh(): void
  lock(): void
  quit(): void
}

/** The line beside the pointer. */
export function trayWords({ count, locked }: TrayState): string {
  if (locked) return 'Connector Desk: locked'
  if (count === null) return 'Connector Desk'
  return `Connector Desk: ${count.toLocaleString('en-US')} open ${count === 1 ? 'issue' : 'issues'}`
}

/** The number on the icon: what three characters can say. Empty where there is nothing to do. */
export function trayNumber({ count, locked }: TrayState): string {
  if (locked || count === null || count === 0) return ''
  return count > 99 ? '99+' : String(count)
}

/** The menu of the icon. */
export function trayItems({ locked }: TrayState, acts: TrayActs) {
  return [
    { label: 'Open Connector Desk', click: acts.open },
    { label: 'Refresh now', enabled: !locked, click: acts.refresh },
    { label: 'Lock', enabled: !locked, click: acts.lock },
    { type: 'separator' as const },
    { label: 'Quit', click: acts.quit }
  ]
}
