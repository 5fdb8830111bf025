import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { ChangeOutcome, Operations, ServiceAnswer, ServiceFilters } from '../../shared/connectors/channels'
import { categories, category, categorySegment, type Category } from '../../shared/connectors/category'
import { readConnector, type ConnectorRow } from '../../shared/connectors/connector'
import { pageSize } from '../../shared/http/page'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { nameToType, type Act, type Confirmer } from '../guard/confirmer'
import type { Grant } from '../guard/grant'
import { paginate } from '../http/paginate'
import type { Query } from '../http/url'
import type { Place } from '../../shared/workspaces/place'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { ConnectorStore } from './store'
import type { Pins } from './pins'
import { shownConnector } from './shown-connector'
import type { TokenFinder } from './token-finder'
import { write } from '../http/write'

export interface ActionParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  tokens: ConnectorTokens
  pins: Pins
  finder: TokenFinder
  confirmer: Confirmer
  history: Pick<ConnectorStore, 'markDeleted' | 'seeOne' | 'lastRecord'>
  /** The stored connector is newer than the last refresh: diagnoses and issues may differ. */
  changed(place: Place): void
  /** Its connector is gone for good: removes what others keep of it. */
  deleted(place: Place, key: string): Promise<void>
  now: () => number
}

type Asked = Omit<Act, 'place' | 'connector' | 'requests'>

/** Limit of an answer to filters: more needs a refresh. */
const mostAsked = 20_000

/** Each action reads the connector first, so an unknown connector gets no request. */
export class ConnectorActions {
  private readonly known = new Map<string, Promise<Operations>>()
  private readonly deleting = new Set<string>()

  constructor(private readonly parts: ActionParts) {}

  /** Asks once, with requests that change nothing. */
  operations(place: Place): Promise<Operations> {
    const name = `${place.workspaceId} ${place.region}`
    const asked = this.known.get(name) ?? this.probe(place)
    this.known.set(name, asked)
    asked.catch(() => this.known.delete(name))
    return asked
  }

  /**
   * Many tokens lack access to some categories: names the refused ones, unless all are.
   * @throws AppError too-large, and errors of a call
   */
  async ask(place: Place, filters: ServiceFilters, signal: AbortSignal): Promise<ServiceAnswer> {
    const target = await this.target(place)
    const query: Query = {
      connector_token: filters.connectorToken,
      is_active: filters.isActive,
      origin_id: filters.originId
    }
    const refused: Category[] = []
    const lists = categories.map((of) =>
      this.list(target, of, query, signal).catch((thrown: unknown) => {
        const isRefused = thrown instanceof AppError && thrown.code === 'forbidden'
        if (!isRefused || refused.push(of) === categories.length) throw thrown
        return []
      })
    )
    return { rows: (await Promise.all(lists)).flat(), refused }
  }

