import { z } from 'zod'
import { noPolicy, Policy } from './policy'
import type { PolicySource } from './sources'
import { Untrusted } from './trusted-file'
import { lintJson, positionOf } from '../../shared/passthrough/json-lint'
import { policyFile, policyVersion, type PolicySettings } from '../../shared/policy/file'
import type { PolicyProblem } from '../../shared/policy/state'

type Parsed = { settings: PolicySettings } | { problems: PolicyProblem[] }

/** Accepts the whole policy file or rejects it. */
export function parsePolicy(bytes: Buffer): Parsed {
  const text = decoded(bytes)
  if (text === null) return wholly('is not UTF-8 text.')
  const lint = lintJson(text)
  if (lint) {
    const { line, column } = positionOf(text, lint.at)
    return wholly(`is not sound JSON at line ${line}, column ${column}: ${lint.message}`)
  }
  const json: unknown = JSON.parse(text)
  const newer = newerVersion(json)
  if (newer !== null) {
    const words = `is ${newer}, for a newer version of this app: this one knows version ${policyVersion}.`
    return { problems: [{ key: 'version', words }] }
  }
  const read = policyFile.safeParse(json)
  if (!read.success) return { problems: read.error.issues.flatMap(problemsOf) }
  const problems = contradictions(read.data.settings)
  return problems.length > 0 ? { problems } : { settings: read.data.settings }
}

const wholly = (words: string): Parsed => ({ problems: [{ key: '', words: `The file ${words}` }] })

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const versioned = z.object({ version: z.number() })
function newerVersion(json: unknown): number | null {
  const read = versioned.safeParse(json)
  return read.success && read.data.version > policyVersion ? read.data.version : null
}

/** One problem per key: zod reports several unknown keys at once. */
function problemsOf(issue: z.core.$ZodIssue): PolicyProblem[] {
  const [first, key, ...rest] = issue.path.map(String)
  const place = first === 'settings' && key !== undefined ? key : (first ?? '')
  if (issue.code !== 'unrecognized_keys') {
    const inside = rest.filter((part) => part !== 'value').join(', ')
    return [{ key: place, words: inside ? `At ${inside}: ${issue.message}` : issue.message }]
  }
  return issue.keys.map((unknown) =>
    place === '' || place === 'settings'
      ? { key: unknown, words: 'This app knows no such key.' }
      : { key: place, words: `“${unknown}” is not part of it.` }
  )
}

/** Two keys that exclude each other would allow nothing. */
function contradictions(settings: PolicySettings): PolicyProblem[] {
  const origins = settings['services.allowedOrigins']?.value
  if (!origins) return []
  const addresses: [key: string, address: string | undefined][] = [
    ['services.baseAddress', settings['services.baseAddress']?.value],
    ['services.euBaseAddress', settings['services.euBaseAddress']?.value],
    ...(settings['services.allowedWorkspaces']?.value ?? []).flatMap(
      ({ baseAddress, euBaseAddress }): [string, string | undefined][] => [
        ['services.allowedWorkspaces', baseAddress],
        ['services.allowedWorkspaces', euBaseAddress]
      ]
    )
  ]
  return addresses.flatMap(([key, address]) =>
    address === undefined || origins.includes(new URL(address).origin)
      ? []
      : [{ key, words: `${address} is not among services.allowedOrigins.` }]
  )
}

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
