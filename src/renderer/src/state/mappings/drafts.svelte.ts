import { keep, readKept } from '../../lib/kept'
import type { Place } from '../case-list.svelte'

/** An expression that was typed and not saved at the service. It holds names of fields, no people's data. */
export interface Draft {
  expression: string
  /** ms since 1970. */
  at: number
}
interface KeptDraft extends Draft {
  fieldId: string
  scope: string
}

const most = 200
/** Beyond what can ever be saved; a page of text pasted by mistake need not be kept whole. */
const longest = 20_000

/** Drafts of one workspace's region, by field and scope. They survive quit and crash: each keystroke is kept. */
export class Drafts {
  #name: string
  #now: () => number
  #all = $state.raw<readonly KeptDraft[]>([])

  constructor({ workspaceId, region }: Place, now = Date.now) {
    this.#name = `mappings.drafts.${workspaceId}.${region}`
    this.#now = now
    const kept = readKept(this.#name)
    if (Array.isArray(kept)) this.#all = kept.filter(isDraft)
  }

  of(fieldId: string, scope: string): Draft | null {
    return this.#all.find((one) => one.fieldId === fieldId && one.scope === scope) ?? null
  }

  /** The scope that was worked on last. */
  lastScope(fieldId: string): string | null {
    return this.#all.find((one) => one.fieldId === fieldId)?.scope ?? null
  }

  has(fieldId: string): boolean {
    return this.lastScope(fieldId) !== null
  }

  put(fieldId: string, scope: string, expression: string): void {
    const draft = { fieldId, scope, expression: expression.slice(0, longest), at: this.#now() }
    this.#set([draft, ...this.#without(fieldId, scope)].slice(0, most))
  }

  drop(fieldId: string, scope: string): void {
    if (this.of(fieldId, scope)) this.#set(this.#without(fieldId, scope))
  }

  #without(fieldId: string, scope: string): KeptDraft[] {
    return this.#all.filter((one) => one.fieldId !== fieldId || one.scope !== scope)
  }

  #set(all: readonly KeptDraft[]): void {
    this.#all = all
    keep(this.#name, all)
  }
}

function isDraft(value: unknown): value is KeptDraft {
  const { fieldId, scope, expression, at } = (value ?? {}) as Record<string, unknown>
  return [fieldId, scope, expression].every((one) => typeof one === 'string') && typeof at === 'number'
}
