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
 * The beginning of a JSON text as a whole one: cut behind the last value in it that certainly ended, and what is open
 * there closed. Its pretty lines are the first ones of the longer text, but for the brackets at the end.
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

/** Units of the beginning of a large body: some hundreds of lines, searched and indexed in 10 ms. */
const beginningLength = 131_072
/** A body of fewer units is read at once. */
const largeLength = 1_000_000

/** A body on its way to the screen, of which it is not known yet whether a secret is in it. */
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

  /** The first lines of a large JSON body, without the secrets in them; null of any other body. */
  async beginning(): Promise<Body | null> {
    const { decoded, facts, digests } = this
    if (!decoded || !facts.complete || decoded.text.length < largeLength || !/^[{[]/.test(decoded.text.trimStart()))
      return null
    const searched = decoded.text.slice(0, beginningLength + reachOf(digests))
    const spans = await inTurns(finding(searched, digests))
    // Of a secret that reaches beyond it, nothing is shown.
    const end = spans.find(({ to }) => to > beginningLength)?.from ?? beginningLength
    const shown = masked(searched.slice(0, Math.min(end, beginningLength)), pieces(searched, spans))
    const text = beginningOf(shown)
    const body = bodyOf({ ...decoded, text }, text === '', { ...facts, hidden: [] })
    return body.json ? body : null
  }

  /** All of it, and what is hidden in it. Other questions have their turn while it is searched. */
  async whole(): Promise<{ body: Body; hidden: string[] }> {
    const { decoded, isEmpty, facts, digests } = this
    const hidden = decoded ? pieces(decoded.text, await inTurns(finding(decoded.text, digests))) : []
    return { body: bodyOf(decoded, isEmpty, { ...facts, hidden }), hidden }
  }
}
