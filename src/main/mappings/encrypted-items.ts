import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Place } from '../../shared/workspaces/place'
import type { Encryption } from '../secrets/encryption'
import type { EncryptedKind } from '../store/tables/mappings/mappings'
import type { MappingStore } from './store'

export type EncryptionParts = () => Promise<Encryption | null>

/** Whose it is; `scope`: `integration:<slug>` or `connector:<key>`. */
export interface OfMapping {
  fieldId: string
  scope: string
}
type Item = OfMapping & { at: number }

type Store = Pick<
  MappingStore,
  'encryptedItem' | 'encryptedItems' | 'putEncryptedItem' | 'removeEncryptedItem' | 'removeEncryptedItems'
>

/** One for each field and scope: encrypted on disk, else in memory until the app quits. */
export class EncryptedItems<T extends Item> {
  private readonly inMemory = new Map<string, { place: Place; item: T }>()

  constructor(
    private readonly store: Store,
    private readonly encrypting: EncryptionParts,
    private readonly of: { kind: EncryptedKind; content: z.ZodType<T> }
  ) {}

  /** Newest first. Skips items whose key is missing, and leaves them on disk. */
  async list(place: Place): Promise<T[]> {
    const { kind } = this.of
    const encryption = await this.encrypting()
    const found = new Map<string, T>()
    for (const { id, encrypted } of encryption ? await this.store.encryptedItems({ kind, place }) : []) {
      const item = encryption && this.opened(encryption, this.nameOf(place, id), encrypted)
      if (item) found.set(id, item)
    }
    for (const { place: of, item } of this.inMemory.values()) {
      if (of.workspaceId === place.workspaceId && of.region === place.region) found.set(idOf(item), item)
    }
    return [...found.values()].sort((a, b) => b.at - a.at)
  }

  async get(place: Place, of: OfMapping): Promise<T | null> {
    const { kind } = this.of
    const id = idOf(of)
    const name = this.nameOf(place, id)
    const held = this.inMemory.get(name)
    const encryption = held ? null : await this.encrypting()
    const row = encryption && (await this.store.encryptedItem({ kind, place, id }))
    return held?.item ?? (encryption && row && this.opened(encryption, name, row.encrypted))
  }

  /** @returns whether the item outlives this run */
  async put(place: Place, item: T): Promise<boolean> {
    const { kind } = this.of
    const id = idOf(item)
    const name = this.nameOf(place, id)
    const encryption = await this.encrypting()
    if (!encryption) {
      this.inMemory.set(name, { place, item })
      return false
    }
    const encrypted = new Uint8Array(encryption.encrypt(name, Buffer.from(JSON.stringify(item))))
    await this.store.putEncryptedItem({ kind, place, id, at: item.at, encrypted })
    this.inMemory.delete(name)
    return true
  }

  async drop(place: Place, of: OfMapping): Promise<void> {
    const id = idOf(of)
    this.inMemory.delete(this.nameOf(place, id))
    await this.store.removeEncryptedItem({ kind: this.of.kind, place, id })
  }

  /** Encrypts the items that only memory has. */
  async encryptFromMemory(): Promise<void> {
    for (const { place, item } of [...this.inMemory.values()]) await this.put(place, item)
  }

  /** The key is lost for good: removes the items of all workspaces. */
  async forgetEncrypted(): Promise<void> {
    await this.store.removeEncryptedItems({ kind: this.of.kind })
  }

  forgetWorkspace(workspaceId: string): void {
    for (const [name, { place }] of this.inMemory) if (place.workspaceId === workspaceId) this.inMemory.delete(name)
  }

  private nameOf({ workspaceId, region }: Place, id: string): string {
    return `mapping ${this.of.kind} ${workspaceId} ${region} ${id}`
  }

  private opened(encryption: Encryption, name: string, encrypted: Uint8Array): T | null {
    try {
      return this.of.content.parse(JSON.parse(encryption.open(name, encrypted).toString()))
    } catch {
      return null
    }
  }
}

/** The id does not reveal the field or the scope. */
function idOf({ fieldId, scope }: OfMapping): string {
  return createHash('sha256')
    .update(JSON.stringify([fieldId, scope]))
    .digest('base64url')
}
