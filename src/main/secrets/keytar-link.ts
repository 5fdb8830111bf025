import type keytar from 'keytar'

/** What is asked of keytar. `findCredentials` is not among it: it crashes the process on a locked Secret Service. */
export interface KeytarQuestion {
  method: keyof Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>
  args: string[]
}

/** A process that asks the keychain. */
export interface KeytarLink {
  ask(question: KeytarQuestion): Promise<unknown>
  /** Whether it ended by itself. */
  ended(): boolean
  end(): void
}

/** Loaded late: the native part cannot be loaded where libsecret is missing. */
export async function askKeytar({ method, args }: KeytarQuestion): Promise<unknown> {
  const { default: loaded } = await import('keytar')
  return (loaded[method] as (...args: string[]) => Promise<unknown>)(...args)
}

/** keytar in this process. */
export const keytarHere: KeytarLink = { ask: askKeytar, ended: () => false, end: () => undefined }
