import { powerMonitor } from 'electron'
import type { Preferences } from '../../shared/settings/preferences'
import type { LockReason } from '../../shared/settings/lock'

/** Interval between looks at the idle time, ms. */
const lookEvery = 15_000

export function lockWhenLeft(preferences: () => Preferences, lock: (reason: LockReason) => void): void {
  const withScreen = (reason: LockReason) => () => {
    if (preferences().lockWithScreen) lock(reason)
  }
  powerMonitor.on('suspend', withScreen('suspend'))
  powerMonitor.on('lock-screen', withScreen('screen'))
  setInterval(() => {
    const { lockMinutes } = preferences()
    if (lockMinutes > 0 && powerMonitor.getSystemIdleTime() >= lockMinutes * 60) lock('idle')
  }, lookEvery).unref()
}
