import { parsePolicy } from './parse'
import { noPolicy, Policy } from './policy'
import type { PolicySource } from './sources'
import { Untrusted } from './trusted-file'

/** Reads the policy. An unusable policy counts as broken, not as absent: what it forbids is unknown. */
export async function readPolicy(sources: readonly PolicySource[]): Promise<Policy> {
  for (const { place, read } of sources) {
    try {
      const bytes = await read()
      if (bytes === null) continue
      const parsed = parsePolicy(bytes)
      const settings = 'settings' in parsed ? parsed.settings : {}
      return new Policy({ source: place, settings, problems: 'problems' in parsed ? parsed.problems : [] })
    } catch (thrown) {
      if (!(thrown instanceof Untrusted)) throw thrown
      return broken(place, '', `It ${thrown.message}`)
    }
  }
  return noPolicy
}

/** @param key the wrong key; empty for the whole policy */
export const broken = (source: string, key: string, words: string): Policy =>
  new Policy({ source, settings: {}, problems: [{ key, words }] })
