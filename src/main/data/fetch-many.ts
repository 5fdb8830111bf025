import { toAppError } from '../../shared/errors'
import type { CollectionRequest, ManyPart } from '../../shared/data/collection'
import type { Place } from '../../shared/workspaces/place'
import type { Quiet } from '../../shared/connectors/refresh'
import { cancelled, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { paginate, type FetchedPage } from '../http/paginate'
import type { HeldToken } from '../secrets/connector-tokens'
import { pageRequest } from './page-request'
import { explain } from './explain'

/** Concurrent fetches: each holds a page in memory, and they share one line. */
const mostAtOnce = 8

export interface ManyParts {
  client: Client
  clock: Clock
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  finder: { find(place: Place, target: Target, key: string, signal: AbortSignal): Promise<HeldToken> }
}

export interface OneOfMany<P extends ManyPart> {
  part: P
  request: Omit<CollectionRequest, 'connectorKey'>
}

export interface ManyOf<P extends ManyPart> {
  place: Place
  fetches: readonly OneOfMany<P>[]
  signal: AbortSignal
  /** Takes a page; the next request waits for it. A throw ends this fetch. */
  take: (part: P, page: FetchedPage) => void | Promise<void>
  changed: (part: P, ended: boolean) => void
}

export const queuedPart = (key: string): ManyPart => ({
  ...{ key, state: 'waiting', pages: 0, items: 0, repeated: 0, error: null }
})

/**
 * Up to 8 tokens at once, and those of one token in turn, because they share its quota. A failure does not end the
 * others. A waiting part without a `wait` has not started.
 * @throws AppError the errors of the place
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

  /** In turn: the search for one token may list a whole category, which brings the other tokens. */
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
      ...pageRequest(request, { held, connectorKey: part.key }, signal),
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
