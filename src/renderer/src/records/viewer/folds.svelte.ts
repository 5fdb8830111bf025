interface Fold {
  start: number
  end: number
}

/** The folded lines of a body. Lines count the whole body, rows only what is visible. */
export class Folds {
  #all: Fold[] = []
  #outer = $state.raw<readonly Fold[]>([])

  isFolded(line: number): boolean {
    return this.#outer.some(({ start }) => start === line)
  }

  /** @returns the rows that stay visible of so many lines */
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

  /** The row of a line, or of the fold that hides it. */
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
