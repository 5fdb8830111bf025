import { dirname, join } from 'node:path'
import { systemClock } from '../../base/clock'
import { promised } from '../../base/promised'
import type { TestHistory } from '../../testing/history'
import { Library } from '../../passthrough/library/library'
import type { Masker } from '../../secrets/masker'
import { MemoryStore } from '../../secrets/memory-store'

/** Saved requests of a desk, sealed in its history, with a keychain of their own that is open. */
export async function deskLibrary(history: TestHistory, masker: Masker, savedChanged: () => void): Promise<Library> {
  const keychain = new MemoryStore()
  let stored = false
  const library = new Library({
    store: promised(() => history.history),
    keeping: () => history.history.keeping(),
    bodiesFolder: join(dirname(history.file), 'bodies'),
    keychain,
    keyFlag: { get: () => stored, set: (now) => void (stored = now) },
    clock: systemClock,
    dialogs: { saveFile: async () => null, openFile: async () => null },
    ...{ masker, savedChanged },
    dropResponse: () => undefined,
    room: () => 1e6,
    sentEnded: () => undefined,
    changed: () => undefined
  })
  await library.keychainSaid(await keychain.check())
  return library
}
