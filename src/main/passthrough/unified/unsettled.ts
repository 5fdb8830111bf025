import type { PassthroughResult } from '../../../shared/model/passthrough-result'
import { sha256 } from '../../guard/grant'
import type { Outgoing } from '../outgoing'

type Write = Pick<Outgoing, 'draft' | 'text'>

const mostKept = 1_000

/** Unified writes of this run whose outcome is unknown: the same one with a new key may be a second record. */
export class Unsettled {
  private readonly known = new Set<string>()

  has(write: Write): boolean {
    return this.known.has(nameOf(write))
  }

  note(write: Write, { outcome }: Pick<PassthroughResult, 'outcome'>): void {
    const [oldest] = this.known
    if (this.known.size >= mostKept && oldest !== undefined) this.known.delete(oldest)
    if (outcome === 'unknown') this.known.add(nameOf(write))
    else if (outcome === 'answered') this.known.delete(nameOf(write))
  }
}

const nameOf = ({ draft: { workspaceId, region, connector, path }, text }: Write) =>
  sha256(JSON.stringify([workspaceId, region, connector?.key, path, text]))
