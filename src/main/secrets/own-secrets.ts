import { hidden } from './masked'
import { Masker } from './masker'

/** Hides and counts only these secrets. */
export class OwnSecrets {
  private readonly masker = new Masker()
  /** Lengths of the hidden places, in characters. */
  readonly hidden: number[] = []

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) this.masker.add(secret)
  }

  /** Also hides a secret cut by the piece's ends. */
  hide(text: string, from = 0, to = text.length): string {
    const { reach } = this.masker
    const start = Math.max(0, from - reach)
    let shown = ''
    let done = from
    for (const span of this.masker.places(text.slice(start, to + reach))) {
      const [first, end] = [start + span.from, start + span.to]
      if (first >= to || end <= from) continue
      shown += text.slice(done, first) + hidden
      done = end
      this.hidden.push(end - first)
    }
    return shown + text.slice(done, to)
  }
}
