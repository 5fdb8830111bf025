export class Moves {
  private readonly log: { at: number; by: 1 | -1 }[] = []

  get count(): number {
    return this.log.length
  }

  /** An addition before `at`, or a removal at `at`. */
  note(at: number, by: 1 | -1): void {
    this.log.push({ at, by })
  }

  /** Place of the record that was at `index` after `since` moves, or of its successor. */
  shift(index: number, since: number): number {
    return this.log.slice(since).reduce((now, move) => {
      if (move.by === 1) return move.at <= now ? now + 1 : now
      return move.at < now ? now - 1 : now
    }, index)
  }
}
