export class ShownBodies {
  private readonly shown = new Map<string, { workspaceId: string; responseIds: Set<string> }>()

  constructor(private readonly forget: (responseId: string) => void) {}

  add(workspaceId: string, sendId: string, responseId: string): void {
    const { responseIds } = this.shown.get(sendId) ?? { responseIds: new Set() }
    this.shown.set(sendId, { workspaceId, responseIds: responseIds.add(responseId) })
  }

  drop(workspaceId: string, sendId: string): void {
    const shown = this.shown.get(sendId)
    if (shown?.workspaceId !== workspaceId) return
    this.shown.delete(sendId)
    // A body's filter results go with it.
    for (const id of shown.responseIds) for (const one of [id, `${id}:filtered`]) this.forget(one)
  }

  dropAll(workspaceId: string): void {
    for (const sendId of [...this.shown.keys()]) this.drop(workspaceId, sendId)
  }
}
