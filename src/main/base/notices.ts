import type { Notice } from '../../shared/ipc'

/** What the operator must have read once; kept until dismissed, for this run. */
export class Notices {
  private notices: Notice[] = []

  add(id: string, message: string): void {
    this.notices = [...this.notices.filter((notice) => notice.id !== id), { id, message }]
  }

  dismiss(id: string): void {
    this.notices = this.notices.filter((notice) => notice.id !== id)
  }

  list(): Notice[] {
    return this.notices
  }
}
