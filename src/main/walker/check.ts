import { toAppError } from '../../shared/errors'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { TeamConnection } from '../team/connection'
import { examine } from '../team/examine'
import { checkReach } from '../workspaces/reach'

export interface CheckParts {
  database: TeamAddress
  /** @throws Trouble */
  open: () => Promise<TeamConnection>
  client: Client
  targets: readonly Target[]
}

export interface Finding {
  what: string
  state: 'ok' | 'warning' | 'fault' | 'skipped'
  words: string
}

/** Refreshes and writes nothing. */
export async function check({ database, open, client, targets }: CheckParts, signal: AbortSignal): Promise<Finding[]> {
  const { test } = await examine(database, open)
  const steps = test.findings.map(({ step, ...finding }) => ({ what: `database ${step}`, ...finding }))
  const services = await Promise.all(targets.map((target) => checkService(client, target, signal)))
  return [...steps, ...services]
}

async function checkService(client: Client, target: Target, signal: AbortSignal): Promise<Finding> {
  const what = `service ${target.baseUrl}`
  try {
    await checkReach(client, target, signal)
    return { what, state: 'ok', words: 'It answers, and takes the token' }
  } catch (thrown) {
    return { what, state: 'fault', words: toAppError(thrown).message }
  }
}

export const findingLines = (findings: readonly Finding[]): string =>
  findings.map(({ what, state, words }) => `${state.padEnd(7)} ${what}: ${words}\n`).join('')
