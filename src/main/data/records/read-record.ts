import { collectionAt } from '../../../shared/data/catalogue'
import { readableById, recordName } from '../../../shared/data/references'
import { AppError, toAppError } from '../../../shared/errors'
import type { Place } from '../../../shared/workspaces/place'
import type { Answer, Target } from '../../http/call'
import type { Client } from '../../http/client'
import type { HeldToken } from '../../secrets/connector-tokens'
import { explain } from '../explain'
import { asConnector } from '../page-request'
import { percentEncoded } from '../../../shared/percent-encoded'

export interface ReadParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  finder: { find(place: Place, target: Target, key: string, signal: AbortSignal): Promise<HeldToken> }
}

export interface RecordOf {
  place: Place
  /** `<category>:<id>`; null for a collection without a connector */
  connectorKey: string | null
  path: string
  id: string
}

/** Limit of a record, bytes: some hold pictures. */
const mostBytes = 32e6

/**
 * @param below follows the id in the path, such as `/download`
 * @throws AppError unsupported and invalid-input if it cannot be requested; no-record for an unknown id; no-token,
 * errors of a call and of finding the token
 */
export async function readRecord(
  { client, workspaces, finder }: ReadParts,
  { place, connectorKey, path, id }: RecordOf,
  signal: AbortSignal,
  below = ''
): Promise<Answer> {
  const collection = readableById(path)
  if (!collection?.byId) throw new AppError('unsupported', whyNot(path))
  const name = recordName(path)
  if (id.trim() === '' || /^\.{1,2}$/.test(id.trim())) {
    throw new AppError('invalid-input', `“${id}” is not the id of ${withArticle(name)}.`)
  }
  const key = collection.needsConnector ? connectorKey : null
  if (collection.needsConnector && key === null) {
    throw new AppError('invalid-input', `No connector is known for this id, and ${withArticle(name)} is of one.`)
  }
  const target = await workspaces.target(place.workspaceId, place.region)
  const held = key === null ? null : await finder.find(place, target, key, signal)
  try {
    return await client.send(target, {
      asker: 'collections',
      method: 'GET',
      path: collection.byId.path.replace(/\{[^{}]*\}/, percentEncoded(id.trim())) + below,
      signal,
      failFast: true,
      json: 'exact',
      maxBytes: mostBytes,
      ...asConnector(held, key)
    })
  } catch (thrown) {
    throw inWords(explain(toAppError(thrown), { path, connectorKey: key }), name)
  }
}

function whyNot(path: string): string {
  if (path === '/api/v1/webhooks/logs') return 'A delivery is opened in Webhooks.'
  const label = collectionAt(path)?.label
  return label ? `${label} cannot be read by ID.` : 'The app does not know this collection.'
}

/** Errors of finding the token have no status and stay as they are. */
function inWords(error: AppError, name: string): AppError {
  const { code, info } = error
  if (code === 'not-found' && info.status === 404) {
    const why = 'It may have been deleted, not be synced yet, or belong to another connector.'
    return new AppError('no-record', `The connector has no ${name} with this id. ${why}`, info)
  }
  if (code !== 'validation') return error
  return new AppError('no-record', `This was not accepted as the ID of ${withArticle(name)}.`, info)
}

const withArticle = (name: string) => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
