import { masked, shortestSecret, spellings } from './spellings'

/** Takes known secrets out of texts, by value: raw, in any JSON spelling, in base64 and URL-encoded. */
export class Redactor {
  private readonly forms = new Set<string>()
  /** The secrets themselves, as they were added. */
  readonly secrets = new Set<string>()

  /** Very short values are left alone: they would blank out innocent text. */
  add(secret: string): void {
    if (secret.length < shortestSecret) return
    this.secrets.add(secret)
    const base64 = Buffer.from(secret).toString('base64')
    for (const form of [encodeURIComponent(secret), base64, base64.replace(/=+$/, '')]) this.forms.add(form)
  }

  redact = (text: string): string => masked(text, [...spellings(text, this.secrets), ...this.forms])
}
