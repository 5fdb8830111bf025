import { hidden } from './masked'
import { Masker } from './masker'

/** Hides these secrets alone in texts, whatever else is taken for one elsewhere, and counts them. */
export class OwnSecrets {
  private readonly masker = new Masker()
  /** How long each place is that was hidden, in characters. */
  readonly hidden: number[] = []

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) this.masker.add(secret)
  }

  /** A piece of a text without them, also where one is cut. */
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
