import type { Notice } from '../../shared/app/state'

/** Notices for this run that stay until the operator dismisses them. */
export class Notices {
  private notices: (Notice & { read: () => void })[] = []

  /** @param read called after the dismissal */
  add(id: string, message: string, read: () => void = () => undefined): void {
    this.notices = [...this.notices.filter((notice) => notice.id !== id), { id, message, read }]
  }

  dismiss(id: string): void {
    for (const notice of this.notices) if (notice.id === id) notice.read()
    this.notices = this.notices.filter((notice) => notice.id !== id)
  }

  list(): Notice[] {
    return this.notices.map(({ id, message }) => ({ id, message }))
  }
}
