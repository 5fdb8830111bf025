import { readBaseAddress } from '../../shared/base-address'
import { AppError } from '../../shared/errors'
import { regions, type Region } from '../../shared/workspaces/region'
import type { Workspace, WorkspaceChange, WorkspaceDraft } from '../../shared/workspaces/workspace'
import { unsafe } from '../base/plain-text'
import type { Policy } from '../policy/policy'
import { refusedFields } from '../policy/services'
import type { BoundToken } from '../secrets/bound-tokens'
import { readToken } from '../secrets/token-text'
import type { NamedAddress } from './known-hosts'

export type Typed = Partial<Record<Region, string>>

export interface Identity {
  name: string
  baseUrl: string
  euBaseUrl: string | null
}

const tokenFields = { default: 'bearerToken', eu: 'euBearerToken' } as const

/**
 * Reads a changed workspace, with a token for each new origin.
 * @throws AppError invalid-input with a message for each field; managed while the policy is broken
 */
export function readChange(
  draft: WorkspaceChange,
  before: Workspace,
  taken: string[],
  policy: Policy
): { identity: Identity; typed: Typed } {
  const { identity, fields } = tryIdentity(draft, taken, policy)
  const typed: Typed = {}
  for (const region of regions) {
    const field = tokenFields[region]
    const [origin, keptFor] = [originOf(identity, region), originOf(before, region)]
    if (!origin || (origin === keptFor && !draft[field].trim())) continue
    const read = readToken(draft[field], origin)
    if ('token' in read) typed[region] = read.token
    else if (draft[field].trim()) fields[field] = read.problem
    else if (keptFor) fields[field] = `The token that is kept belongs to ${keptFor}. Enter the one for ${origin}.`
    else fields[field] = `Enter the token for ${origin}.`
  }
  refuse(fields)
  return { identity, typed }
}

/** @throws AppError invalid-input with `fields.bearerToken` */
export function readTyped(typed: string, origin: string): string {
  const read = readToken(typed, origin)
  if ('token' in read) return read.token
  throw new AppError('invalid-input', read.problem, { fields: { bearerToken: read.problem } })
}

export function boundTo(workspace: Workspace, typed: Typed): Partial<Record<Region, BoundToken>> {
  const bound: Partial<Record<Region, BoundToken>> = {}
  for (const region of regions) {
    const [token, origin] = [typed[region], originOf(workspace, region)]
    if (token && origin) bound[region] = { token, origin }
  }
  return bound
}

/** Reads the whole connect form. @throws AppError invalid-input with all faulty fields at once */
export function readDraft(
  draft: WorkspaceDraft,
  taken: string[],
  policy: Policy
): Identity & { bearerToken: string; euBearerToken: string | null } {
  const { identity, fields } = tryIdentity(draft, taken, policy)
  if (draft.region === 'eu' && !draft.euBaseUrl.trim())
    fields['euBaseUrl'] = 'Enter the EU base address, or choose the default region.'
  const token = readToken(draft.bearerToken, originAt(identity.baseUrl))
  if ('problem' in token) fields['bearerToken'] = token.problem
  const eu = draft.euBearerToken.trim() ? readToken(draft.euBearerToken, originAt(identity.euBaseUrl)) : null
  if (eu && 'problem' in eu) fields['euBearerToken'] = eu.problem
  if (eu && !draft.euBaseUrl.trim()) fields['euBaseUrl'] ??= 'A token for EU needs the EU base address.'
  refuse(fields)
  return {
    ...identity,
    bearerToken: 'token' in token ? token.token : '',
    euBearerToken: eu && 'token' in eu ? eu.token : null
  }
}

function tryIdentity(draft: { name: string; baseUrl: string; euBaseUrl: string }, taken: string[], policy: Policy) {
  policy.guard()
  const wrong: Record<string, string> = {}
  const name = draft.name.trim()
  if (!name) wrong['name'] = 'Give the workspace a name.'
  else if (name.search(unsafe) !== -1)
    wrong['name'] = 'Leave line breaks and characters that cannot be seen out of the name.'
  else if (name.length > 80) wrong['name'] = 'Keep the name to 80 characters.'
  else if (taken.includes(name)) wrong['name'] = 'There is a workspace of this name already.'
  const base = readBaseAddress(draft.baseUrl)
  if ('problem' in base) wrong['baseUrl'] = base.problem
  const eu = draft.euBaseUrl.trim() ? readBaseAddress(draft.euBaseUrl) : null
  if (eu && 'problem' in eu) wrong['euBaseUrl'] = eu.problem
  const identity: Identity = {
    name,
    baseUrl: 'url' in base ? base.url : '',
    euBaseUrl: eu && 'url' in eu ? eu.url : null
  }
  const fields: Record<string, string> = { ...refusedFields(policy, identity), ...wrong }
  return { identity, fields }
}

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', 'Some fields need another look.', { fields })
}

/** @throws AppError invalid-input if the workspace has no base address for the region */
export function addressOf(workspace: Workspace, region: Region): string {
  const address = addressIn(workspace, region)
  if (!address) throw new AppError('invalid-input', 'This workspace has no EU base address.')
  return address
}

export function addressIn(workspace: Pick<Workspace, 'baseUrl' | 'euBaseUrl'>, region: Region): string | null {
  return region === 'eu' ? workspace.euBaseUrl : workspace.baseUrl
}

/** The workspace's addresses, with the form's names for them. */
export function addressesOf({ baseUrl, euBaseUrl }: Pick<Workspace, 'baseUrl' | 'euBaseUrl'>): NamedAddress[] {
  return [['Base address', baseUrl], ...(euBaseUrl ? [['EU base address', euBaseUrl] satisfies NamedAddress] : [])]
}

/** The origin to which a region's token is bound; null if the region has no address. */
export function originOf(workspace: Pick<Workspace, 'baseUrl' | 'euBaseUrl'>, region: Region): string | null {
  return originAt(addressIn(workspace, region)) || null
}

const originAt = (address: string | null) => (address ? new URL(address).origin : '')
