import { shorten } from '../../../base/plain-text'
import type { Statements } from '../../statements'

/** Characters: no PostgreSQL account has a longer name. */
const longestName = 63
const unnamed = '?'

/** Safe to show: short, one line, no hidden characters. */
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
 * Each account's first name that no other account had. A sender chooses a row's name, but the database proves the
 * account: if they do not match, both are shown.
 */
export class TeamNames {
  /** Account → name. */
  private readonly known: Map<string, string>

  constructor(private readonly sql: Statements) {
    const rows = sql.all<{ account: string; name: string }>('SELECT account, name FROM team_name')
    this.known = new Map(rows.map(({ account, name }) => [account, name]))
  }

  /** For an account without a name, unless the name looks like another account's. */
  learn(account: string, operator: string): void {
    const name = foldedName(operator)
    if (this.known.has(account) || name === unnamed || /[()]/.test(name)) return
    for (const [other, its] of this.known) if (its === name || foldedName(other) === name) return
    this.known.set(account, name)
    this.sql.run('INSERT INTO team_name (account, name) VALUES (?, ?)', account, name)
  }

  /** This desk's own name: taken from any account that used it before. */
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

  /** Puts the account before an unknown name. */
  shown(account: string, operator: string): string {
    const name = plainOperator(operator)
    if (this.known.get(account) === foldedName(name) || name === account) return name
    return `${plainOperator(account)} (as ${name})`
  }
}
