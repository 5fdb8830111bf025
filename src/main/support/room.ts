import { homedir } from 'node:os'
import type { Finding } from '../../shared/doctor/finding'
import type { BuiltFrom } from '../../shared/support/channels'
import type { Workspace } from '../../shared/workspaces/workspace'
import type { Jobs } from '../base/jobs'
import type { Area, Room } from '../base/room'
import type { Policy } from '../policy/policy'
import type { SettingsStore, Settings } from '../settings/settings-schema'
import { workspaceName } from './settings-summary'
import { SupportBundle, type SupportParts } from './support-bundle'
import type { ConnectorStore } from '../connectors/store'
import { Names } from './names'

/** Of customers, also of gone connectors and earlier ones, of workspaces and the operator, and of the policy. */
export interface KnownNames {
  names: Names
  /** How far the history was read. */
  last: number
}

/** @param before what was known earlier: only what came since is read, and what was a name stays one */
export async function knownNames(
  { workspaces, preferences }: Pick<Settings, 'workspaces' | 'preferences'>,
  history: Pick<ConnectorStore, 'names'>,
  policy: Policy,
  before: KnownNames = { names: new Names(), last: 0 }
): Promise<KnownNames> {
  const { names } = before
  const found = await history.names({ after: before.last })
  for (const name of [preferences.operatorName, ...found.names]) names.add(name)
  for (const { name } of policy.of('services.allowedWorkspaces')?.value ?? []) names.add(name)
  for (const { name } of workspaces) names.add(name)
  return { names, last: found.last }
}

export interface SupportRoomParts extends Pick<SupportParts, 'masker' | 'now'> {
  help: {
    logFile: string
    showLogs(): void
    openGuide(): void
    packages(): Promise<BuiltFrom[]>
    commit: string | null
    packaged: boolean
  }
  about: Omit<SupportParts['built'], 'commit' | 'packaged'>
  settings: SettingsStore
  policy: Policy
  history: { sumCalls: SupportParts['sumCalls'] } & Parameters<typeof knownNames>[1]
  workspaces: { list(): readonly Workspace[] }
  /** The Doctor's findings, with each workspace's name in them. */
  examine(workspaces: readonly (readonly [Workspace, string])[], signal: AbortSignal): Promise<Finding[]>
  jobs: Jobs
  /** @returns the file's name, null if the operator cancels */
  save(suggestedName: string, content: Uint8Array): Promise<string | null>
}

export function openSupport(parts: SupportRoomParts): Room<Area<'support'>> {
  const { help, history, jobs, policy, save, settings } = parts
  const bundle = new SupportBundle({
    ...{ masker: parts.masker, now: parts.now, environment: process.env, settings: settings.get, home: homedir() },
    log: help.logFile,
    built: { ...parts.about, commit: help.commit, packaged: help.packaged },
    findings: (signal) =>
      parts.examine(
        parts.workspaces.list().map((one, at) => [one, workspaceName(at)] as const),
        signal
      ),
    sumCalls: history.sumCalls,
    names: async () => (await knownNames(settings.get(), history, policy)).names
  })
  return {
    handlers: {
      'support:collect': ({ requestId }, { owner }) =>
        jobs.run(requestId, owner, 'support', async (signal) => ({ files: await bundle.collect(signal) })),
      'support:save': async () => {
        const { fileName, zip } = bundle.collected
        const file = await save(fileName, zip)
        return file === null ? null : { file }
      },
      'support:showLogs': async () => help.showLogs(),
      'support:openGuide': async () => help.openGuide(),
      'support:about': async () => ({ commit: help.commit, packages: await help.packages() })
    }
  }
}
