import type { LockReason } from '../../../../shared/settings/lock'
import { counted } from '../../kit/format'

export const lockedWords = {
  title: 'Connector Desk is locked',
  reasons: {
    idle: 'There was no input for as long as Settings allow, {time}.',
    suspend: 'The computer went to sleep, {time}.',
    screen: 'The screen was locked, {time}.',
    asked: 'You locked it, {time}.'
  } satisfies Record<LockReason, string>,
  safe: 'No token is in memory, and nothing about customers is shown.',
  stopped: (reads: number) =>
    `${counted(reads, 'read request')} ${reads === 1 ? 'was' : 'were'} stopped, such as a refresh. Start again after unlocking.`,
  followed: (changes: number) =>
    `${counted(changes, 'change')} ${changes === 1 ? 'was' : 'were'} already sent. Activity shows the outcome.`,
  unlock: 'Unlock',
  opening: 'Opening keychain…',
  hint: 'Your keychain releases the tokens.'
}
