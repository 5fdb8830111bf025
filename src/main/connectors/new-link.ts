import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { ServiceAnswer } from '../../shared/connectors/channels'
import { readConnector } from '../../shared/connectors/connector'
import type { LinkDraft, LinkedAlready } from '../../shared/connectors/link'
import type { Place } from '../../shared/workspaces/place'
import type { Confirmer } from '../guard/confirmer'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { isMissing } from '../http/offered'
import type { Masker } from '../secrets/masker'

export interface LinkParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  masker: Masker
  confirmer: Confirmer
  integrationName(place: Place, slug: string): Promise<string>
  ask(place: Place, filters: { originId: string }, signal: AbortSignal): Promise<ServiceAnswer>
}

const answer = z.looseObject({ link_token: z.string().min(1) })

/**
 * A customer who links a second time gets a second connector, billed on its own, so this first looks for connectors of
 * the origin ID.
 * @param beside makes a token although there are some
 * @returns the token, or the connectors if `beside` is false: then nothing was made
 * @throws AppError unsupported; cancelled without a confirmation; bad-response; errors of a call
 */
export async function newLink(
  parts: LinkParts,
  place: Place,
  link: LinkDraft,
  beside: boolean,
  signal: AbortSignal
): Promise<{ linkToken: string } | { already: LinkedAlready[] }> {
  if (!beside) {
    const { rows } = await parts.ask(place, { originId: link.originId }, signal)
    const already = rows.map(({ key, record }) => {
      const { endUser, integrationSlug, status } = readConnector(record)
      return { key, endUser, integrationSlug, status }
    })
    if (already.length > 0) return { already }
  }
  const { endUser, originId, email, category, integration } = link
  const target = await parts.workspaces.target(place.workspaceId, place.region)
  const call: Call = {
    asker: 'connectors',
    subject: `Make a link token for a new ${integration} connector of ${endUser} (${category})`,
    method: 'POST',
    path: '/api/embedded/v1/link/create-link-token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      end_user_data: { org_name: endUser, origin_id: originId, ...(email && { email }) },
      category,
      integration
    }),
    signal
  }
  const grant = await parts.confirmer.confirm(
    {
      place,
      title: 'Make a link token?',
      verb: 'Make a link token',
      note: 'Whoever holds it can link a system as this customer. A completed link makes a new connector, billed on its own.',
      facts: [
        ['Customer', endUser],
        ['Origin ID', originId],
        ['Integration', `${await parts.integrationName(place, integration)} (${category})`],
        ['Email', email || 'none']
      ],
      requests: [{ leaving: leavingOf(target, call) }]
    },
    signal
  )
  const { json } = await parts.client.send(target, { ...call, grant }).catch((thrown: unknown) => {
    const { status } = thrown instanceof AppError ? thrown.info : {}
    throw isMissing(status) ? new AppError('unsupported', 'This service does not make link tokens.') : thrown
  })
  const read = answer.safeParse(json)
  if (!read.success) throw new AppError('bad-response', 'The response has no link token.')
  // Anyone with the token can link: a copy in a note must not leave with the evidence.
  parts.masker.add(read.data.link_token)
  return { linkToken: read.data.link_token }
}
