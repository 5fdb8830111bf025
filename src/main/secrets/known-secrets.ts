import { masked, shortestSecret } from './spellings'
import { changedTexts } from '../base/texts'
import { atOnce, inTurns } from '../base/turns'

/** A search may pause after so many characters. */
const pauseEvery = 16_384

/** Finds what is known now. */
export interface SecretFinder {
  /** The pieces of a text that are or hold a secret, as they are in it; one within another comes after it. */
  found(text: string): string[]
  /** The text with `[token]` in their place. */
  mask(text: string): string
}

/**
 * The secrets this app knows, found by value wherever a text may hold them: raw, escaped for JSON, URL-encoded, in
 * base64. A session may know the tokens of 100,000 connectors, all beginning alike, so it is the text that is decoded
 * and not the tokens that are encoded, and a piece of it is looked up by the lengths that secrets of its beginning have.
 */
export class KnownSecrets {
  private readonly known = new Set<string>()
  private readonly lengths = new Map<string, Set<number>>()
  /** What secrets begin with, by char code: nearly everywhere in a text this alone rules out a secret. */
  private readonly firsts = new Uint8Array(65_536)

  /** @param secrets the few that are searched for each time. The many come one by one through `learn`. */
  constructor(private readonly secrets: () => Iterable<string>) {}

  /** Takes in a secret: it is found from now on, also by a finder that was given before. */
  learn(secret: string): void {
    if (secret.length < shortestSecret || this.known.has(secret)) return
    for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) {
      const beginning = form.slice(0, shortestSecret)
      this.known.add(form)
      this.firsts[form.charCodeAt(0)] = 1
      this.lengths.set(beginning, (this.lengths.get(beginning) ?? new Set()).add(form.length))
    }
  }

  now(): SecretFinder {
    for (const secret of this.secrets()) this.learn(secret)
    const found = (text: string) => atOnce(this.finding(text))
    return { found, mask: (text) => masked(text, found(text)) }
  }

  /** A JSON value with `[token]` in their place, in names of keys too; the same one where it holds none. */
  clean<T>(value: T): T {
    const { mask } = this.now()
    const json = JSON.stringify(value) as string | undefined
    // Looked through as JSON, which is quick; masked text by text, as a piece that is cut out of JSON may break it.
    return json === undefined || mask(json) === json ? value : (changedTexts(value, mask) as T)
  }

  /**
   * The same as `found`, for a long text: others get a turn every few ms, except during one long word that may be an
   * encoding, which is decoded at once.
   */
  async search(text: string): Promise<string[]> {
    this.now()
    return inTurns(this.finding(text))
  }

  /** Pauses between words and within long texts, wherever it can continue later. */
  private *finding(text: string): Generator<void, string[], void> {
    if (this.known.size === 0) return []
    const pieces: string[] = []
    let rest = text
    const take = function* (found: Iterable<string>) {
      for (const piece of [...new Set(found)].sort((a, b) => b.length - a.length)) {
        pieces.push(piece)
        rest = rest.replaceAll(piece, ' ')
        yield
      }
    }
    yield* take(yield* this.raw(rest))
    for (const encoded of encodings) {
      const secret: string[] = []
      for (const [word] of rest.matchAll(encoded)) {
        for (const decoded of decodings(word)) {
          const found = yield* this.raw(decoded)
          if (found.length === 0) continue
          secret.push(word)
          break
        }
      }
      yield* take(secret)
    }
    return pieces
  }

  private *raw(text: string): Generator<void, string[], void> {
    const pieces: string[] = []
    for (let at = 0; at + shortestSecret <= text.length; at++) {
      if (at % pauseEvery === 0) yield
      if (this.firsts[text.charCodeAt(at)] === 0) continue
      for (const length of this.lengths.get(text.slice(at, at + shortestSecret)) ?? []) {
        const piece = text.slice(at, at + length)
        if (this.known.has(piece)) pieces.push(piece)
      }
    }
    return pieces
  }
}

/**
 * What may be an encoding of something, in a path, a query, JSON or prose. A slash is a letter of base64, but first
 * what is between the parts of a path. A long word without any `%` is looked through from its beginning only: from
 * each of its letters on, it would take hours.
 */
const percentEncoded = /(?<![^\s/?&=#"',;<>])[^\s/?&=#"',;<>%]*%[^\s/?&=#"',;<>]*/g
const encodings = [percentEncoded, /[A-Za-z0-9+_-]{8,}={0,2}/g, /[A-Za-z0-9+/_-]{8,}={0,2}/g]

function* decodings(word: string): Generator<string, void, void> {
  if (word.includes('%')) yield* unescapings(word)
  // Where the secret begins in the encoded text is unknown: one of four places.
  else for (let from = 0; from < 4; from++) yield Buffer.from(word.slice(from), 'base64').toString()
}

/** Undone up to three times: an address within an address is encoded twice. */
function unescapings(word: string): string[] {
  const found: string[] = []
  for (let text = word; found.length < 6;) {
    const plain = unescape(text)
    if (plain === text) break
    found.push(plain, plain.replaceAll('+', ' '))
    text = plain
  }
  return found
}

/** Percent-encoding undone, whatever else there is. */
function unescape(text: string): string {
  return text.replaceAll(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
}
