import { digestLength, type ConnectorRow } from '../../shared/connectors/connector'

export interface NewsOfPage {
  rows: ConnectorRow[]
  /** Keys of unchanged rows. */
  same: string[]
}

/** Most connectors do not change, and sending them again would cost more than the rest of a refresh. */
export class HeldRows {
  private readonly held = new Set<string>()
  /** Rows that changed during this refresh: the window no longer has the old ones. */
  private readonly changed = new Set<string>()

  /** @param digests of `digestLength` characters each, concatenated */
  constructor(digests: string) {
    for (let at = 0; at < digests.length; at += digestLength) this.held.add(digests.slice(at, at + digestLength))
  }

  newsOf(rows: readonly ConnectorRow[]): NewsOfPage {
    const news: NewsOfPage = { rows: [], same: [] }
    for (const row of rows) {
      const { key, category, tokenRef, digest } = row
      if (digest !== undefined && this.held.has(digest) && !this.changed.has(key)) news.same.push(key)
      else {
        if (this.held.size > 0) this.changed.add(key)
        // Only here: a record is made lazily, and an unchanged one needs none.
        news.rows.push({ key, category, tokenRef, record: row.record, ...(digest !== undefined && { digest }) })
      }
    }
    return news
  }
}
