/** Secrets shorter than this would be found in innocent text. */
const shortest = 6

/**
 * The name of the first text that holds a secret, raw or in a form it may have taken on its way: base64 (at any of the
 * three positions a longer text can put it), URL-encoded, or escaped for JSON, HTML or Markdown. Null where none does.
 * Each text is read once, however many secrets there are: a session may know the tokens of 100,000 connectors.
 */
export function findSecret(texts: ReadonlyMap<string, string>, secrets: readonly string[]): string | null {
  const forms = secrets.filter(({ length }) => length >= shortest).flatMap(formsOf)
  const exact = byBeginning(forms.map((form) => form.exact))
  const folded = byBeginning(forms.flatMap((form) => form.folded ?? []))
  for (const [name, text] of texts) {
    // As a reader of Markdown would see it.
    const rendered = text.replaceAll(/\\([^a-z0-9])/gi, '$1')
    if (holds(text, exact) || holds(rendered, exact) || holds(text.toLowerCase(), folded)) return name
  }
  return null
}

/** No form is shorter than the shortest secret. */
function byBeginning(forms: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const form of new Set(forms)) {
    const beginning = form.slice(0, shortest)
    const there = found.get(beginning)
    if (there) there.push(form)
    else found.set(beginning, [form])
  }
  return found
}

function holds(text: string, forms: ReadonlyMap<string, string[]>): boolean {
  if (forms.size === 0) return false
  for (let at = 0; at + shortest <= text.length; at++) {
    const begun = forms.get(text.slice(at, at + shortest))
    if (begun?.some((form) => text.startsWith(form, at))) return true
  }
  return false
}

interface Form {
  exact: string
  /** Percent-encoding writes its hex digits in either case. */
  folded?: string
}

function formsOf(secret: string): Form[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const encoded = encodeURIComponent(Buffer.from(secret).toString())
  const everyByte = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return [
    { exact: secret },
    { exact: escaped },
    { exact: html },
    { exact: html.replaceAll("'", '&#39;') },
    { exact: encoded, folded: encoded.toLowerCase() },
    { exact: encoded.replaceAll('%20', '+'), folded: encoded.replaceAll('%20', '+').toLowerCase() },
    { exact: everyByte, folded: everyByte },
    ...base64Forms(secret)
  ]
}

/** What of the secret's base64 stays the same whatever stands before and after it in the encoded text. */
function base64Forms(secret: string): Form[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((before * 8) / 6)
    // The last character mixes in bits of what follows, unless the secret ends with it.
    const to = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1
    const stable = encoded.slice(from, to)
    return [{ exact: stable }, { exact: stable.replaceAll('+', '-').replaceAll('/', '_') }]
  })
}
