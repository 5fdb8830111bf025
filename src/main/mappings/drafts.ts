import { createHash } from 'node:crypto'
import { mappingDraft, type MappingDraft } from '../../shared/mappings/mapping'
import type { Place } from '../../shared/workspaces/place'
import type { Encryption } from '../secrets/encryption'
import type { MappingStore } from './store'

export type EncryptionParts = () => Promise<Encryption | null>

/** Expressions not yet saved at the service: encrypted on disk, else in memory until the app quits. */
export class MappingDrafts {
  private readonly inMemory = new Map<string, { place: Place; draft: MappingDraft }>()

  constructor(
    private readonly store: Pick<MappingStore, 'drafts' | 'putDraft' | 'removeDraft' | 'removeDrafts'>,
    private readonly encrypting: EncryptionParts
  ) {}

  /** Newest first. Skips drafts whose key is missing, and leaves them on disk. */
  async list(place: Place): Promise<MappingDraft[]> {
    const encryption = await this.encrypting()
    const found = new Map<string, MappingDraft>()
    for (const { id, encrypted } of encryption ? await this.store.drafts({ place }) : []) {
      const draft = encryption && opened(encryption, nameOf(place, id), encrypted)
      if (draft) found.set(id, draft)
    }
    for (const { place: of, draft } of this.inMemory.values()) {
      if (of.workspaceId === place.workspaceId && of.region === place.region) found.set(idOf(draft), draft)
    }
    return [...found.values()].sort((a, b) => b.at - a.at)
  }

  /** @returns whether the draft outlives this run */
  async put(place: Place, draft: MappingDraft): Promise<boolean> {
    const id = idOf(draft)
    const name = nameOf(place, id)
    const encryption = await this.encrypting()
    if (!encryption) {
      this.inMemory.set(name, { place, draft })
      return false
    }
    const encrypted = new Uint8Array(encryption.encrypt(name, Buffer.from(JSON.stringify(draft))))
    await this.store.putDraft({ place, id, at: draft.at, encrypted })
    this.inMemory.delete(name)
    return true
  }

  async drop(place: Place, draft: Pick<MappingDraft, 'fieldId' | 'scope'>): Promise<void> {
    const id = idOf(draft)
    this.inMemory.delete(nameOf(place, id))
    await this.store.removeDraft({ place, id })
  }

  /** Encrypts the drafts that only memory has. */
  async encryptFromMemory(): Promise<void> {
    for (const { place, draft } of [...this.inMemory.values()]) await this.put(place, draft)
  }

  /** The key is lost for good: removes the drafts of all workspaces. */
  async forgetEncrypted(): Promise<void> {
    await this.store.removeDrafts()
  }

  forgetWorkspace(workspaceId: string): void {
    for (const [name, { place }] of this.inMemory) if (place.workspaceId === workspaceId) this.inMemory.delete(name)
  }
}

/** The id does not reveal the field or the scope. */
function idOf({ fieldId, scope }: Pick<MappingDraft, 'fieldId' | 'scope'>): string {
  return createHash('sha256')
    .update(JSON.stringify([fieldId, scope]))
    .digest('base64url')
}

const nameOf = ({ workspaceId, region }: Place, id: string) => `mapping draft ${workspaceId} ${region} ${id}`

function opened(encryption: Encryption, name: string, encrypted: Uint8Array): MappingDraft | null {
  try {
    return mappingDraft.parse(JSON.parse(encryption.open(name, encrypted).toString()))
  } catch {
    return null
  }
}
