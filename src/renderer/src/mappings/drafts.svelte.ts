import type { MappingDraft } from '../../../shared/mappings/mapping'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'

/** Characters; a page pasted by mistake is cut. */
const longest = 20_000
/** ms; the most that a crash can lose */
const keepAfter = 400

/** Where the newest draft is: on its way to main, encrypted on disk, in memory until quit, or nowhere. */
type Keeping = 'pending' | 'kept' | 'memory' | 'failed'

/** By field and scope. */
export class Drafts {
  #client: Client
  #place: Place
  #now: () => number
  #all = $state.raw<readonly MappingDraft[]>([])
  #keeping = $state<Keeping>('kept')
  /** On their way to main; null for a deleted draft. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #waiting = new Map<string, MappingDraft | null>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(client: Client, place: Place, now = Date.now) {
    this.#client = client
    this.#place = place
    this.#now = now
  }

  get keeping(): Keeping {
    return this.#keeping
  }

  /** Changes made meanwhile win. */
  async load(): Promise<void> {
    const kept = await this.#client.call('mappings:drafts', this.#place).catch(() => [])
    const here = [...this.#all.map(nameOf), ...this.#waiting.keys()]
    this.#all = [...this.#all, ...kept.filter((one) => !here.includes(nameOf(one)))].sort((a, b) => b.at - a.at)
  }

  of(fieldId: string, scope: string): MappingDraft | null {
    return this.#all.find((one) => one.fieldId === fieldId && one.scope === scope) ?? null
  }

  lastScope(fieldId: string): string | null {
    return this.#all.find((one) => one.fieldId === fieldId)?.scope ?? null
  }

  has(fieldId: string): boolean {
    return this.lastScope(fieldId) !== null
  }

  put(fieldId: string, scope: string, expression: string): void {
    const draft = { fieldId, scope, expression: expression.slice(0, longest), at: this.#now() }
    this.#all = [draft, ...this.#without(draft)]
    this.#change(draft, draft)
  }

  drop(fieldId: string, scope: string): void {
    const draft = this.of(fieldId, scope)
    if (!draft) return
    this.#all = this.#without(draft)
    this.#change(draft, null)
  }

  /** A window without focus may not come back. */
  keepNow(): Promise<void> {
    clearTimeout(this.#timer)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    // A draft's deletion must follow its last change.
    this.#telling = this.#telling.then(() => this.#tell(waiting))
    return this.#telling
  }

  async #tell(waiting: readonly (readonly [string, MappingDraft | null])[]): Promise<void> {
    try {
      for (const [name, draft] of waiting) await this.#tellOf(name, draft)
      if (this.#waiting.size === 0 && this.#keeping === 'pending') this.#keeping = 'kept'
    } catch {
      this.#keeping = 'failed'
    }
  }

  async #tellOf(name: string, draft: MappingDraft | null): Promise<void> {
    if (draft) {
      const { kept } = await this.#client.call('mappings:putDraft', { ...this.#place, draft })
      if (this.#waiting.size === 0) this.#keeping = kept ? 'kept' : 'memory'
    } else {
      const [fieldId = '', scope = ''] = JSON.parse(name) as string[]
      await this.#client.call('mappings:dropDraft', { ...this.#place, fieldId, scope })
    }
  }

  #change(of: MappingDraft, draft: MappingDraft | null): void {
    this.#waiting.set(nameOf(of), draft)
    this.#keeping = 'pending'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.keepNow(), keepAfter)
  }

  #without(draft: MappingDraft): MappingDraft[] {
    return this.#all.filter((one) => nameOf(one) !== nameOf(draft))
  }
}

const nameOf = ({ fieldId, scope }: MappingDraft) => JSON.stringify([fieldId, scope])
