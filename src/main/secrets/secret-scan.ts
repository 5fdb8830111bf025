import { atOnce, inTurns } from '../base/turns'

/** Secrets shorter than this would be found in innocent text. */
const shortest = 6
/** A search may pause after so many characters. */
const pauseEvery = 16_384

/** So many characters are decoded at once. */
const windowLength = 262_144
/** Characters one of a secret may take: escaped, and URL-encoded three times byte by byte. */
const widest = 24

/** Each as one text or in pieces. */
type Texts = ReadonlyMap<string, string | readonly string[]>

/**
 * The name of the first text that holds a secret, raw or in a form it may have taken on its way: base64 (at any of the
 * three positions a longer text can put it), URL-encoded, or escaped for JSON, HTML or Markdown. Null where none does.
 * Each text is read once, however many secrets there are: a session may know the tokens of 100,000 connectors.
 */
export function findSecret(texts: Texts, secrets: readonly string[]): string | null {
  return atOnce(searching(texts, secrets))
}

/** The same for long texts: other tasks get a turn every few ms. */
export function searchSecret(texts: Texts, secrets: readonly string[]): Promise<string | null> {
  return inTurns(searching(texts, secrets))
}

function* searching(texts: Texts, secrets: readonly string[]): Generator<void, string | null, void> {
  const { forms, longest } = yield* byBeginning(secrets)
  if (forms.size === 0) return null
  for (const [name, whole] of texts) {
    for (const text of windows(typeof whole === 'string' ? [whole] : whole, longest * widest)) {
      yield
      // As a reader of Markdown would see it.
      const rendered = text.replaceAll(/\\([^a-z0-9])/gi, '$1')
      for (const one of [text, rendered, ...decoded(rendered)]) if (yield* holds(one, forms)) return name
    }
  }
  return null
}

/** A text part by part, each beginning with the end of the one before: nothing is cut that is not in one whole. */
function* windows(pieces: readonly string[], overlap: number): Generator<string> {
  let text = ''
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += windowLength) {
      text += piece.slice(at, at + windowLength)
      if (text.length < windowLength + overlap) continue
      yield text
      text = text.slice(-overlap)
    }
  }
  yield text
}

/**
 * URL-encoding undone, up to three times: an address within an address is encoded twice. The text is decoded and not
 * the secret encoded, as each character may be encoded or not.
 */
function decoded(text: string): string[] {
  const found: string[] = []
  if (text.includes('+')) found.push(text.replaceAll('+', ' '))
  for (let last = text; found.length < 6;) {
    const plain = last.replaceAll(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    if (plain === last) break
    found.push(plain, plain.replaceAll('+', ' '))
    last = plain
  }
  return found
}

/** No form is shorter than the shortest secret. */
function* byBeginning(secrets: readonly string[]) {
  const forms = new Map<string, Set<string>>()
  let longest = 0
  for (const secret of secrets) {
    if (secret.length < shortest) continue
    for (const form of formsOf(secret)) {
      const beginning = form.slice(0, shortest)
      const there = forms.get(beginning)
      if (there) there.add(form)
      else forms.set(beginning, new Set([form]))
      longest = Math.max(longest, form.length)
    }
    yield
  }
  return { forms, longest }
}

function* holds(text: string, forms: ReadonlyMap<string, Set<string>>): Generator<void, boolean, void> {
  for (let at = 0; at + shortest <= text.length; at++) {
    if (at % pauseEvery === 0) yield
    for (const form of forms.get(text.slice(at, at + shortest)) ?? []) if (text.startsWith(form, at)) return true
  }
  return false
}

function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  return [secret, escaped, html, html.replaceAll("'", '&#39;'), ...base64Forms(secret)]
}

/** What of the secret's base64 stays the same whatever is before and after it in the encoded text. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const from = Math.ceil((before * 8) / 6)
    // The last character mixes in bits of what follows, unless the secret ends with it.
    const to = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1
    const stable = encoded.slice(from, to)
    return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
