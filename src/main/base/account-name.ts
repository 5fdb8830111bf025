import { userInfo } from 'node:os'

/** The account on this computer that runs the app; an account that has no name is called by its number. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `account ${process.getuid?.() ?? 'unknown'}`
  }
}
