export const nameless = '[name]'

/** Shorter names occur in any text. */
const shortest = 4

/** Removes names that begin at a word, in one pass, however many names there are. */
export class Names {
  private readonly known = new Set<string>()
  /** Lengths of names by first word, the longest first. */
  private readonly lengths = new Map<string, number[]>()

  add(name: string): void {
    const begins = word.exec(name)
    const whole = name.slice(begins?.index).trim()
    if (!begins || whole.length < shortest || this.known.has(whole)) return
    this.known.add(whole)
    const lengths = this.lengths.get(begins[0]) ?? []
    if (!lengths.includes(whole.length)) lengths.push(whole.length)
    this.lengths.set(
      begins[0],
      lengths.sort((one, other) => other - one)
    )
  }

  takeOut(text: string): string {
    let [clean, done] = ['', 0]
    for (const { 0: first, index } of text.matchAll(words)) {
      if (index < done) continue
      const end = this.lengths
        .get(first)
        ?.map((length) => index + length)
        .find((at) => this.known.has(text.slice(index, at)) && !isWord.test(text.charAt(at)))
      if (end === undefined) continue
      clean += text.slice(done, index) + nameless
      done = end
    }
    return clean + text.slice(done)
  }
}

const word = /[\p{L}\p{N}]{1,200}/u
const words = /[\p{L}\p{N}]{1,200}/gu
const isWord = /^[\p{L}\p{N}]$/u
