import type { Preferences } from '../../shared/settings/preferences'
import type { TrayState } from './tray'

export interface TrayStatusParts {
  preferences: () => Preferences
  locked: () => boolean
  changed: () => void
}

export class TrayStatus {
  #count: number | null = null

  constructor(private readonly parts: TrayStatusParts) {}

  /** @param count open issues of the open workspace; null for unknown */
  give(count: number | null): void {
    this.#count = count
    this.parts.changed()
  }

  get state(): TrayState {
    const locked = this.parts.locked()
    const { trayCount } = this.parts.preferences()
    return { locked, count: trayCount && !locked ? this.#count : null }
  }

  /** A window that hides instead of closing needs a way back. */
  get shown(): boolean {
    const { trayCount, background } = this.parts.preferences()
    return trayCount || background
  }
}
