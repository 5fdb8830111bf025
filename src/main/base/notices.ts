import type { Notice } from '../../shared/app/state'

/** What the operator must have read once; kept until dismissed, for this run. */
export class Notices {
  private notices: (Notice & { read: () => void })[] = []

  /** @param read called once it was dismissed */
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
