/** Records by digest as the app last sent them. The app sends an unchanged record's digest only: most do not change. */
export class SentRecords {
  private readonly ids = new Map<string, number>()
  private readonly digests = new Map<number, string>()

  idOf(digest: string): number | undefined {
    return this.ids.get(digest)
  }

  /** Call it after the commit that kept the record. */
  keep(id: number, digest: string): void {
    this.drop(id)
    this.ids.set(digest, id)
    this.digests.set(id, digest)
  }

  /** Call it when any code changes the record. */
  drop(id: number): void {
    const digest = this.digests.get(id)
    if (digest === undefined) return
    this.digests.delete(id)
    this.ids.delete(digest)
  }

  clear(): void {
    this.ids.clear()
    this.digests.clear()
  }
}
