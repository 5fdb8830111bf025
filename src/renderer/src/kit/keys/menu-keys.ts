/** Keys typed within this time of each other are one word, in ms. */
const pause = 700

export class MenuKeys {
  #typed = ''
  #typedAt = -Infinity

  /**
   * @param names of the items, as shown
   * @param at the item with the focus, -1 for none
   * @param now ms of any steady clock
   * @returns the item to go to, null for another key
   */
  target(key: string, names: readonly string[], at: number, now: number): number | null {
    const last = names.length - 1
    if (last < 0) return null
    if (key === 'ArrowDown') return at < last ? at + 1 : 0
    if (key === 'ArrowUp') return at > 0 ? at - 1 : last
    if (key === 'Home') return 0
    if (key === 'End') return last
    return [...key].length === 1 && key !== ' ' ? this.#named(key.toLowerCase(), names, at, now) : null
  }

  /** The same letter again moves to the next name that begins with it. */
  #named(letter: string, names: readonly string[], at: number, now: number): number | null {
    const typed = now - this.#typedAt < pause ? this.#typed + letter : letter
    this.#typed = typed
    this.#typedAt = now
    const again = [...typed].every((one) => one === letter)
    const wanted = again ? letter : typed
    for (let step = again ? 1 : 0; step <= names.length; step++) {
      const index = (Math.max(at, -1) + step + names.length) % names.length
      if (names[index]?.trim().toLowerCase().startsWith(wanted)) return index
    }
    return null
  }
}
