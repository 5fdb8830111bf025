interface Choices {
  /** Options have the ids `<id>-<index>`. */
  id: string
  /** How many there are to choose from now. */
  count: () => number
  /** The index of the chosen one; -1 without one. */
  chosenAt: () => number
  choose: (at: number) => void
  /** What is typed counts as well: no option is current until an arrow goes to one. */
  free?: boolean
}

/** A box to search for one of many. The focus stays in it; keys move the current option. */
export class Combobox {
  open = $state(false)
  typed = $state('')
  /** The current option. */
  at = $state(0)
  #choices: Choices

  /** While a component begins: it brings the current option into sight. */
  constructor(choices: Choices) {
    this.#choices = choices
    $effect(() => {
      if (this.open) document.getElementById(`${choices.id}-${this.at}`)?.scrollIntoView({ block: 'nearest' })
    })
  }

  get #first(): number {
    return this.#choices.free ? -1 : 0
  }

  /** What makes an input the box. */
  get input() {
    const { id, count } = this.#choices
    return {
      role: 'combobox',
      'aria-expanded': this.open,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': this.open && this.at >= 0 && this.at < count() ? `${id}-${this.at}` : undefined,
      autocomplete: 'off',
      spellcheck: false,
      oninput: (event: Event & { currentTarget: HTMLInputElement }) => this.type(event.currentTarget.value),
      onclick: this.show,
      onkeydown: this.keydown,
      onblur: this.close
    } as const
  }

  /** What makes an item of `Found` the option of this place. The box handles the keys. */
  option(at: number) {
    return {
      id: `${this.#choices.id}-${at}`,
      role: 'option',
      'aria-selected': at === this.at,
      onclick: () => this.#choices.choose(at),
      onpointermove: () => (this.at = at)
    } as const
  }

  show = (): void => {
    if (this.open) return
    this.open = true
    this.typed = ''
    this.at = Math.max(this.#first, this.#choices.chosenAt())
  }

  type(text: string): void {
    this.open = true
    this.typed = text
    this.at = this.#first
  }

  close = (): void => {
    this.open = false
  }

  keydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey) return
    const { key } = event
    if (key === 'ArrowDown' && this.open) this.at = Math.max(0, Math.min(this.at + 1, this.#choices.count() - 1))
    else if (key === 'ArrowUp' && this.open) this.at = Math.max(this.at - 1, this.#first)
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.show()
    else if (key === 'Enter' && this.open && this.at >= 0) this.#choices.choose(this.at)
    else if (key === 'Enter' && !this.#choices.free) this.show()
    else if (key === 'Escape' && this.open) this.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
