import { userInfo } from 'node:os'

/** An account without a name is called by its number. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `account ${process.getuid?.() ?? 'unknown'}`
  }
}
