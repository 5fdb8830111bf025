/**
 * Which records of this database are as the app last sent them, by the digests that it sent along. A record that is
 * still the same is then sent as its digest: most of a list are, from one refresh to the next.
 */
export class SentRecords {
  private readonly ids = new Map<string, number>()
  private readonly digests = new Map<number, string>()

  /** The number of the connector whose record this is, or undefined. */
  idOf(digest: string): number | undefined {
    return this.ids.get(digest)
  }

  /** A record was kept as it came with this digest. Call it once that is certain: after the transaction. */
  keep(id: number, digest: string): void {
    this.drop(id)
    this.ids.set(digest, id)
    this.digests.set(id, digest)
  }

  /** The record of a connector changes, whoever changes it. */
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
