import type keytar from 'keytar'

/** `findCredentials` is missing on purpose: it crashes the process on a locked Secret Service. */
export interface KeytarQuestion {
  method: keyof Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>
  args: string[]
}

export interface KeytarLink {
  ask(question: KeytarQuestion): Promise<unknown>
  /** True if it ended by itself. */
  ended(): boolean
  end(): void
}

/** Loaded late: the native part cannot load without libsecret. */
export async function askKeytar({ method, args }: KeytarQuestion): Promise<unknown> {
  const { default: loaded } = await import('keytar')
  return (loaded[method] as (...args: string[]) => Promise<unknown>)(...args)
}

export const keytarHere: KeytarLink = { ask: askKeytar, ended: () => false, end: () => undefined }
