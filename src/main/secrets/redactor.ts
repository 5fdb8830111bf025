/** Takes known secrets out of texts, by value: raw, in base64 and URL-encoded. */
export class Redactor {
  private readonly forms = new Set<string>()
  /** The secrets themselves, as they were added. */
  readonly secrets = new Set<string>()

  /** Very short values are left alone: they would blank out innocent text. */
  add(secret: string): void {
    if (secret.length < 6) return
    this.secrets.add(secret)
    const base64 = Buffer.from(secret).toString('base64')
    for (const form of [secret, encodeURIComponent(secret), base64, base64.replace(/=+$/, '')]) this.forms.add(form)
    // What JSON writes for a secret with quotes or backslashes in it.
    this.forms.add(JSON.stringify(secret).slice(1, -1))
  }

  redact = (text: string): string => {
    let clean = text
    for (const form of this.forms) clean = clean.replaceAll(form, '[token]')
    return clean
  }
}
