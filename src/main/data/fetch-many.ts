import { toAppError } from '../../shared/errors'
import type { CollectionRequest, ManyPart } from '../../shared/data/collection'
import type { Place } from '../../shared/workspaces/place'
import type { Quiet } from '../../shared/connectors/refresh'
import { cancelled, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { paginate, type FetchedPage } from '../http/paginate'
import type { HeldToken } from '../secrets/connector-tokens'
import { askedOf } from './asked'
import { explain } from './explain'

/** Walks at the same time: each holds a page in memory, and they share one line. */
const mostAtOnce = 8

export interface ManyParts {
  client: Client
  clock: Clock
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  finder: { find(place: Place, target: Target, key: string, signal: AbortSignal): Promise<HeldToken> }
}

/** One of the walks: what it asks for, and how far it is. */
export interface OneOfMany<P extends ManyPart> {
  part: P
  request: Omit<CollectionRequest, 'connectorKey'>
}

export interface ManyOf<P extends ManyPart> {
  place: Place
  /** Begun in this order. */
  fetches: readonly OneOfMany<P>[]
  signal: AbortSignal
  /** Keeps a page; the next one of this walk is asked for when it is done. What it throws ends this walk. */
  take: (part: P, page: FetchedPage) => void | Promise<void>
  /** A part changed, and whether it came to its end. */
  changed: (part: P, ended: boolean) => void
}

/** A part whose turn has not come. */
export const queuedPart = (key: string): ManyPart => ({
  ...{ key, state: 'waiting', pages: 0, items: 0, repeated: 0, error: null }
})

/**
 * Walks over collections of several connectors, each to its end. Those of different tokens go on at the same time, 8 at
 * once; those of one token one after the other, as they share its quota. One that fails does not end the others. A part
 * that waits without a `wait` has its turn to come.
 *
 * @throws AppError those of the place
 */
export async function fetchMany<P extends ManyPart>(
  parts: ManyParts,
  { place, fetches, signal, take, changed }: ManyOf<P>
): Promise<void> {
  const target = await parts.workspaces.target(place.workspaceId, place.region)
  const turns = new Map<string, Promise<void>>()
  const tokens = new Map<string, Promise<HeldToken>>()
  let finding: Promise<unknown> = Promise.resolve()
  const waiting = [...fetches]

  await Promise.all(
    Array.from({ length: mostAtOnce }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await inTurn(one)
    })
  )

  async function inTurn({ part, request }: OneOfMany<P>): Promise<void> {
    try {
      const held = await found(part.key)
      const turn = (turns.get(held.ref) ?? Promise.resolve()).then(() => fetch(part, request, held))
      turns.set(
        held.ref,
        turn.catch(() => undefined)
      )
      await turn
      part.state = 'done'
    } catch (thrown) {
      part.state = signal.aborted ? 'cancelled' : 'failed'
      const error = explain(toAppError(thrown), { path: request.path, connectorKey: part.key })
      if (!signal.aborted) part.error = error.toShape()
    }
    changed(part, true)
  }

  /** One after the other: looking for one token may list a whole category, which brings the others' along. */
  function found(key: string): Promise<HeldToken> {
    const known = tokens.get(key)
    if (known) return known
    const found = finding.then(() => {
      if (signal.aborted) throw cancelled()
      return parts.finder.find(place, target, key, signal)
    })
    tokens.set(key, found)
    finding = found.catch(() => undefined)
    return found
  }

  async function fetch(part: P, request: OneOfMany<P>['request'], held: HeldToken): Promise<void> {
    if (signal.aborted) throw cancelled()
    part.state = 'walking'
    changed(part, false)
    const asked = {
      ...askedOf(request, { held, connectorKey: part.key }, signal),
      onWait: (wait: ManyPart['wait'] | null) => {
        part.state = wait ? 'waiting' : 'walking'
        if (wait) part.wait = wait
        else delete part.wait
        changed(part, false)
      },
      quiet: (quiet: Quiet | null) => {
        if (quiet) part.quiet = quiet
        else delete part.quiet
        changed(part, false)
      }
    }
    for await (const page of paginate(parts.client, target, asked)) {
      part.pages = page.number
      part.items += page.items.length
      await take(part, page)
      changed(part, false)
    }
  }
}
