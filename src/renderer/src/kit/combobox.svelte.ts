import { untrack } from 'svelte'

/** ms: whoever waited longer for the options does not expect one to be chosen. */
const stillMeant = 2_000

interface Choices {
  /** Options have the ids `<id>-<key>`. */
  id: string
  count: () => number
  chosenAt?: () => number
  choose: (at: number) => void
  /** By default the index. */
  keyOf?: (at: number) => string | number | undefined
  /** Of an option that an arrow or the pointer made current: it stays current as others come and go. */
  nameOf?: (at: number) => string | undefined
  /** More options may come, and may come first: Enter waits for them. */
  asking?: () => boolean
  /**
   * By default the list opens below the box.
   * - `free`: typed text counts too; no option is current until an arrow goes to one, and an empty list stays closed.
   * - `around`: the list always shows, and the arrows go around its ends.
   * - `chosen`: the list always shows, and its current option is the chosen one.
   */
  kind?: 'free' | 'around' | 'chosen'
}

/** A search box for one of many options. It keeps the focus; keys move the current option. */
export class ComboboxState {
  typed = $state('')
  #opened = $state(false)
  /** null: at the chosen one, which may be told after the list has opened. */
  #at = $state<number | null>(0)
  /** See `nameOf`. */
  #name = $state<string | undefined>()
  /** When Enter was pressed while options were asked for, ms; else null. */
  #entered = $state<number | null>(null)
  #choices: Choices
  #current = $derived.by(() => (this.open && this.at >= 0 && this.at < this.#count ? this.#idOf(this.at) : undefined))

  /** Call while a component begins: an effect scrolls the current option into view. */
  constructor(choices: Choices) {
    this.#choices = choices
    $effect(() => {
      if (this.#current) document.getElementById(this.#current)?.scrollIntoView({ block: 'nearest' })
    })
    $effect(() => {
      const entered = this.#entered
      if (entered === null || choices.asking?.()) return
      this.#entered = null
      if (performance.now() - entered < stillMeant && untrack(() => this.open && this.at >= 0))
        choices.choose(untrack(() => this.at))
    })
  }

  get open(): boolean {
    const { kind } = this.#choices
    if (kind === 'free') return this.#opened && this.#count > 0
    return kind !== undefined || this.#opened
  }

  get at(): number {
    if (this.#choices.kind === 'chosen') return this.#chosenAt
    if (this.#name !== undefined) {
      for (let at = 0; at < this.#count; at++) if (this.#choices.nameOf?.(at) === this.#name) return at
      // It went: no other takes its place under the finger.
      return -1
    }
    return this.#at ?? Math.max(this.#first, this.#chosenAt)
  }

  get #first(): number {
    return this.#choices.kind === 'free' ? -1 : 0
  }

  get #count(): number {
    return this.#choices.count()
  }

  get #chosenAt(): number {
    return this.#choices.chosenAt?.() ?? -1
  }

  #idOf(at: number): string {
    const { id, keyOf } = this.#choices
    return `${id}-${keyOf ? keyOf(at) : at}`
  }

  get input() {
    return {
      role: 'combobox',
      'aria-expanded': this.open,
      'aria-controls': `${this.#choices.id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': this.#current,
      autocomplete: 'off',
      spellcheck: false,
      oninput: (event: Event & { currentTarget: HTMLInputElement }) => this.type(event.currentTarget.value),
      onclick: this.show,
      onkeydown: this.keydown,
      onblur: this.close
    } as const
  }

  /** Attributes of an option. The box handles the keys. */
  option(at: number) {
    return {
      id: this.#idOf(at),
      role: 'option',
      'aria-selected': at === this.at,
      onclick: () => this.#choices.choose(at),
      onpointermove: () => this.#choices.kind !== 'chosen' && this.go(at)
    } as const
  }

  go(at: number): void {
    if (this.#choices.kind === 'chosen') return this.#choices.choose(at)
    this.#at = at
    this.#name = this.#choices.nameOf?.(at)
    this.#entered = null
  }

  show = (): void => {
    if (this.open) return
    this.#opened = true
    this.typed = ''
    this.#to(null)
  }

  type(text: string): void {
    if (!this.open) this.#opened = true
    this.typed = text
    this.#to(this.#first)
  }

  #to(at: number | null): void {
    this.#at = at
    this.#name = undefined
    this.#entered = null
  }

  close = (): void => {
    this.#opened = false
    this.#entered = null
  }

  keydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return
    const { key } = event
    const { kind, choose } = this.#choices
    const last = Math.max(0, this.#count - 1)
    const isGone = this.#name !== undefined && this.at < 0
    const at = Math.max(this.at, this.#first)
    if (key === 'ArrowDown' && this.open) this.go(this.at < last ? this.at + 1 : kind === 'around' ? 0 : last)
    else if (key === 'ArrowUp' && this.open) this.go(at > this.#first ? at - 1 : kind === 'around' ? last : at)
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.show()
    else if (key === 'Enter' && this.open && this.#name === undefined && this.#choices.asking?.())
      this.#entered = performance.now()
    else if (key === 'Enter' && this.open && at >= 0 && !isGone) choose(at)
    else if (key === 'Enter' && kind !== 'free') this.show()
    else if (key === 'Escape' && this.#opened) this.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
