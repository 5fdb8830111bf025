import type { ListedRow } from './listed-row'

/** Rows whose search texts are one: one search takes a quarter of the time of one text for each row. */
const perText = 512
/** Words that are remembered, so that taking back a letter costs nothing. */
const mostWords = 8

/** The search texts of rows, by their places. */
export class SearchTexts {
  private readonly texts: JoinedText[] = []
  private readonly known = new Map<string, Uint8Array>()

  put(row: ListedRow): void {
    const text = (this.texts[Math.floor(row.place / perText)] ??= new JoinedText())
    text.put(row.place % perText, row.searched)
    this.known.clear()
  }

  drop({ place }: ListedRow): void {
    this.texts[Math.floor(place / perText)]?.put(place % perText, '')
    this.known.clear()
  }

  /** By place: 1 for the rows that hold the word. */
  find(word: string): Uint8Array {
    const known = this.known.get(word)
    if (known) return known
    const found = new Uint8Array(this.texts.length * perText)
    for (const [at, text] of this.texts.entries()) text.find(word, found.subarray(at * perText, (at + 1) * perText))
    if (this.known.size === mostWords) this.known.clear()
    this.known.set(word, found)
    return found
  }
}

/** No search text holds the line feeds between them as a part of a word. */
class JoinedText {
  private text = ''
  /** Where each ends, the line feed included. */
  private ends = new Uint32Array(0)
  /** Not joined yet, by place. */
  private readonly changed = new Map<number, string>()

  put(place: number, text: string): void {
    this.changed.set(place, text)
  }

  find(word: string, found: Uint8Array): void {
    this.join()
    let at = this.text.indexOf(word)
    for (let row = 0; at !== -1 && row < this.ends.length; row++) {
      const end = this.ends[row] ?? 0
      if (at >= end) continue
      found[row] = 1
      at = this.text.indexOf(word, end)
    }
  }

  private join(): void {
    if (this.changed.size === 0) return
    const texts = Array.from(this.ends, (end, at) => this.text.slice(this.ends[at - 1] ?? 0, end - 1))
    for (const [place, text] of this.changed) texts[place] = text
    this.changed.clear()
    let end = 0
    this.ends = Uint32Array.from(texts, (text) => (end += (text ?? '').length + 1))
    this.text = `${texts.join('\n')}\n`
  }
}
