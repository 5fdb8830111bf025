import { textOfBody, type BodyText } from '../base/body-text'
import { bufferOf } from '../base/shared-bytes'
import { inTurns } from '../base/turns'
import { finding, pieces, reachOf } from '../secrets/finding'
import { masked } from '../secrets/masked'
import type { TokenDigests } from '../secrets/token-digests'
import { bodyOf, type Body, type BodyFacts } from './body'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const isOpening = (code: number) => code === 0x7b || code === 0x5b
const isClosing = (code: number) => code === 0x7d || code === 0x5d

/**
 * Makes a JSON text's beginning complete: cuts after the last finished value and closes open brackets. Its pretty lines
 * equal the whole's first lines, except for the closing brackets.
 */
export function beginningOf(text: string): string {
  const open: number[] = []
  let cut = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (isOpening(code)) open.push(code)
    else if (isClosing(code)) {
      open.pop()
      ;[cut, depth] = [at + 1, open.length]
    } else if (code === comma) [cut, depth] = [at, open.length]
  }
  // Since the cut, brackets were opened only.
  const closing = open.slice(0, depth).reverse()
  return text.slice(0, cut) + closing.map((code) => String.fromCharCode(code + 2)).join('')
}

/** Units of a large body's beginning: hundreds of lines, searched and indexed in 10 ms. */
const beginningLength = 131_072
/** Smaller bodies are read at once. */
const largeLength = 1_000_000

/** A body that may still hold unknown secrets. */
export class Opening {
  private readonly decoded: BodyText | null
  private readonly isEmpty: boolean

  constructor(
    bytes: Uint8Array,
    private readonly facts: Omit<BodyFacts, 'hidden'>,
    private readonly digests: TokenDigests
  ) {
    this.decoded = textOfBody(bufferOf(bytes), facts.contentType)
    this.isEmpty = bytes.length === 0
  }

  /** A large JSON body's first lines without secrets; null for other bodies. */
  async beginning(): Promise<Body | null> {
    const { decoded, facts, digests } = this
    if (!decoded || !facts.complete || decoded.text.length < largeLength || !/^[{[]/.test(decoded.text.trimStart()))
      return null
    const searched = decoded.text.slice(0, beginningLength + reachOf(digests))
    const spans = await inTurns(finding(searched, digests))
    // Cuts before a secret that reaches beyond the beginning.
    const end = spans.find(({ to }) => to > beginningLength)?.from ?? beginningLength
    const shown = masked(searched.slice(0, Math.min(end, beginningLength)), pieces(searched, spans))
    const text = beginningOf(shown)
    const body = bodyOf({ ...decoded, text }, text === '', { ...facts, hidden: [] })
    return body.json ? body : null
  }

  /** The whole body and its hidden texts. Other questions run during the search. */
  async whole(): Promise<{ body: Body; hidden: string[] }> {
    const { decoded, isEmpty, facts, digests } = this
    const hidden = decoded ? pieces(decoded.text, await inTurns(finding(decoded.text, digests))) : []
    return { body: bodyOf(decoded, isEmpty, { ...facts, hidden }), hidden }
  }
}