  /** @returns null if the service no longer lists it */
  async readOne(place: Place, key: string, signal: AbortSignal): Promise<ConnectorRow | null> {
    const target = await this.target(place)
    const held = await this.parts.finder.find(place, target, key, signal).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'not-found' && thrown.info.status === undefined) return null
      throw thrown
    })
    if (!held) return null
    const rows = await this.list(target, categoryOf(key), { connector_token: held.token }, signal)
    return rows.find((row) => row.key === key) ?? null
  }

  /** Also diagnoses the connector, so that a resolved issue closes without a refresh. */
  async refreshOne(place: Place, key: string, signal: AbortSignal): Promise<ConnectorRow | null> {
    const row = await this.readOne(place, key, signal)
    if (!row) return null
    const { history, now, changed } = this.parts
    const { category, record } = row
    // A failure of the history does not fail the read.
    await history.seeOne({ place, row: { key, category, record }, at: now() }).then(
      () => changed(place),
      () => undefined
    )
    return row
  }

  /**
   * Never repeats a DELETE that may have arrived: a lookup finds the outcome.
   * @throws AppError invalid-input during a deletion; cancelled without a confirmation; not-found; errors of reading
   * the connector
   */
  async delete(place: Place, key: string, signal: AbortSignal): Promise<ChangeOutcome> {
    const name = `${place.workspaceId} ${place.region} ${key}`
    if (this.deleting.has(name)) throw new AppError('invalid-input', 'This connector is being deleted.')
    this.deleting.add(name)
    return this.deleteOnce(place, key, signal).finally(() => this.deleting.delete(name))
  }

  private async deleteOnce(place: Place, key: string, signal: AbortSignal): Promise<ChangeOutcome> {
    const id = key.slice(key.indexOf(':') + 1)
    // `/connectors/../delete` would be another endpoint: only a UUID goes into the path.
    if (!z.uuid().safeParse(id).success)
      throw new AppError('invalid-input', 'This connector has no id that can be deleted.')
    const row = await this.readOne(place, key, signal)
    if (!row) throw new AppError('not-found', 'This connector is not listed any more.')
    const shown = readConnector(row.record)
    const { endUser } = shown
    const call: Call = {
      asker: 'connectors',
      subject: `Delete connector ${endUser} (${row.category} ${id})`,
      connectorKey: key,
      method: 'DELETE',
      path: `/api/${categorySegment(categoryOf(key))}/v1/connectors/${id}/delete`,
      signal
    }
    const asked: Asked = {
      title: 'Delete this connector?',
      verb: 'Delete connector',
      danger: true,
      second: 'delete-connector',
      note: 'This removes the connector, its IDs, token and data for good. The customer has to link again.',
      typed: nameToType('customer', endUser, id)
    }
    const { change, error } = await this.confirmed(place, key, call, asked, async () => {
      const now = await this.readOne(place, key, signal)
      if (!now) throw new AppError('not-found', 'This connector is not listed any more. Nothing was sent.')
      const { endUser: customer, integrationSlug } = readConnector(now.record)
      if (customer !== endUser || integrationSlug !== shown.integrationSlug)
        throw new AppError('outdated', 'The connector has changed since the confirmation was shown. Nothing was sent.')
    })
    const { outcome } = change
    if (outcome === 'refused' && error?.info.status !== 404) return change
    const stillListed = await this.readOne(place, key, new AbortController().signal).then(
      (now) => now !== null,
      () => null
    )
    // A listed connector counts as present: lists may lag, and the next refresh corrects that.
    if (stillListed === false || (outcome === 'done' && stillListed === null)) {
      await this.parts.history.markDeleted({ place, key, at: this.parts.now() }).catch(() => false)
      await this.parts.pins.set(place, key, null).catch(() => undefined)
      await this.parts.deleted(place, key).catch(() => undefined)
    }
    if (outcome !== 'refused' || stillListed !== false) return { ...change, stillListed }
    this.parts.changed(place)
    return { outcome, message: 'It was deleted already: it is not listed any more.', stillListed }
  }

  /** The API refuses during a sync and on RELINK_NEEDED. */
  async resync(place: Place, key: string, signal: AbortSignal): Promise<ChangeOutcome> {
    const { call } = await this.resyncCall(place, key, signal)
    const asked = {
      title: 'Start a sync now?',
      verb: 'Start sync',
      note: 'All its data is read from the provider again.'
    }
    return (await this.confirmed(place, key, call, asked)).change
  }

  /** The request that starts a sync, unsent. */
  async resyncCall(place: Place, key: string, signal: AbortSignal): Promise<{ target: Target; call: Call }> {
    const target = await this.target(place)
    const { ref, token } = await this.parts.finder.find(place, target, key, signal)
    const call: Call = {
      asker: 'connectors',
      subject: `Start a sync of ${key}`,
      connectorKey: key,
      method: 'POST',
      path: '/api/embedded/v1/connectors/resync',
      headers: { 'x-connector-token': token },
      scope: ref,
      signal
    }
    return { target, call }
  }

  /** @returns keys of all pinned connectors */
  async pin(place: Place, key: string, pinned: boolean, signal: AbortSignal): Promise<string[]> {
    const target = pinned ? await this.target(place) : null
    const held = target && (await this.parts.finder.find(place, target, key, signal))
    const bound = target && held && { token: held.token, origin: new URL(target.baseUrl).origin }
    await this.parts.pins.set(place, key, bound)
    return this.parts.pins.keys(place)
  }

  /** @param still throws if the confirmed facts no longer hold: then nothing leaves */
  private async confirmed(place: Place, key: string, call: Call, asked: Asked, still?: () => Promise<void>) {
    const target = await this.target(place)
    const grant = await this.grantFor(place, key, target, call, asked)
    await still?.()
    return write(this.parts.client, target, { ...call, grant })
  }

  private async grantFor(place: Place, key: string, target: Target, call: Call, asked: Asked): Promise<Grant> {
    const connector = await shownConnector(this.parts, place, key)
    const requests = [{ leaving: leavingOf(target, call) }]
    return this.parts.confirmer.confirm({ ...asked, place, connector, requests }, call.signal)
  }

  private async probe(place: Place): Promise<Operations> {
    const target = await this.target(place)
    const { signal } = new AbortController()
    const offered = async (path: string) => {
      // Without a token and a body, a request changes nothing; a missing route answers 404 or 405.
      const headers = { 'content-type': 'application/json' }
      const answer = await this.parts.client.exchange(target, {
        asker: 'connectors',
        subject: 'Ask whether this is offered',
        probe: true,
        method: 'POST',
        path,
        body: '{}',
        headers,
        signal,
        failFast: true
      })
      return answer.status !== 404 && answer.status !== 405
    }
    const [resync, linkToken] = await Promise.all([
      offered('/api/embedded/v1/connectors/resync'),
      offered('/api/embedded/v1/link/create-link-token')
    ])
    return { resync, linkToken }
  }

  private async list(target: Target, of: Category, filters: Query, signal: AbortSignal): Promise<ConnectorRow[]> {
    const path = `/api/${categorySegment(of)}/v1/connectors`
    const rows: ConnectorRow[] = []
    const refresh = { asker: 'connectors' as const, path, filters, pageSize: pageSize.max, signal, maxItems: mostAsked }
    for await (const { items } of paginate(this.parts.client, target, refresh)) {
      for (const row of this.parts.tokens.toRows({ ...target, category: of }, items)) rows.push(row)
    }
    return rows
  }

  /** Where calls of this place go now. */
  target({ workspaceId, region }: Place): Promise<Target> {
    return this.parts.workspaces.target(workspaceId, region)
  }
}

function categoryOf(key: string): Category {
  const of = category.safeParse(key.slice(0, key.indexOf(':')))
  if (!of.success) throw new AppError('invalid-input', `Not a connector: ${key}`)
  return of.data
}
