import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { Place } from '../../shared/workspaces/place'
import type { ConnectorTokens, HeldToken } from '../secrets/connector-tokens'
import type { ConnectorStore } from './store'
import { findToken } from './find-token'
import type { Pins } from './pins'

export interface FinderParts {
  client: Client
  tokens: ConnectorTokens
  pins: Pick<Pins, 'read'>
  history: Pick<ConnectorStore, 'lastRecord'>
}

export class TokenFinder {
  constructor(private readonly parts: FinderParts) {}

  /** @throws AppError not-found, no-token; bad-response for an incomplete list; the errors of a call */
  async find(place: Place, target: Target, key: string, signal: AbortSignal): Promise<HeldToken> {
    const { client, tokens, pins, history } = this.parts
    const record = tokens.find({ ...place, key }) ? null : await history.lastRecord({ place, key })
    const originId = record?.['origin_id']
    const connector = {
      key,
      tokenRef: null,
      originId: typeof originId === 'string' ? originId : null,
      endUser: '',
      integrationSlug: '',
      isTest: false
    }
    const pinned = (account: string, origin: string) => pins.read(account, origin)
    return findToken({ client, tokens, pinned }, target, connector, signal)
  }
}
