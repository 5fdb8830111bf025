import { digestLength, type ConnectorRow } from '../../shared/connectors/connector'

/** A page as a window needs it that holds earlier rows. */
export interface NewsOfPage {
  /** What it lacks, with their digests. */
  rows: ConnectorRow[]
  /** Keys of what it holds as it is. */
  same: string[]
}

/**
 * The rows that a window held when a walk began, by their digests. Most connectors are the same from one refresh to the
 * next; to write, send and read them again would cost the window and main more than all the rest of a refresh.
 */
export class HeldRows {
  private readonly held = new Set<string>()
  /** Rows this walk brought otherwise: the window no longer holds what it did. */
  private readonly changed = new Set<string>()

  /** @param digests of `digestLength` characters each, one after the other */
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
        // Only here, as the record of one that is as it was is made when it is asked for.
        news.rows.push({ key, category, tokenRef, record: row.record, ...(digest !== undefined && { digest }) })
      }
    }
    return news
  }
}
