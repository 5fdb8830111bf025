interface Fold {
  start: number
  end: number
}

/** Which of the lines of a body are folded away. Lines are of the body, rows are the visible ones. */
export class Folds {
  #all: Fold[] = []
  /** Those not inside of another one, in order. */
  #outer = $state.raw<readonly Fold[]>([])

  isFolded(line: number): boolean {
    return this.#outer.some(({ start }) => start === line)
  }

  /** Rows left of so many lines. */
  rows(lines: number): number {
    return this.#outer.reduce((left, { start, end }) => left - (end - start), lines)
  }

  lineAt(row: number): number {
    let line = row
    for (const { start, end } of this.#outer) {
      if (line <= start) break
      line += end - start
    }
    return line
  }

  /** The row that shows a line, or the folded one it is in. */
  rowOf(line: number): number {
    let hidden = 0
    for (const { start, end } of this.#outer) {
      if (line <= start) break
      if (line <= end) return start - hidden
      hidden += end - start
    }
    return line - hidden
  }

  toggle(start: number, end: number): void {
    if (this.#all.some((fold) => fold.start === start)) this.#all = this.#all.filter((fold) => fold.start !== start)
    else this.#all.push({ start, end })
    this.#publish()
  }

  /** Opens whatever hides a line. */
  reveal(line: number): void {
    this.#all = this.#all.filter(({ start, end }) => line <= start || line > end)
    this.#publish()
  }

  #publish(): void {
    this.#all.sort((a, b) => a.start - b.start || b.end - a.end)
    const outer: Fold[] = []
    for (const fold of this.#all) if (fold.start > (outer.at(-1)?.end ?? -1)) outer.push(fold)
    this.#outer = outer
  }
}
