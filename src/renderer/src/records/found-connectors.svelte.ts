import type { Category } from '../../../shared/connectors/category'
import { searchable } from '../../../shared/searchable'
import type { ConnectorList } from './connector-list.svelte'
import type { Entry } from './entry'

interface Asked {
  list: ConnectorList
  text: string
  category?: Category | null
  by?: 'any' | 'whose'
  /** null for all */
  keys?: readonly string[] | null
}

const nothing = { found: [] as readonly Entry[], total: 0 }

/** What a search finds. Until main has answered, only those of its last answer that fit what is typed now. */
export class FoundConnectors {
  #asked = $state.raw<Asked | null>(null)
  #answered = $state.raw<{ to: Asked; found: readonly Entry[]; total: number } | null>(null)

  answer: { found: readonly Entry[]; total: number } = $derived.by(() => {
    const [asked, answered] = [this.#asked, this.#answered]
    if (!asked || answered?.to.list !== asked.list) return nothing
    if (isSame(answered.to, asked)) return answered
    const words = searchable(asked.text).split(/\s+/).filter(Boolean)
    const { category } = asked
    const found = answered.found.filter(
      (entry) => (!category || entry.category === category) && words.every((word) => holds(entry, word))
    )
    return { found, total: found.length }
  })

  /** Whether the answer is of what was typed before, and its number is not that of what is typed now. */
  isPartial: boolean = $derived(this.#asked !== null && !(this.#answered && isSame(this.#answered.to, this.#asked)))

  /** Whether main has yet to say what it finds. */
  asking: boolean = $derived(this.#asked !== null && this.#answered?.to !== this.#asked)

  /** An effect calls it with what it shows. @param wanted null while nothing is asked for */
  ask(wanted: Asked | null): void {
    this.#asked = wanted
    if (!wanted) return void (this.#answered = null)
    const { list, text, category = null, by = 'any', keys = null } = wanted
    void list.version
    list.find(text, { category, by, keys: keys && [...keys] }).then(
      (answer) => {
        // Main answers in order: one question more about a list that changes takes nothing away.
        if (this.#asked && isSame(this.#asked, wanted)) this.#answered = { to: wanted, ...answer }
      },
      () => undefined
    )
  }
}

/** Whether both ask the same of one list, which may have changed between. */
const isSame = (a: Asked, b: Asked) =>
  a.list === b.list &&
  a.text === b.text &&
  (a.category ?? null) === (b.category ?? null) &&
  a.by === b.by &&
  a.keys?.length === b.keys?.length &&
  (a.keys?.every((key, at) => key === b.keys?.[at]) ?? true)

/** As main's search does. */
export function holds(entry: Entry, word: string): boolean {
  const texts = [entry.connector.endUser, entry.integration, entry.integrationSlug, entry.originId ?? '', entry.id]
  return texts.some((text) => searchable(text).includes(word)) || entry.category.toLowerCase() === word
}
