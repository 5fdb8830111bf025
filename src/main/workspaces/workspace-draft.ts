import { AppError } from '../../shared/errors'
import type { Region } from '../../shared/model/region'
import type { Workspace, WorkspaceDraft } from '../../shared/model/workspace'
import { readBaseAddress } from '../http/url'
import { readToken } from '../secrets/token-text'

export interface Identity {
  name: string
  baseUrl: string
  euBaseUrl: string | null
}

/** Reads name and addresses. @throws AppError invalid-input with what is wrong at each field */
export function readIdentity(draft: { name: string; baseUrl: string; euBaseUrl: string }, taken: string[]): Identity {
  const { identity, fields } = tryIdentity(draft, taken)
  refuse(fields)
  return identity
}

/** Reads the whole connect form. @throws AppError invalid-input with what is wrong at each field, all at once */
export function readDraft(
  draft: WorkspaceDraft,
  taken: string[]
): Identity & { bearerToken: string; euBearerToken: string | null } {
  const { identity, fields } = tryIdentity(draft, taken)
  if (draft.region === 'eu' && !draft.euBaseUrl.trim())
    fields['euBaseUrl'] = 'Enter the EU base address, or choose the default region.'
  const token = readToken(draft.bearerToken)
  if ('problem' in token) fields['bearerToken'] = token.problem
  const eu = draft.euBearerToken.trim() ? readToken(draft.euBearerToken) : null
  if (eu && 'problem' in eu) fields['euBearerToken'] = eu.problem
  if (eu && !draft.euBaseUrl.trim()) fields['euBaseUrl'] ??= 'A token for EU needs the EU base address.'
  refuse(fields)
  return {
    ...identity,
    bearerToken: 'token' in token ? token.token : '',
    euBearerToken: eu && 'token' in eu ? eu.token : null
  }
}

function tryIdentity(draft: { name: string; baseUrl: string; euBaseUrl: string }, taken: string[]) {
  const fields: Record<string, string> = {}
  const name = draft.name.trim()
  if (!name) fields['name'] = 'Give the workspace a name.'
  else if (name.length > 80) fields['name'] = 'Keep the name to 80 characters.'
  else if (taken.includes(name)) fields['name'] = 'There is a workspace of this name already.'
  const base = readBaseAddress(draft.baseUrl)
  if ('problem' in base) fields['baseUrl'] = base.problem
  const eu = draft.euBaseUrl.trim() ? readBaseAddress(draft.euBaseUrl) : null
  if (eu && 'problem' in eu) fields['euBaseUrl'] = eu.problem
  const identity: Identity = {
    name,
    baseUrl: 'url' in base ? base.url : '',
    euBaseUrl: eu && 'url' in eu ? eu.url : null
  }
  return { identity, fields }
}

function refuse(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalid-input', 'Some fields need another look.', { fields })
}

/** The base address of a region. @throws AppError invalid-input where the workspace has none for it */
export function addressOf(workspace: Workspace, region: Region): string {
  const address = region === 'eu' ? workspace.euBaseUrl : workspace.baseUrl
  if (!address) throw new AppError('invalid-input', 'This workspace has no EU base address.')
  return address
}
