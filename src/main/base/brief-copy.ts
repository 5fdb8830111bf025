import type { Clock } from './clock'

/** ms a secret stays in the clipboard. */
export const briefMs = 60_000

/** Some versions of Electron return a promise. */
export interface Clipboard {
  read(): string | Promise<string>
  write(text: string): void
  clear(): void
}

/** Puts a secret into the clipboard for a minute, then removes it unless it was replaced. */
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

  /** Removes it now, as when the app ends. */
  async clear(): Promise<void> {
    const { held } = this
    this.held = null
    held?.over.abort()
    if (held && (await this.clipboard.read()) === held.text) this.clipboard.clear()
  }
}
