import { toAppError } from '../../shared/errors'
import type { CollectionRequest, ManyPart } from '../../shared/model/collection'
import type { Quiet } from '../../shared/model/walk'
import { cancelled, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { DigestSet } from '../http/digest-set'
import { paginate, walkPatienceMs } from '../http/paginate'
import type { Place } from '../../shared/model/place'
import type { HeldToken } from '../secrets/connector-tokens'
import { checkRequest, filtersOf, idFieldOf } from './check-request'
import { explain } from './explain'
import { Teller } from './teller'
import { asConnector, askerOf, idOf } from './walk'

/** Walks at the same time: each holds a page in memory, and they share one line. */
const mostAtOnce = 8

export interface CountParts {
  client: Client
  clock: Clock
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  finder: { find(place: Place, target: Target, key: string, signal: AbortSignal): Promise<HeldToken> }
}

export interface CountOf {
  place: Place
  request: Omit<CollectionRequest, 'connectorKey'>
  keys: readonly string[]
  signal: AbortSignal
  tell: (parts: ManyPart[]) => void
}

/**
 * Walks the same collection over several connectors and counts, without keeping rows. Those of different tokens are
 * walked at the same time, 8 at once; those of one token one after the other, as they share its quota. One that fails
 * does not end the others. A part that waits without a `wait` has its turn to come.
 *
 * @throws AppError invalid-input with `fields`; those of the place
 */
export async function countMany(
  parts: CountParts,
  { place, request, keys, signal, tell }: CountOf
): Promise<ManyPart[]> {
  checkRequest(request)
  const target = await parts.workspaces.target(place.workspaceId, place.region)
  const counted = new Map([...new Set(keys)].map((key) => [key, queued(key)]))
  const teller = new Teller(() => tell([...counted.values()].map((part) => ({ ...part }))))
  const turns = new Map<string, Promise<void>>()
  let finding: Promise<unknown> = Promise.resolve()
  const waiting = [...counted.values()]

  await Promise.all(
    Array.from({ length: mostAtOnce }, async () => {
      for (let part = waiting.shift(); part; part = waiting.shift()) await countOne(part)
    })
  )
  teller.now()
  return [...counted.values()]

  async function countOne(part: ManyPart): Promise<void> {
    try {
      const held = await found(part.key)
      const turn = (turns.get(held.ref) ?? Promise.resolve()).then(() => walkOne(part, held))
      turns.set(
        held.ref,
        turn.catch(() => undefined)
      )
      await turn
      part.state = 'done'
    } catch (thrown) {
      part.state = signal.aborted ? 'cancelled' : 'failed'
      const error = explain(toAppError(thrown), { ...request, connectorKey: part.key })
      if (!signal.aborted) part.error = error.toShape()
    }
    teller.soon()
  }

  /** One after the other: looking for one token may list a whole category, which brings the others' along. */
  function found(key: string): Promise<HeldToken> {
    const found = finding.then(() => {
      if (signal.aborted) throw cancelled()
      return parts.finder.find(place, target, key, signal)
    })
    finding = found.catch(() => undefined)
    return found
  }

  async function walkOne(part: ManyPart, held: HeldToken): Promise<void> {
    const { path, params, pageSize } = request
    const ids = new DigestSet()
    part.state = 'walking'
    const walk = {
      asker: askerOf(path),
      path,
      filters: filtersOf(path, params),
      pageSize,
      signal,
      patienceMs: walkPatienceMs,
      exact: true,
      ...asConnector(held, part.key),
      onWait: (wait: ManyPart['wait'] | null) => {
        part.state = wait ? 'waiting' : 'walking'
        if (wait) part.wait = wait
        else delete part.wait
        teller.soon()
      },
      quiet: (quiet: Quiet | null) => {
        if (quiet) part.quiet = quiet
        else delete part.quiet
        teller.soon()
      }
    }
    for await (const { number, items } of paginate(parts.client, target, walk)) {
      part.pages = number
      part.items += items.length
      for (const item of items) {
        const id = idOf(item, idFieldOf(path))
        if (id !== null && !ids.add(id)) part.repeated++
      }
      teller.soon()
    }
  }
}

const queued = (key: string): ManyPart => ({ key, state: 'waiting', pages: 0, items: 0, repeated: 0, error: null })
