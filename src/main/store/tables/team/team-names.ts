import { shorten } from '../../../base/plain-text'
import type { Statements } from '../../statements'

/** In characters: no PostgreSQL account has a longer name. */
const longestName = 63
const unnamed = '?'

/** Another operator's name, safe to show: short, one line, no hidden characters. */
export const plainOperator = (operator: string): string =>
  shorten(
    operator
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    longestName
  ) || unnamed

/** Equal for names that look alike. */
export const foldedName = (name: string): string => plainOperator(name).normalize('NFKC').toLowerCase()

/**
 * The team's name for each account: its first name that no other account had. A sender chooses the name in a row, and
 * the database proves the account: if they do not match, both are shown.
 */
export class TeamNames {
  /** Account → name. */
  private readonly known: Map<string, string>

  constructor(private readonly sql: Statements) {
    const rows = sql.all<{ account: string; name: string }>('SELECT account, name FROM team_name')
    this.known = new Map(rows.map(({ account, name }) => [account, name]))
  }

  /** Gives an account without a name this name, unless it looks like another account's. */
  learn(account: string, operator: string): void {
    const name = foldedName(operator)
    if (this.known.has(account) || name === unnamed || /[()]/.test(name)) return
    for (const [other, its] of this.known) if (its === name || foldedName(other) === name) return
    this.known.set(account, name)
    this.sql.run('INSERT INTO team_name (account, name) VALUES (?, ?)', account, name)
  }

  /** Learns this desk's own name, and takes it from any account that used it before. */
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

  /** Puts the account before a name that is not its known name. */
  shown(account: string, operator: string): string {
    const name = plainOperator(operator)
    if (this.known.get(account) === foldedName(name) || name === account) return name
    return `${plainOperator(account)} (as ${name})`
  }
}
