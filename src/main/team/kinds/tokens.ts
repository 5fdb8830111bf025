import type { SharedKind } from '../feed'

/** Also this desk's own: a colleague's old desk learns its token from it as well. */
export const tokenKind: SharedKind<'token'> = {
  name: 'service',

  apply(feed, { service, at, signed, value }) {
    const insert = 'INSERT OR REPLACE INTO team_token (service, at, operator, fingerprint) VALUES (?, ?, ?, ?)'
    // Guards against a clock that is ahead.
    feed.tables.sql.run(insert, service, Math.min(value.at, at), signed, value.fingerprint)
    feed.news.once('team:tokensChanged', undefined)
  }
}
