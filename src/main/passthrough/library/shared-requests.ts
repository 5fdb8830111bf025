import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import { longestName, type StaysWhy } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { checkedContent, mostContent, type ItemPlace, type SharedContent } from '../../../shared/team/library-change'
import { cleanDraft, looksLikeToken } from './clean-draft'
import type { SavedLibrary, SavedParts } from './saved-library'

export interface Received {
  workspaceId: string
  id: string
  place: ItemPlace
  change: string
  /** The team never had the local content: it stays as a copy. */
  isOwn: boolean
}

const ownEnding = ' (this computer’s copy)'

/** Leaves out secrets, handles, files and whatever belongs to one computer. */
export class SharedRequests {
  constructor(
    private readonly parts: SavedParts,
    private readonly saved: SavedLibrary
  ) {}

  /** @returns the content, why it stays here, or null for an unknown id @throws AppError for a missing key */
  async contentOf(workspaceId: string, id: string): Promise<SharedContent | StaysWhy | null> {
    const draft = await this.draftOf(workspaceId, id)
    if (!draft) return null
    const read = checkedContent.safeParse(contentOf(cleanDraft(draft, this.parts.masker).draft))
    if (!read.success) return 'too-large'
    if (textsOf(read.data).some(looksLikeToken)) return 'token'
    return JSON.stringify(read.data).length <= mostContent ? read.data : 'too-large'
  }

  /** @returns false without a key to encrypt it */
  async take({ workspaceId, id, place, change, isOwn }: Received, content: SharedContent): Promise<boolean> {
    const { shelves, masker } = this.parts
    if (!(await shelves.encrypting())) return false
    const { name, within: folderId } = place
    // Content of an earlier version says nothing about checks, so they stay.
    const checks = content.checks ?? (await this.checksOf(workspaceId, id))
    const received = { ...draftOf(workspaceId, content), ...(checks && { checks }) }
    const request = { id, folderId, name, draft: cleanDraft(received, masker).draft }
    const own = isOwn ? await this.draftOf(workspaceId, id) : null
    const copy = own && {
      ...{ id: randomUUID(), folderId, draft: own },
      name: name.slice(0, longestName - ownEnding.length) + ownEnding
    }
    const shelf = await shelves.forEncrypted()
    await shelf.store.receiveSaved({
      ...{ workspaceId, change },
      request: this.saved.rowOf(shelf, workspaceId, request),
      copy: copy && this.saved.rowOf(shelf, workspaceId, copy)
    })
    return true
  }

  /** The team's content comes also where the local one cannot be read. */
  private async checksOf(workspaceId: string, id: string): Promise<PassthroughDraft['checks']> {
    try {
      return (await this.draftOf(workspaceId, id))?.checks
    } catch {
      return undefined
    }
  }

  private async draftOf(workspaceId: string, id: string): Promise<PassthroughDraft | null> {
    try {
      return (await this.saved.open(workspaceId, id)).draft
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not-found') return null
      throw thrown
    }
  }
}

function contentOf({ workspaceId: _, connector, body, ...draft }: PassthroughDraft): unknown {
  const parts =
    body.kind === 'parts'
      ? body.parts.map(({ name, enabled, content }) => ({
          ...{ name, enabled },
          text: content.kind === 'text' ? content.value : null
        }))
      : []
  const { tokenRef: __, ...named } = connector ?? { tokenRef: null }
  return { ...draft, connector: connector && named, body: body.kind === 'parts' ? { kind: 'parts', parts } : body }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Each operator chooses the files themselves. */
function draftOf(
  workspaceId: string,
  { connector, body, paramsJson, route, checks: _, ...content }: SharedContent
): PassthroughDraft {
  const parts =
    body.kind === 'parts'
      ? body.parts.map(({ name, enabled, text }) => ({
          ...{ name, enabled },
          content: text === null ? { kind: 'file' as const, file: null } : { kind: 'text' as const, value: text }
        }))
      : []
  return {
    ...content,
    ...(paramsJson !== undefined && { paramsJson }),
    ...(route && { route }),
    workspaceId,
    connector: connector && { ...connector, tokenRef: null },
    body: body.kind === 'parts' ? { kind: 'parts', parts } : body
  }
}
