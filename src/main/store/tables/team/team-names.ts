import { shorten } from '../../../base/plain-text'
import type { Statements } from '../../statements'

/** Of a name that is shown, in characters: no account of PostgreSQL has a longer one. */
const longestName = 63
const unnamed = '?'

/** The name of another operator as it is shown and written into texts: short, on one line, nothing hidden in it. */
export const plainOperator = (operator: string): string =>
  shorten(
    operator
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    longestName
  ) || unnamed

/** Names that look alike to whoever types them. */
export const foldedName = (name: string): string => plainOperator(name).normalize('NFKC').toLowerCase()

/**
 * By which name the team knows each account: the first that it signed with and no other account had. Who writes a row
 * chooses the name in it, and the database says the account: where the two do not belong together, both are shown.
 */
export class TeamNames {
  /** Names by accounts. */
  private readonly known: Map<string, string>

  constructor(private readonly sql: Statements) {
    const rows = sql.all<{ account: string; name: string }>('SELECT account, name FROM team_name')
    this.known = new Map(rows.map(({ account, name }) => [account, name]))
  }

  /** Takes a name for that of an account that has none yet, unless it is, or could be read as, that of another. */
  learn(account: string, operator: string): void {
    const name = foldedName(operator)
    if (this.known.has(account) || name === unnamed || /[()]/.test(name)) return
    for (const [other, its] of this.known) if (its === name || foldedName(other) === name) return
    this.known.set(account, name)
    this.sql.run('INSERT INTO team_name (account, name) VALUES (?, ?)', account, name)
  }

  /** Learns the name of this desk's own account. Whoever took it before this desk looked at accounts, loses it here. */
  own(account: string, operator: string): void {
    const name = foldedName(operator)
    if (this.known.has(account)) return
    for (const [other, its] of this.known) {
      if (its !== name) continue
      this.known.delete(other)
      this.sql.run('DELETE FROM team_name WHERE account = ?', other)
    }
    this.learn(account, operator)
  }

  /** A name that an account signed with: the account comes first, where it is not known by that name. */
  shown(account: string, operator: string): string {
    const name = plainOperator(operator)
    if (this.known.get(account) === foldedName(name) || name === account) return name
    return `${plainOperator(account)} (as ${name})`
  }
}
