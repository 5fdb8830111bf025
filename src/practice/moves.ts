/** What came and went in one collection while it was being walked. */
export class Moves {
  private readonly log: { at: number; by: 1 | -1 }[] = []

  get count(): number {
    return this.log.length
  }

  /** A record was put in before the one at `at`, or taken out there. */
  note(at: number, by: 1 | -1): void {
    this.log.push({ at, by })
  }

  /** Where the record is by now that was at `index` after the first `since` moves; of a gone one, where its next is. */
  shift(index: number, since: number): number {
    return this.log.slice(since).reduce((now, move) => {
      if (move.by === 1) return move.at <= now ? now + 1 : now
      return move.at < now ? now - 1 : now
    }, index)
  }
}
