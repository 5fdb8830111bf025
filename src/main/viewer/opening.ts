import { textOfBody, type BodyText } from '../base/body-text'
import { bufferOf } from '../base/shared-bytes'
import { inTurns } from '../base/turns'
import { finding, pieces, reachOf } from '../secrets/finding'
import { masked } from '../secrets/masked'
import type { TokenDigests } from '../secrets/token-digests'
import { beginningOf } from './beginning'
import { bodyOf, type Body, type BodyFacts } from './body'

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
