import type { Clock } from './clock'

/** How long a secret stays in the clipboard, in ms. */
export const briefMs = 60_000

/** Electron answers at once or with a promise, as its version has it. */
export interface Clipboard {
  read(): string | Promise<string>
  write(text: string): void
  clear(): void
}

/** A secret in the clipboard, for a minute: it is taken out again unless something else was copied since. */
export class BriefCopy {
  private held: { text: string; over: AbortController } | null = null

  constructor(
    private readonly clipboard: Clipboard,
    private readonly clock: Pick<Clock, 'sleep'>
  ) {}

  copy(text: string): void {
    this.held?.over.abort()
    const held = (this.held = { text, over: new AbortController() })
    this.clipboard.write(text)
    void this.clock.sleep(briefMs, held.over.signal).then(
      () => this.clear(),
      () => undefined
    )
  }

  /** Now, as at the end of the app. */
  async clear(): Promise<void> {
    const { held } = this
    this.held = null
    held?.over.abort()
    if (held && (await this.clipboard.read()) === held.text) this.clipboard.clear()
  }
}
